// ReplyCompiler.swift: compiles the lines of a reply into its steps.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainReply
internal import QuintainScenario
internal import QuintainWire

/// Compiles the reply of one exchange for one kind of request: a ``MessageWriter`` writes it, and values that depend on
/// the request stay open.
struct ReplyCompiler {
    /// The kinds of request for which a reply differs.
    enum Request: Int, CaseIterable {
        /// Body lines are counted and not sent.
        case head
        /// The same, but the route is not written for HEAD: raw bytes end with the head.
        case headOfAnother
        /// For CONNECT: a 2xx has no body.
        case connect
        case other

        /// - Parameter route: the method that the route is written for.
        init(method: UnsafeRawBufferPointer, to route: Template) {
            if method.elementsEqual("HEAD".utf8) {
                let isWrittenForIt = route.literal?.elementsEqual("HEAD".utf8) ?? false
                self = isWrittenForIt ? .head : .headOfAnother
            } else {
                self = method.elementsEqual("CONNECT".utf8) ? .connect : .other
            }
        }

        var isHead: Bool { self == .head || self == .headOfAnother }
    }

    let path: [PathSegment]
    private let request: Request
    /// The reply leaves on a stream of HTTP/2.
    private let syntax: MessageSyntax
    var reply = CompiledReply()

    /// - Parameter path: the path of the route, whose segments the lines may name.
    static func compile(
        _ steps: [ReplyStep], of path: [PathSegment], for request: Request, in syntax: MessageSyntax = .lines
    ) -> CompiledReply {
        var compiler = ReplyCompiler(path: path, request: request, syntax: syntax)
        for message in ReplyMessage.split(steps) { compiler.compile(message) }
        return compiler.reply
    }

    private init(path: [PathSegment], request: Request, syntax: MessageSyntax) {
        self.path = path
        self.request = request
        self.syntax = syntax
    }

    private mutating func compile(_ message: ReplyMessage) {
        let status = message.start.flatMap { StartLine.status(in: $0) }.map { segments($0, in: []) }
        let body = Body(of: message, by: &self)
        var survey = ReplyWriter<ReplySegment>.Survey()
        survey.length = body.digits
        survey.hasRawLine = message.hasRawLine
        survey.closeEndsBody = message.closeEndsBody
        survey.answersHead = request.isHead
        survey.answersConnect = request == .connect
        survey.isCutShort = message.isCutShort
        var compiled = CompiledMessage()
        if let status, status.constant == nil {
            compiled.computedStatus = status
            survey.isStatusComputed = true
            survey.status = Self.oneWithoutBody
            compiled.stepsWithoutBody = steps(of: message, status, body, survey)
            survey.status = nil
            let cut = ReplyMessage(steps: message.steps.filter { if case .send(.body, _) = $0 { false } else { true } })
            survey.length = .constant([UInt8(ascii: "0")])
            compiled.stepsOfReset = steps(of: cut, status, Body(of: cut, by: &self), survey)
            survey.length = body.digits
        } else {
            survey.status = status?.constant.flatMap { StartLine.number($0) }
        }
        compiled.steps = steps(of: message, status ?? [], body, survey)
        compiled.isContinue = survey.status == Self.goOn
        reply.messages.append(compiled)
    }

    private mutating func steps(
        of message: ReplyMessage, _ status: [ReplySegment], _ body: Body, _ survey: ReplyWriter<ReplySegment>.Survey
    ) -> [CompiledMessage.Step] {
        var writer = syntax.writer(survey)
        var steps = StepRow()
        var hasBegun = false
        for (index, step) in message.steps.enumerated() {
            switch step {
            case .send(let line, _):
                hasBegun = true
                switch line {
                case .start where !syntax.hasText:
                    steps.add([.status(status)])
                case .start(let template):
                    steps.add(segments(template, in: body.whole))
                    if StartLine.endsInStatus(template) { steps.add([.phrase(status: status)]) }
                    steps.add([.constant(Array("\r\n".utf8))])
                case .field(let template, let name, let isSpelled):
                    // In frames a name that the request makes is no string of the author's.
                    let name = isSpelled ? nil : name ?? (syntax.hasText ? nil : "")
                    steps.add(writer.field(segments(template, in: body.whole), name: name, nil))
                case .headEnd: steps.add(writer.endHead(nil))
                case .body(let template, let newline):
                    steps.add(writer.body(body.lines[index], newline: newline, shapes: template.chunkShapes, nil))
                case .raw(let template, _): steps.add(writer.raw(segments(template, in: body.whole), nil))
                case .trailer(let template): steps.add(writer.trailer(segments(template, in: body.whole), nil))
                }
            case .act(.trailers, _): steps.add(writer.trailers(nil))
            case .act(let act, _):
                if hasBegun { steps.add(writer.pause(message.continuation(behind: index))) }
                steps.add(act)
            }
        }
        if hasBegun { steps.add(writer.pause([])) }
        return steps.all
    }

    /// The body lines of a message, which `{{length}}` measures before its head is written.
    private struct Body {
        /// The segments of each body line, by the index of its step.
        var lines: [[ReplySegment]]
        var whole: [ReplySegment] = []

        init(of message: ReplyMessage, by compiler: inout ReplyCompiler) {
            lines = [[ReplySegment]](repeating: [], count: message.steps.count)
            for index in message.steps.indices {
                guard case .send(.body(let template, let newline), _) = message.steps[index] else { continue }
                if message.isJoined(index) { whole.add(.constant(newline.bytes)) }
                lines[index] = compiler.segments(template, in: [])
                whole.add(lines[index])
            }
            // A body may contain its own length, which was not known while its lines were compiled.
            for index in lines.indices {
                for part in lines[index].indices {
                    if case .length = lines[index][part] { lines[index][part] = .length(whole) }
                }
            }
        }

        var digits: ReplySegment { whole.byteCount.map { .constant(Array(String($0).utf8)) } ?? .length(whole) }
    }

    /// The status that stands for any without a body: RFC 9110 section 15.3.5.
    private static let oneWithoutBody = 204
    private static let goOn = 100
}

/// Consecutive steps. Long stretches of the stream are steps of their own, short ones are made at once.
private struct StepRow {
    private var steps: [CompiledMessage.Step] = []
    private var run: [ReplySegment] = []

    mutating func add(_ parts: [Outgoing<ReplySegment>]) { for part in parts { add(part) } }

    mutating func add(_ part: Outgoing<ReplySegment>) { add(part.content) }

    mutating func add(_ segments: [ReplySegment]) {
        for segment in segments {
            switch segment {
            case .pattern(let count, let from) where count > Self.longestMade:
                endRun()
                steps.append(.pattern(count: count, from: from))
            case .pattern(let count, let from): run.add(.constant(PatternBytes.array(count, from: from)))
            // Bytes behind a refused CONNECT are read as requests anyway.
            case .strike(.noTunnel): break
            case .strike(let strike):
                endRun()
                steps.append(.strike(strike))
            case .constant, .path, .header, .requestBody, .value, .phrase, .length, .chunked, .framed, .field, .line,
                .status:
                run.add(segment)
            }
        }
    }

    mutating func add(_ act: Act) {
        endRun()
        if case .wait(let milliseconds) = act {
            steps.append(.strike(.wait(milliseconds)))
        } else if let strike = Strike(act) {
            steps.append(.strike(strike))
        } else {
            preconditionFailure("no route has the act \(act)")
        }
    }

    var all: [CompiledMessage.Step] {
        var row = self
        row.endRun()
        return row.steps
    }

    private mutating func endRun() {
        if !run.isEmpty { steps.append(.write(run)) }
        run = []
    }

    /// The longest stretch of the stream that is made at once; longer ones are made while they are sent.
    private static let longestMade = 16_384
}
