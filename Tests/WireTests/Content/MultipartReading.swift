// MultipartReading.swift: the steps of a multipart reader for some body.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// All steps of a reader, adjacent pieces of a part joined.
struct MultipartReading: Equatable {
    var parts: [MultipartReader.Part] = []
    var heldAtMost = 0

    init(
        _ input: [UInt8], boundary: [UInt8], piece: Int = Int.max, isEnded: Bool = true, limits: Limits = .standard
    ) {
        var reader = MultipartReader(boundary: boundary, limits: limits)!
        var rest = input[...]
        while !rest.isEmpty {
            reader.append(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
            while let part = reader.next() { add(part) }
            heldAtMost = max(heldAtMost, reader.held)
        }
        if isEnded { reader.inputEnded() }
        while let part = reader.next() { add(part) }
    }

    init(
        _ text: String, boundary: String = "frame", piece: Int = Int.max, isEnded: Bool = true,
        limits: Limits = .standard
    ) {
        self.init(
            Array(text.utf8), boundary: Array(boundary.utf8), piece: piece, isEnded: isEnded, limits: limits)
    }

    /// How much was held depends on the pieces, so it is not compared.
    static func == (one: Self, other: Self) -> Bool { one.parts == other.parts }

    private mutating func add(_ part: MultipartReader.Part) {
        if case .body(let more) = part, case .body(let before) = parts.last {
            parts[parts.count - 1] = .body(before + more)
        } else {
            parts.append(part)
        }
    }

    /// `[a: b|content]`, and how it ended.
    var text: String {
        parts.map { part in
            switch part {
            case .head(let fields): "[" + fields.map { "\($0.name): \($0.text)" }.joined(separator: ", ") + "|"
            case .body(let bytes):
                String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "/").replacing("\n", with: "'")
            case .partEnd: "]"
            case .end(let isClosed): isClosed ? "." : "…"
            case .fault(let fault): "!\(fault)"
            }
        }.joined()
    }
}

extension MultipartReading {
    /// What is wrong with the reader, as this input shows: its first line is the boundary, the rest the body. nil:
    /// nothing. The fuzz harness checks the same.
    static func fault(in input: [UInt8]) -> String? {
        let boundary = Array(input.prefix { $0 != Octet.lf })
        let body = Array(input.dropFirst(boundary.count + 1))
        guard MultipartReader(boundary: boundary) != nil else {
            let isOne = 1...70 ~= boundary.count && boundary.allSatisfy { $0 >= Octet.space }
            return isOne ? "a boundary is refused" : nil
        }
        var tight = Limits()
        tight.fieldLine = 24
        tight.head = 40
        tight.fields = 2
        for limits in [Limits.standard, tight] {
            for isEnded in [true, false] {
                let whole = MultipartReading(body, boundary: boundary, isEnded: isEnded, limits: limits)
                for piece in [1, 2, 7] {
                    let cut = MultipartReading(body, boundary: boundary, piece: piece, isEnded: isEnded, limits: limits)
                    if cut != whole { return "pieces of \(piece) read otherwise" }
                    // A line of fields, or a boundary with its blanks, and what came with its last byte.
                    let most = max(limits.fieldLine, boundary.count + 2 + 256 + 4) + piece
                    if cut.heldAtMost > most { return "\(cut.heldAtMost) bytes are held" }
                }
                if let lie = whole.lie(about: body, isEnded: isEnded, limits: limits) { return lie }
            }
        }
        let whole = MultipartReading(body, boundary: boundary)
        guard whole.parts.last == .end(isClosed: true) else { return nil }
        return MultipartReading(whole.written(boundary), boundary: boundary) == whole ? nil : "it is written otherwise"
    }

    /// The steps must come in order, and agree with the input.
    private func lie(about body: [UInt8], isEnded: Bool, limits: Limits) -> String? {
        var isInPart = false
        var told = 0
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            switch part {
            case .head(let fields):
                if isInPart { return "a part begins in another" }
                if fields.count > limits.fields { return "\(fields.count) fields" }
                isInPart = true
            case .body(let bytes):
                if !isInPart || bytes.isEmpty { return "a piece of \(bytes.count) bytes is in no part" }
                told += bytes.count
            case .partEnd:
                if !isInPart { return "a part ends that has not begun" }
                isInPart = false
            case .end: if isInPart || !isLast { return "the end is not the end" }
            case .fault(let fault):
                if isInPart || !isLast { return "something is told behind a fault" }
                if fault.sentence.isEmpty { return "\(fault) is told without a sentence" }
            }
        }
        if told > body.count { return "more was told than came" }
        guard isEnded else { return nil }
        switch parts.last {
        case .end, .fault: return nil
        case .head, .body, .partEnd, nil: return "the end of the body ended nothing"
        }
    }

    /// As RFC 2046 section 5.1.1 would write it.
    private func written(_ boundary: [UInt8]) -> [UInt8] {
        let end = Array("\r\n".utf8)
        let mark = Array("--".utf8) + boundary
        var result: [UInt8] = []
        for part in parts {
            switch part {
            case .head(let fields):
                result += mark + end
                for field in fields { result += Array("\(field.name): ".utf8) + field.value + end }
                result += end
            case .body(let bytes): result += bytes
            case .partEnd: result += end
            case .end: result += mark + Array("--".utf8) + end
            case .fault: break
            }
        }
        return result
    }
}
