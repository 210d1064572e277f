// ReplyRendering.swift: the bytes of a compiled reply, for one request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWire

/// Writes the runs of a reply. The values that only this reply has are made once, before the first byte.
struct ReplyRendering {
    private let environment: RequestEnvironment
    private let request: ReplyCompiler.Request
    private let values: [[UInt8]]

    init(_ reply: CompiledReply, in environment: RequestEnvironment) {
        self.environment = environment
        request = ReplyCompiler.Request(method: environment.request.method)
        values = reply.values.isEmpty ? [] : reply.values.map { $0.bytes(in: environment) ?? [] }
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
                output.append(UInt8(ascii: " "))
                if let number = number(of: status), let phrase = ReasonPhrase.phrase(for: number) {
                    output.append(phrase)
                }
            case .lengthField(let status, let body):
                guard ReplyStatus.canHaveBody(number(of: status), request) else { break }
                output.append("Content-Length: " as StaticString)
                output.append(decimal: length(of: body))
                output.append("\r\n" as StaticString)
            case .length(let body): output.append(decimal: length(of: body))
            case .chunkHead(let content):
                let length = length(of: content)
                if length > 0 { output.append(chunkHead: length) }
            case .chunkEnd(let content): if length(of: content) > 0 { output.append("\r\n" as StaticString) }
            case .chunks(let number, let shapes): writeChunks(values[number], shapes, into: &output)
            }
        }
    }

    private func writeChunks(_ bytes: [UInt8], _ shapes: [ChunkShape], into output: inout OutputBytes) {
        var rest = bytes[...]
        for (size, extensions) in ReplyChunks.cut(bytes.count, shapes) {
            output.append(chunkHead: size, extensions: extensions)
            output.append(Array(rest.prefix(size)))
            output.append("\r\n" as StaticString)
            rest = rest.dropFirst(size)
        }
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
            case .value(let number), .chunks(let number, _): known += values[number].count
            // The body's own length, in the body: the digits count as well.
            case .length(let body) where body.isEmpty: lengths += 1
            case .length(let body): known += String(length(of: body)).utf8.count
            case .phrase, .lengthField, .chunkHead, .chunkEnd: preconditionFailure("not part of a body")
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

    private func number(of status: [ReplySegment]) -> Int? {
        // Nearly always it is one segment of the path.
        if status.count == 1, case .path(let number) = status[0] {
            return ReplyStatus.number(environment.target.segment(number, isRest: false))
        }
        var output = OutputBytes(capacity: 64)
        write(status, into: &output)
        return ReplyStatus.number(output.bytes)
    }
}
