// Routing.swift: routes in short form, and the answers of a table.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainRoutes
import QuintainScenario
import QuintainWire
import Testing

/// `text("a", .now(offset: 0))`: texts and values in a row.
func text(_ pieces: Part...) -> Template {
    var template = Template()
    for piece in pieces {
        switch piece {
        case .text(let text): template.append(Array(text.utf8))
        case .value(let function, let transforms):
            template.append(Value(function, transforms, at: Place(line: 1)))
        }
    }
    return template
}

enum Part: ExpressibleByStringLiteral {
    case text(String)
    case value(Function, [Transform])

    init(stringLiteral text: String) { self = .text(text) }
    static func of(_ function: Function, _ transforms: Transform...) -> Part { .value(function, transforms) }
}

/// `/a/{name}/{*}?q=1` as an exchange with this reply.
func route(
    _ method: String, _ target: String, query: Template? = nil, header: [(String, Template)] = [],
    body: Template? = nil, line: Int = 1, _ reply: [ReplyStep] = []
) -> StandingExchange {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path: [PathSegment] = parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { part in
        if part == "{*}" { return .rest }
        if part.first == "{" { return .named(String(part.dropFirst().dropLast())) }
        return .literal(Array(part.utf8))
    }
    let method = method == "*" ? text(.of(.any)) : Template(method)
    let query = query ?? (parts.count > 1 ? Template(String(parts[1])) : nil)
    var exchange = StandingExchange(place: Place(line: line), method: method, path: path, query: query)
    exchange.header = header.map { NamedValue($0.0, $0.1) }
    exchange.body = body
    exchange.reply = reply
    return exchange
}

let somewhere = Place(line: 1)

/// The lines of a reply: a status line, field lines, the bare mark, body lines.
func reply(_ start: Template, _ fields: [String] = [], body: [Template]? = nil) -> [ReplyStep] {
    var steps: [ReplyStep] = [.send(.start(start), somewhere)]
    for field in fields {
        let name = field.split(separator: ":")[0].lowercased()
        steps.append(.send(.field(Template(field), name: name), somewhere))
    }
    guard let body else { return steps }
    steps.append(.send(.headEnd, somewhere))
    for line in body { steps.append(.send(.body(line, newline: .lf), somewhere)) }
    return steps
}

func said(_ text: String) -> [ReplyStep] { reply(Template("HTTP/1.1 200 OK"), body: [Template(text)]) }

struct Surroundings: TemplateEnvironment {
    func bytes(of function: Function) -> [UInt8]? {
        switch function {
        case .now: Array("Sun, 06 Nov 1994 08:49:37 GMT".utf8)
        case .nonce: Array("n0nce".utf8)
        default: nil
        }
    }
}

func table(_ exchanges: StandingExchange...) -> RouteTable {
    var file = RouteFile(file: "x.routes", title: "")
    file.exchanges = exchanges
    return RouteTable([file])
}

/// The routes of a file.
func readTable(_ text: String) throws -> RouteTable {
    let reading = ScenarioReader.read(Array("# t\nroutes\n\n\(text)".utf8), file: "x.routes") { _ in .failure(.missing)
    }
    return RouteTable([try #require(reading.routes, "\(reading.diagnostics.map(\.message))")])
}

/// The answer to a request.
struct Answer: Equatable {
    var beginsWithContinue = false
    var text = ""
    var acts: [Batch.Element] = []
    var diagnosis: String?
    var needsBody = false
}

extension RouteTable {
    func answer(
        _ request: String, body: String? = nil, in surroundings: any TemplateEnvironment = Surroundings()
    ) -> Answer {
        var parser = HeadParser()
        let head = Array((request.contains("\r\n") ? request : request + " HTTP/1.1\r\n\r\n").utf8)
        let bodyBytes = body.map { Array($0.utf8) } ?? []
        var output = OutputBytes()
        var answer = Answer()
        head.withUnsafeBytes { bytes in
            bodyBytes.withUnsafeBytes { bodyBytes in
                guard parser.parse(bytes) == .complete else { return }
                var view = parser.view(in: bytes)
                if body != nil { view.body = bodyBytes }
                switch find(view, in: surroundings) {
                case .found(let found):
                    var goOn = OutputBytes()
                    answer.beginsWithContinue = found.goOn(view, in: surroundings, into: &goOn) != nil
                    answer.acts = found.answer(view, in: surroundings, into: &output)
                case .needsBody: answer.needsBody = true
                case .none: answer.diagnosis = diagnosis(of: view, in: surroundings)
                }
            }
        }
        answer.text = String(decoding: output.array, as: UTF8.self)
        return answer
    }

    func methods(_ request: String) -> [String] {
        var parser = HeadParser()
        return Array("\(request) HTTP/1.1\r\n\r\n".utf8).withUnsafeBytes { bytes in
            guard parser.parse(bytes) == .complete else { return [] }
            return methods(atPathOf: parser.view(in: bytes), in: Surroundings())
        }
    }

    /// The body of the answer, or `none`.
    func body(_ request: String, body: String? = nil) -> String {
        let answer = answer(request, body: body)
        if answer.needsBody { return "needs body" }
        if answer.diagnosis != nil { return "none" }
        let lines = answer.text.utf8.split(separator: 10, omittingEmptySubsequences: false)
        return lines.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
