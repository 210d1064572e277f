// RouteHost+Answering.swift: from a connection's bytes to the bytes of the reply.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainGenerators
import QuintainLoop
import QuintainNotation
import QuintainReply
import QuintainRoutes
import QuintainWire

extension RouteHost {
    /// The result of answering what is in the buffer.
    enum Step {
        /// The next request is incomplete.
        case more
        /// The reply has acts or many bytes, which are played before the next request is answered.
        case slow([Batch.Element], keepsAlive: Bool)
        /// The request has a body that has not come yet.
        case body(AwaitedBody)
        /// The connection ends behind the reply; if it `lingers`, the client is still sending.
        case last(lingers: Bool)
    }

    /// A body that is still to come, and the head that it belongs to.
    struct AwaitedBody {
        let framing: BodyFraming
        let head: [UInt8]
        let expectsContinue: Bool
        /// The route that answers, if the head tells which one it is.
        let route: FoundRoute?
        /// No possible route looks at the body, so it is not kept.
        let isIgnored: Bool
        /// The table that was in service when the head came, which answers even if it is replaced meanwhile.
        let table: RouteTable
    }

    /// Answers the requests in the buffer, one after the other, into `output`.
    func answer(_ input: inout ReadBuffer, _ parser: inout HeadParser, of channel: Channel) -> Step {
        while !input.isEmpty {
            let bytes = input.bytes
            switch parser.parse(bytes) {
            case .incomplete: return .more
            case .malformed(let deviation):
                output.append(Refusal.bytes(of: deviation))
                return .last(lingers: true)
            case .complete: break
            }
            let length = parser.length
            let keepsAlive = parser.keepsAlive
            var view = parser.view(in: bytes)
            let bodyLength: Int
            switch parser.framing {
            case .none: bodyLength = 0
            // A client that waits for leave gets it, also if its body is here: a reply may not hang on the time.
            case .length(let count) where bytes.count - length >= count && !parser.expectsContinue:
                bodyLength = count
            case .length, .chunked:
                let finding = table.find(view, in: surroundings)
                let body = AwaitedBody(
                    framing: parser.framing, head: Array(bytes[..<length]), expectsContinue: parser.expectsContinue,
                    route: finding.routeByHead, isIgnored: !finding.needsBody, table: table)
                parser.reset()
                input.consume(length)
                return .body(body)
            }
            view.body = UnsafeRawBufferPointer(rebasing: bytes[length..<length + bodyLength])
            let finding = table.find(view, in: surroundings)
            // The view is consumed before the reset, so that the memory of the fields can be reused.
            let acts = answer(consume view, finding, of: channel)
            parser.reset()
            input.consume(length + bodyLength)
            if !acts.isEmpty { return .slow(acts, keepsAlive: keepsAlive) }
            // A client that announced the end and has sent nothing more need not be waited for.
            if !keepsAlive { return .last(lingers: !input.isEmpty) }
            if output.count >= Self.outputLimit { return .slow([], keepsAlive: true) }
        }
        return .more
    }

    /// Writes the reply to one request, or a refusal that names the nearest route.
    func answer(
        _ request: RequestView, _ finding: RouteTable.Finding, of channel: Channel, _ portion: ReplyPortion = .whole
    ) -> [Batch.Element] {
        if let route = finding.route {
            answered += 1
            if let log, log.tells(.requestAnswered) { tell(log, .requestAnswered, request, ("route", route.name)) }
            return route.answer(request, in: surroundings, visit: visit(request, of: channel), portion, into: &output)
        }
        unmatched += 1
        let sentence = table.diagnosis(of: request, in: surroundings)
        if let log, log.tells(.requestUnmatched) { tell(log, .requestUnmatched, request, ("nearest", sentence)) }
        let allowed = table.methods(atPathOf: request, in: surroundings)
        let method = String(decoding: request.method, as: UTF8.self)
        // RFC 9110 section 15.5.6. If a route has the method and only asks for more, the answer is 404.
        let isAllowed = allowed.isEmpty || allowed.contains(method)
        output.append(
            Refusal.bytes(
                isAllowed ? 404 : 405, sentence, fields: isAllowed ? [] : ["Allow: \(allowed.joined(separator: ", "))"],
                withBody: method != "HEAD"))
        return []
    }

    private func tell(_ log: ServerLog, _ kind: ServerLog.Kind, _ request: RequestView, _ more: (String, String)) {
        let method = String(decoding: request.method.prefix(Self.toldAtMost), as: UTF8.self)
        let target = String(decoding: request.target.prefix(Self.toldAtMost), as: UTF8.self)
        log.tell(kind, nil, [("method", .text(method)), ("target", .text(target)), (more.0, .text(more.1))])
    }

    /// What generators may ask of the world.
    func visit(_ request: RequestView, of channel: Channel) -> Visit {
        Visit(
            peer: channel.peer?.host ?? "", scheme: String(surroundings.scheme),
            authority: String(surroundings.authority),
            methods: table.methods(atPathOf: request, in: surroundings), seed: .random(in: 0 ... .max))
    }

    private static let toldAtMost = 1000
    private static let outputLimit = 256 * 1024
}

extension RouteTable.Finding {
    var route: FoundRoute? { if case .found(let route) = self { route } else { nil } }
    var needsBody: Bool { if case .needsBody = self { true } else { false } }

    /// The one that answers, even if what it answers depends on the body.
    var routeByHead: FoundRoute? { if case .needsBody(let route) = self { route } else { route } }
}

extension FoundRoute {
    /// `notes.routes:4`
    fileprivate var name: String { "\(file):\(place.line)" }
}

/// The server's own reply to a request that no route answers, which says why. It has a Date, RFC 9110 section 6.6.1,
/// because no author has written its head.
enum Refusal {
    static func bytes(
        _ status: Int, _ sentence: String, fields: [String] = [], withBody: Bool = true, closes: Bool = false
    ) -> [UInt8] {
        let text = "quintain: \(sentence)\n"
        let reason = ReasonPhrase.phrase(for: status).map(\.description) ?? ""
        let head = [
            "HTTP/1.1 \(status) \(reason)",
            "Date: " + String(decoding: HTTPDate.bytes(secondsSinceEpoch: Int(WallClock.seconds)), as: UTF8.self),
            "Content-Type: text/plain; charset=utf-8",
            "Content-Length: \(text.utf8.count)",
        ]
        let lines = head + fields + (closes ? ["Connection: close"] : []) + ["", withBody ? text : ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// The answer to bytes that are no HTTP; the connection ends behind it.
    static func bytes(of deviation: Deviation) -> [UInt8] {
        bytes(deviation.status ?? 400, "\(deviation.sentence) (\(deviation.citation))", closes: true)
    }
}
