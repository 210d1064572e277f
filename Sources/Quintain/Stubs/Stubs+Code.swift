// Stubs+Code.swift: replies that the test's own code makes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation
import QuintainFixtures
import QuintainLoop
import QuintainNotation
import QuintainRouteHost
import QuintainScenario
import QuintainTestIssues

extension Stubs {
    /// A reply that code has made for one request.
    public struct Reply: Sendable, ExpressibleByStringInterpolation {
        fileprivate let lines: String
        fileprivate var body: [UInt8]?

        /// The lines of a reply, as in a stub: `< 404`, or several.
        public init(_ lines: String) { self.lines = lines }

        public init(stringLiteral lines: String) { self.init(lines) }

        /// A status, fields, and a body of any bytes. Its length is added.
        public init(status: Int, fields: KeyValuePairs<String, String> = [:], body: Data? = nil) {
            let head = ["< \(status)"] + fields.map { "< \($0):\(Self.literal($1))" }
            lines = head.joined(separator: "\n")
            self.body = body.map(Array.init)
        }

        /// A string of the language, so that the value goes out as it stands, whatever is in it.
        private static func literal(_ value: String) -> String {
            if value.isEmpty { return "" }
            let escapes = ["\\": #"\\"#, "\"": #"\""#, "\r": #"\r"#, "\n": #"\n"#]
            return #" {{""# + value.unicodeScalars.map { escapes["\($0)"] ?? "\($0)" }.joined() + #""}}"#
        }
    }

    /// Asks this code for a reply to each request that no stub answers, once its body is there; nil leaves it without an
    /// answer. The code of a later call takes the place of an earlier one.
    ///
    /// ```swift
    /// await stubs.answer { request in
    ///     request.path == "/size" ? "< 200\n<\n< \(request.body.count)" : nil
    /// }
    /// ```
    ///
    /// It runs where all plays and stubs of this process do, and none of them goes on meanwhile: it waits for nothing.
    public func answer(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
        by code: @escaping @Sendable (Request) -> Reply?
    ) async {
        let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let host = self.host
        try? await OnLoop.run {
            let name = "the code at \(place.brief)"
            host.code = ReplyingCode(name) { entry in
                guard let reply = code(Request(entry)) else { return nil }
                do {
                    let file = String(place.brief.prefix { $0 != ":" })
                    return .reply(try reply.exchange(to: entry.method, at: place), by: file)
                } catch {
                    return .wrong("\(name) makes no reply:\n\(error)")
                }
            }
        }
    }
}

extension Stubs.Reply {
    /// The reply below a request with this method; of the request nothing else counts.
    fileprivate func exchange(to method: String, at place: TestPlace) throws -> StandingExchange {
        let folder = FixtureFile.folder(of: place.filePath)
        let text = "> GET /\n\(lines)" + (body == nil ? "" : "\n<")
        let file = FixtureFile.read(
            Array(text.utf8), as: "\(folder)/\(StubTexts.textName)", root: "/", name: StubTexts.textName)
        try Rendering(file, isText: true, above: 1).check(lookingIn: folder)
        guard let routes = file.reading.routes, routes.exchanges.count == 1, var exchange = routes.exchanges.first
        else {
            throw ScenarioError("it has a request: write the lines of a reply alone, such as '< 200'")
        }
        if let body {
            exchange.reply.append(.send(.body(Template(body), newline: .lf), Place(line: place.line)))
        }
        exchange.method = Template(method)
        exchange.place = Place(line: place.line)
        return exchange
    }
}
