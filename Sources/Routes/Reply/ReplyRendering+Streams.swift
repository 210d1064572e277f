// ReplyRendering+Streams.swift: a compiled reply as the elements of an HTTP/2 stream.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainGenerators
internal import QuintainNotation
internal import QuintainReply
internal import QuintainWire

extension ReplyRendering {
    /// The whole reply: the fields of its heads, its bytes, and the marks that end frames.
    func elements(
        of reply: CompiledReply, _ portion: ReplyPortion = .whole
    ) throws(GeneratorRefusal) -> [Batch.Element] {
        var elements: [Batch.Element] = []
        for step in try steps(of: reply, portion) {
            switch step {
            case .write(let run): append(run, to: &elements)
            case .pattern(let count, let from): elements.append(.pattern(from: from, count: count))
            case .strike(let strike): elements.append(.strike(strike))
            }
        }
        return elements
    }

    private func append(_ run: [ReplySegment], to elements: inout [Batch.Element]) {
        var rest = run[...]
        while let first = rest.first {
            switch first {
            case .field(let name, let value): elements.append(.field(name: name, value: value))
            case .line(let line, let isPlain):
                if let field = Batch.Element.allowedField(bytes(of: line), isPlain: isPlain) { elements.append(field) }
            case .status(let status): elements.append(.status(of: bytes(of: status)))
            case .framed(let content, let shapes, let endsStream):
                append(bytes(of: content), shapes, endsStream: endsStream, to: &elements)
            default:
                let plain = rest.prefix { !$0.isOfStream }
                elements.append(.bytes(bytes(of: plain)))
                rest = rest.dropFirst(plain.count - 1)
            }
            rest = rest.dropFirst()
        }
    }

    /// Appends content whose length depends on the request, cut into the shapes that its author wants.
    private func append(
        _ content: [UInt8], _ shapes: [ChunkShape], endsStream: Bool, to elements: inout [Batch.Element]
    ) {
        var rest = content[...]
        for shape in shapes.cutting(content.count) {
            elements.append(.bytes(Array(rest.prefix(shape.size))))
            rest = rest.dropFirst(shape.size)
            elements.append(.strike(.data(endsStream: endsStream && rest.isEmpty)))
        }
        if content.isEmpty, endsStream { elements.append(.strike(.data(endsStream: true))) }
    }

    private func bytes(of segments: some Collection<ReplySegment>) -> [UInt8] {
        if segments.count == 1, let bytes = segments.first?.bytes { return bytes }
        var output = OutputBytes(capacity: 64)
        write(Array(segments), into: &output)
        return output.array
    }
}

extension Batch.Element {
    /// A line of a head as RFC 9113 section 8.2 lets a reply have it; nil: no reply may have such a field. Only a name that its
    /// author has written as a string may err.
    static func allowedField(_ line: [UInt8], isPlain: Bool) -> Batch.Element? {
        let field = Batch.Element.field(of: line, isPlain: isPlain)
        guard isPlain, case .field(let name, let value) = field else { return field }
        let text = String(decoding: name, as: UTF8.self)
        guard !name.isEmpty, name.allSatisfy({ Octet.isToken($0) }), text != "te", !ConnectionField.names.contains(text)
        else { return nil }
        var rest = value.filter { !Octet.endsLine($0) }.drop { Octet.isBlank($0) }
        while let last = rest.last, Octet.isBlank(last) { rest.removeLast() }
        return .field(name: name, value: Array(rest))
    }
}

extension CompiledReply {
    /// The elements of a reply that is the same for every request; nil: this one is not.
    var constantElements: [Batch.Element]? {
        guard values.isEmpty else { return nil }
        var elements: [Batch.Element] = []
        for message in messages {
            if message.computedStatus != nil { return nil }
            for step in message.steps {
                switch step {
                case .pattern(let count, let from): elements.append(.pattern(from: from, count: count))
                case .strike(let strike): elements.append(.strike(strike))
                case .write(let run):
                    for segment in run {
                        guard let element = segment.constantElement else { return nil }
                        elements.append(element)
                    }
                }
            }
        }
        return elements
    }
}

extension ReplySegment {
    fileprivate var isOfStream: Bool {
        switch self {
        case .field, .line, .status, .framed: true
        case .constant, .pattern, .path, .header, .requestBody, .value, .phrase, .length, .chunked, .strike: false
        }
    }

    fileprivate var constantElement: Batch.Element? {
        switch self {
        case .constant(let bytes): .bytes(bytes)
        case .field(let name, let value): .field(name: name, value: value)
        case .status(let status): status.constant.map { .status(of: $0) }
        default: nil
        }
    }
}
