// ReplyCompiler.swift: from the lines of a reply to its steps.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWire

/// Compiles the reply of one exchange for one kind of request.
///
/// The server adds one thing to what the author wrote: `Content-Length`, where the head has no framing
/// field and a body could follow. Chunks are framed where the head says that they are.
struct ReplyCompiler {
    /// What of the request's method changes the reply.
    enum Request: CaseIterable {
        /// Body lines are counted and not sent.
        case head
        /// A 2xx has no body.
        case connect
        case other

        init(method: UnsafeRawBufferPointer) {
            self = method.elementsEqual("HEAD".utf8) ? .head : method.elementsEqual("CONNECT".utf8) ? .connect : .other
        }
    }

    let path: [PathSegment]
    private let request: Request
    var reply = CompiledReply()
    /// The run under way.
    var run: [ReplySegment] = []

    /// `path` is that of the route, whose segments the lines may name.
    static func compile(_ steps: [ReplyStep], of path: [PathSegment], for request: Request) -> CompiledReply {
        var compiler = ReplyCompiler(path: path, request: request)
        for message in ReplyMessage.split(steps) { compiler.compile(message) }
        compiler.endRun()
        return compiler.reply
    }

    private init(path: [PathSegment], request: Request) {
        self.path = path
        self.request = request
    }

    private mutating func compile(_ message: ReplyMessage) {
        let status = message.status.map { segments($0, in: []) } ?? []
        // What `{{length}}` stands for must be known before the head is written.
        var bodies = [[ReplySegment]](repeating: [], count: message.steps.count)
        var body: [ReplySegment] = []
        for index in message.steps.indices {
            guard case .send(.body(let template, let newline), _) = message.steps[index] else { continue }
            if message.isJoined(index) { bodies[index].add(.constant(newline.bytes)) }
            bodies[index].add(segments(template, in: []))
            body.add(bodies[index])
        }
        // A body may tell its own length, which was not known while its lines were taken apart.
        for index in bodies.indices {
            for part in bodies[index].indices {
                if case .length = bodies[index][part] { bodies[index][part] = .length(body) }
            }
        }
        let frame = framing(of: message, status: status)
        let isSent = request != .head

        for (index, step) in message.steps.enumerated() {
            switch step {
            case .send(let line, _):
                switch line {
                case .start(let template):
                    run.add(segments(template, in: body))
                    if message.lacksPhrase { run.add(.phrase(status: status)) }
                    run.add("\r\n")
                case .field(let template, _):
                    run.add(segments(template, in: body))
                    run.add("\r\n")
                case .headEnd: endHead(frame, status, body)
                case .body:
                    guard isSent else { break }
                    if frame == .chunked { chunk(message, index, bodies) } else { run.add(bodies[index]) }
                case .raw(let template, _): run.add(segments(template, in: body))
                case .trailer(let template):
                    guard isSent else { break }
                    run.add(segments(template, in: body))
                    run.add("\r\n")
                }
            case .act(.trailers, _): break
            case .act(let act, _):
                endRun()
                reply.steps.append(.act(act))
            }
            if index == message.impliedHeadEnd { endHead(frame, status, body) }
            if frame == .chunked, isSent, !message.isRaw {
                if index == message.bodyEnd { run.add("0\r\n") }
                if index == message.trailersEnd { run.add("\r\n") }
            }
        }
    }

    private enum Framing { case own, chunked, none, length, lengthByStatus }

    private func framing(of message: ReplyMessage, status: [ReplySegment]) -> Framing {
        if message.isChunked { return .chunked }
        if message.hasFraming || message.isRaw || message.closesBehindBody { return .own }
        guard let digits = status.constant else { return .lengthByStatus }
        return ReplyStatus.canHaveBody(ReplyStatus.number(digits), request) ? .length : .none
    }

    private mutating func endHead(_ framing: Framing, _ status: [ReplySegment], _ body: [ReplySegment]) {
        switch framing {
        case .own, .chunked, .none: break
        case .length:
            run.add("Content-Length: ")
            if let length = body.constantLength { run.add(String(length)) } else { run.add(.length(body)) }
            run.add("\r\n")
        case .lengthByStatus: run.add(.lengthField(status: status, body: body))
        }
        run.add("\r\n")
    }

    /// Ends the run; long stretches of the stream become steps, short ones are made now.
    private mutating func endRun() {
        var pending: [ReplySegment] = []
        for segment in run {
            guard case .pattern(let count, let from) = segment else {
                pending.add(segment)
                continue
            }
            if count <= longestMade {
                pending.add(.constant(PatternBytes.array(count, from: from)))
            } else {
                if !pending.isEmpty { reply.steps.append(.write(pending)) }
                pending = []
                reply.steps.append(.pattern(count: count, from: from))
            }
        }
        if !pending.isEmpty { reply.steps.append(.write(pending)) }
        run = []
    }
}

/// Longer stretches of the stream are not made until they are sent.
private let longestMade = 16_384
