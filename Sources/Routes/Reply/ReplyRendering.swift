// ReplyRendering.swift: writes a compiled reply for one request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainGenerators
internal import QuintainNotation
internal import QuintainReply
internal import QuintainScenario
internal import QuintainWire

/// Writes the runs of a reply. Values of this reply alone are made once, before the first byte.
struct ReplyRendering {
    private let environment: RequestEnvironment
    private let answersConnect: Bool
    private let values: [[UInt8]]

    init(_ reply: CompiledReply, in environment: RequestEnvironment) {
        self.environment = environment
        answersConnect = environment.request.method.elementsEqual("CONNECT".utf8)
        values = reply.values.isEmpty ? [] : reply.values.map { $0.bytes(in: environment) ?? [] }
    }

    /// Appends the beginning of the reply, and returns the acts that are left to do: none, for most replies. Nothing is
    /// appended of a reply that is refused.
    func write(
        _ reply: CompiledReply, _ portion: ReplyPortion = .whole, into output: inout OutputBytes
    ) throws(GeneratorRefusal) -> [Batch.Element] {
        let all = try steps(of: reply, portion)
        var acts: [Batch.Element] = []
        for step in all {
            switch step {
            case .write(let run) where acts.isEmpty: write(run, into: &output)
            case .write(let run):
                if let bytes = run.constant {
                    acts.append(.bytes(bytes))
                    continue
                }
                var bytes = OutputBytes(capacity: 256)
                write(run, into: &bytes)
                acts.append(.bytes(bytes.array))
            case .pattern(let count, let from): acts.append(.pattern(from: from, count: count))
            case .strike(let strike): acts.append(.strike(strike))
            }
        }
        return acts
    }

    func write(_ run: [ReplySegment], into output: inout OutputBytes) {
        for segment in run {
            switch segment {
            case .constant(let bytes): output.append(bytes)
            case .path(let number): output.append(environment.target.segment(number, isRest: false))
            case .header(let name): if let value = environment.request.value(of: name) { output.append(value) }
            case .requestBody: if let body = environment.request.body { output.append(body) }
            case .value(let number): output.append(values[number])
            case .pattern(let count, let from):
                output.append(count: count) { PatternBytes.fill($0, from: from) }
            case .phrase(let status):
                guard let number = number(of: status, isAlone: true) else { continue }
                output.append(UInt8(ascii: " "))
                if let phrase = ReasonPhrase.phrase(for: number) { output.append(phrase) }
            case .length(let body): output.append(decimal: length(of: body))
            case .chunked(let content, let shapes): writeChunks(content, shapes, into: &output)
            case .strike: preconditionFailure("a step of its own")
            case .framed, .field, .line, .status: preconditionFailure("of a stream")
            }
        }
    }

    private func writeChunks(_ content: [ReplySegment], _ shapes: [ChunkShape], into output: inout OutputBytes) {
        var whole = OutputBytes(capacity: 256)
        write(content, into: &whole)
        var rest = whole.array[...]
        for shape in shapes.cutting(rest.count) {
            output.append(String(shape.size, radix: 16) + shape.extensions + "\r\n")
            output.append(Array(rest.prefix(shape.size)))
            output.append("\r\n" as StaticString)
            rest = rest.dropFirst(shape.size)
        }
    }

    func steps(
        of reply: CompiledReply, _ portion: ReplyPortion
    ) throws(GeneratorRefusal) -> [CompiledMessage.Step] {
        var all: [CompiledMessage.Step] = []
        for message in reply[portion] { all += try steps(of: message) }
        return all
    }

    /// The steps of a message, once its status is known.
    private func steps(of message: CompiledMessage) throws(GeneratorRefusal) -> [CompiledMessage.Step] {
        guard let computed = message.computedStatus else { return message.steps }
        guard let status = number(of: computed), status >= 100 else {
            var output = OutputBytes(capacity: 64)
            write(computed, into: &output)
            throw GeneratorRefusal(noStatus: output.array)
        }
        if status == 205 { return message.stepsOfReset }
        if status == Self.switching { return message.stepsWithoutBody + [.strike(.switchProtocols)] }
        let framing = Framing(status: status, answersConnect: answersConnect)
        return framing.mayHaveBody ? message.steps : message.stepsWithoutBody
    }

    private func length(of segments: [ReplySegment]) -> Int {
        var known = 0
        var lengths = 0
        for segment in segments {
            switch segment {
            case .constant(let bytes): known += bytes.count
            case .pattern(let count, _): known += count
            case .path(let number): known += environment.target.segment(number, isRest: false).count
            case .header(let name): known += environment.request.value(of: name)?.count ?? 0
            case .requestBody: known += environment.request.body?.count ?? 0
            case .value(let number): known += values[number].count
            // The length of the body within the body: its digits count as well.
            case .length(let body) where body.isEmpty: lengths += 1
            case .length(let body): known += String(length(of: body)).utf8.count
            case .phrase, .chunked, .framed, .field, .line, .status, .strike: preconditionFailure("not part of a body")
            }
        }
        var total = known
        while lengths > 0 {
            let next = known + lengths * String(total).utf8.count
            if next <= total { break }
            total = next
        }
        return total
    }

    private static let switching = 101

    private func number(of status: [ReplySegment], isAlone: Bool = false) -> Int? {
        // Nearly always the status is one segment of the path.
        if status.count == 1, case .path(let number) = status[0] {
            return StartLine.number(environment.target.segment(number, isRest: false))
        }
        var output = OutputBytes(capacity: 64)
        write(status, into: &output)
        return isAlone ? StartLine.number(output.bytes) : StartLine.status(behindVersion: output.bytes)
    }
}
