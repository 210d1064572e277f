// GeneratedLines.swift: the lines of a reply that are written out for each request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainGenerators
internal import QuintainNotation
internal import QuintainReply
internal import QuintainScenario
internal import QuintainWire

/// The lines of a reply that calls generators, or whose body is framed as its request says.
///
/// For each request they are written out as an author would have written them, and then compiled like any other reply:
/// the output of a generator is framed, counted and chunked by the same rules.
struct GeneratedLines {
    private let steps: [ReplyStep]
    /// The lines call generators, a value decides the framing, or one may have a line end that its line must not have:
    /// they cannot be compiled before a request comes.
    let hangOnRequest: Bool
    /// Some lines are raw bytes of the author's.
    let hasRawLine: Bool
    /// A generator, or a value in a line beside it, reads the request's body.
    let readsBody: Bool
    /// The first message is a written `100 Continue`.
    let beginsWithContinue: Bool

    init(_ steps: [ReplyStep]) {
        self.steps = steps
        let values = steps.flatMap(\.templates).flatMap(\.values)
        let calls = values.compactMap(\.call)
        hangOnRequest = !calls.isEmpty || steps.contains { $0.isFramedByRequest || $0.quotesRequestOnOneLine }
        hasRawLine = steps.contains { $0.isRaw }
        readsBody =
            calls.contains { GeneratorWord.readsBody($0) }
            || values.contains { $0.all.contains { $0.function == .requestBody } }
        beginsWithContinue = steps.first { $0.isSent }?.writtenStatus == 100
    }

    /// The lines for one request. A reply to HEAD has no pauses and, unless the route is one for HEAD, no raw bytes
    /// behind the head.
    func written(
        by generator: inout Generator, in environment: RequestEnvironment, for request: ReplyCompiler.Request
    ) throws(GeneratorRefusal) -> [ReplyStep] {
        let toHead = request.isHead
        var cut = request == .headOfAnother ? HeadAlone() : nil
        var written: [ReplyStep] = []
        var reply: GeneratedReply?
        /// The lines of a generator that stand below its head.
        var owed: [ReplyStep] = []
        var leavesBody = true
        var hasNoBody = false
        func endMessage() {
            written += owed
            owed = []
        }
        for step in steps {
            guard case .send(let line, let place) = step else {
                endMessage()
                written.append(step)
                continue
            }
            if line.startsMessage {
                endMessage()
                reply = nil
            }
            cut?.pass(line)
            switch line {
            case .start(let template):
                guard let call = template.values.first?.call, call.makesReply else {
                    let start = try start(template, &generator, environment)
                    hasNoBody =
                        start.status.map {
                            $0 == 205 || !Framing(status: $0, answersConnect: request == .connect).mayHaveBody
                        } ?? false
                    written.append(.send(.start(start.line), place))
                    continue
                }
                let made = try generator.reply(call)
                reply = made
                leavesBody = call.leavesBody
                if made.after > 0, !toHead { written.append(.act(.wait(made.after), place)) }
                written += Self.head(of: made, place)
                owed = made.body.map { Self.body($0, toHead: toHead) } ?? []
            case .field(let template, let name, _):
                if reply?.allows(field: name, leavesBody: leavesBody) ?? true {
                    let line = try oneLine(template, &generator, environment)
                    let decided = step.isFramedByRequest ? line.decided(in: environment) : line
                    written.append(.send(.field(decided, name: name), place))
                }
            case .headEnd: if reply?.body == nil { written.append(step) } else { endMessage() }
            case .body(let template, let newline):
                guard reply?.body == nil, !hasNoBody else { continue }
                let pieces = toHead ? [try filled(template, &generator)] : try pieces(template, &generator)
                for (index, piece) in pieces.enumerated() {
                    // The act ends a chunk: under chunked coding each piece is a chunk of its own.
                    if index > 0 { written.append(.act(.flush, place)) }
                    written.append(.send(.body(piece, newline: newline), place))
                }
            case .raw(let template, let startsMessage):
                var line = try filled(template, &generator)
                if let left = cut?.left(of: line.decided(in: environment)) { line = left }
                written.append(.send(.raw(line, startsMessage: startsMessage), place))
            case .trailer where hasNoBody: continue
            case .trailer(let template):
                written.append(.send(.trailer(try oneLine(template, &generator, environment)), place))
            }
        }
        endMessage()
        return written
    }

    /// The start line with its reason phrase, and its status, if values made it; nil: the status is literal.
    private func start(
        _ template: Template, _ generator: inout Generator, _ environment: RequestEnvironment
    ) throws(GeneratorRefusal) -> (line: Template, status: Int?) {
        if template.literal != nil { return (template, nil) }
        var line = try oneLine(template, &generator, environment).decided(in: environment)
        let bytes = line.literal ?? []
        guard let status = StartLine.status(of: bytes), status >= 100 else {
            throw GeneratorRefusal(noStatus: Array(bytes.drop { $0 != Octet.space }.dropFirst()))
        }
        if StartLine.lacksPhrase(template, sentAs: bytes) {
            line.append(Array(" \(ReasonPhrase.phrase(for: status)?.description ?? "")".utf8))
        }
        return (line, status)
    }

    /// The reply to a request that asks for something that cannot be made, with the fields that all replies have.
    static func refusal(_ refusal: GeneratorRefusal, _ commonFields: [ReplyStep]) -> [ReplyStep] {
        let place = Place(line: 1)
        // Fields that could be refused in turn are left out.
        let fields = commonFields.filter { !$0.templates.flatMap(\.values).contains(where: \.quotesRequest) }
        return Self.head(of: GeneratedReply(refusal: refusal), place) + fields + [
            .send(.headEnd, place),
            .send(.body(Template("quintain: \(refusal.sentence)\n"), newline: .lf), place),
        ]
    }

    private static func head(of reply: GeneratedReply, _ place: Place) -> [ReplyStep] {
        let phrase = ReasonPhrase.phrase(for: reply.status)?.description ?? ""
        let start = SendLine.start(Template("HTTP/1.1 \(reply.status) \(phrase)"))
        return [.send(start, place)] + reply.fields.map { .send($0.line, place) }
    }

    private static func body(_ parts: [GeneratedReply.Part], toHead: Bool) -> [ReplyStep] {
        let place = Place(line: 1)
        var written: [ReplyStep] = [.send(.headEnd, place)]
        if toHead {
            // To HEAD the body is only counted.
            let all = parts.flatMap { part in if case .bytes(let bytes) = part { bytes } else { [UInt8]() } }
            return all.isEmpty ? written : written + [.send(.body(Template(all), newline: .lf), place)]
        }
        for part in parts {
            switch part {
            case .wait(let milliseconds): written.append(.act(.wait(milliseconds), place))
            case .bytes(let bytes):
                // The act keeps two body lines apart, which would otherwise have a line end between them.
                if case .send(.body, _) = written.last { written.append(.act(.flush, place)) }
                written.append(.send(.body(Template(bytes), newline: .lf), place))
            }
        }
        return written
    }

    /// The template with the bytes of generators in their places.
    private func filled(_ template: Template, _ generator: inout Generator) throws(GeneratorRefusal) -> Template {
        var result = Template()
        for piece in template.pieces {
            switch piece {
            case .literal(let bytes): result.append(bytes)
            case .value(let value): result.append(try filled(value, &generator))
            }
        }
        return result
    }

    /// The same for a line of a head: a value of the request must not make two lines of it (RFC 9110 section 5.5).
    private func oneLine(
        _ template: Template, _ generator: inout Generator, _ environment: RequestEnvironment
    ) throws(GeneratorRefusal) -> Template {
        var result = Template()
        for piece in template.pieces {
            guard case .value(let value) = piece else {
                result.append(piece)
                continue
            }
            let made = try filled(value, &generator)
            if value.quotesRequest, let bytes = made.bytes(in: environment), bytes.contains(where: Octet.endsLine) {
                let quoted = Quoting.excerpt(bytes)
                throw GeneratorRefusal(
                    400, "the request asks for \(quoted) in a line of the head, which a line end would end")
            }
            result.append(made)
        }
        return result
    }

    private func filled(_ value: Value, _ generator: inout Generator) throws(GeneratorRefusal) -> Value {
        guard let call = value.call else { return value }
        return Value(.text(Array(try generator.value(call).joined())), value.transforms, at: value.place)
    }

    /// The lines that a body line becomes: one, unless it is a single generator that makes several pieces.
    private func pieces(_ template: Template, _ generator: inout Generator) throws(GeneratorRefusal) -> [Template] {
        guard let value = template.soleValue, value.transforms.isEmpty, let call = value.call else {
            return [try filled(template, &generator)]
        }
        return try generator.value(call).map { Template($0) }
    }
}

extension GeneratedReply {
    /// Whether a written field is sent: not if the generator has one of its name, nor if it describes a body that is
    /// not sent.
    fileprivate func allows(field name: String?, leavesBody: Bool) -> Bool {
        guard let name else { return true }
        if fields.contains(where: { $0.isNamed(name) }) { return false }
        let isOfBodyBelow = leavesBody && body != nil
        return !(name.hasPrefix("content-") && (isOfBodyBelow || status == 304))
    }
}

extension Field {
    fileprivate var line: SendLine { .field(Template(Array("\(name): ".utf8) + value), name: name.lowercased()) }
}

extension Value {
    /// The request may make any bytes of it. A segment of the path and a field have no line end as they come.
    fileprivate var quotesRequest: Bool {
        all.contains { value in
            switch value.function {
            case .requestBody, .captured, .generated: true
            case .pathPart, .requestHeader: !value.transforms.allSatisfy(\.keepsLine)
            default: false
            }
        }
    }

    fileprivate var call: GeneratorCall? { if case .generated(let call) = function { call } else { nil } }
}

extension Transform {
    /// Makes no line end out of bytes without one.
    fileprivate var keepsLine: Bool {
        switch self {
        case .base64, .percent, .truncate, .otherwise, .lineEnds, .chunks: true
        case .coding, .corrupt: false
        }
    }
}

extension GeneratorCall {
    fileprivate var makesReply: Bool { GeneratorWord(rawValue: name)?.makesReply ?? false }
    fileprivate var leavesBody: Bool { GeneratorWord(rawValue: name)?.leavesBody ?? false }
}

extension Template {
    /// The template with the values that the request decides. The length of the body is not known yet, and a stretch of
    /// the stream may be too long to be made.
    fileprivate func decided(in environment: RequestEnvironment) -> Template {
        var result = Template()
        for piece in pieces {
            if case .value(let value) = piece, value.all.allSatisfy({ $0.function.isDecidedByRequest }) {
                result.append(value.bytes(in: environment) ?? [])
            } else {
                result.append(piece)
            }
        }
        return result
    }
}

extension Function {
    fileprivate var isDecidedByRequest: Bool {
        switch self {
        case .length, .bytes: false
        default: true
        }
    }
}

extension ReplyStep {
    /// Whether a value decides if the body is chunked: one in Transfer-Encoding, or one in the name of a field.
    fileprivate var isFramedByRequest: Bool {
        guard case .send(.field(let line, let name, _), _) = self, line.literal == nil else { return false }
        if let name { return name == "transfer-encoding" }
        guard case .literal(let bytes)? = line.pieces.first else { return true }
        return !bytes.contains(UInt8(ascii: ":"))
    }

    fileprivate var templates: [Template] {
        if case .send(let line, _) = self { line.template.map { [$0] } ?? [] } else { [] }
    }

    /// A start line or a field with a value in it that may have a line end.
    fileprivate var quotesRequestOnOneLine: Bool {
        guard case .send(let line, _) = self, line.isOneLine else { return false }
        return templates.flatMap(\.values).contains(where: \.quotesRequest)
    }

    fileprivate var isSent: Bool { if case .send = self { true } else { false } }

    fileprivate var isRaw: Bool { if case .send(.raw, _) = self { true } else { false } }

    /// The status of a start line, if it is written out.
    fileprivate var writtenStatus: Int? {
        guard case .send(.start(let template), _) = self else { return nil }
        return StartLine.status(in: template)?.literal.flatMap { StartLine.number($0) }
    }
}

extension GeneratorRefusal {
    /// The refusal of a reply whose status, made by the request or a generator, is none.
    init(noStatus word: [UInt8]) {
        let quoted = Quoting.quoted(word.prefix(100))
        self.init(400, "the status of this reply would be \(quoted): one has three digits, from 100 on")
    }
}
