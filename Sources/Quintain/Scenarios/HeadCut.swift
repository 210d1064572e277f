// HeadCut.swift: finds a connection that ends behind the status line of a reply, and within its head.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario

/// URLSession on Linux takes such an end for that of the reply, and then finds no response. If bytes cannot be known
/// before the play, the worst is assumed.
enum HeadCut {
    static func isSet(in lines: [Line]) -> Bool {
        endsBehindRawBytes(lines)
            || lines.indices.contains { index in
                guard case .act(.at(let byte, .close)) = lines[index].deed else { return false }
                let reply = lines[(index + 1)...].drop { if case .act(.at) = $0.deed { true } else { false } }
                return head(of: reply.prefix { $0.lane == lines[index].lane })?.contains(byte) ?? false
            }
    }

    // MARK: Raw bytes that are no whole head

    /// Whether raw bytes of an incomplete head are followed by `! close`, or by the end of the play.
    private static func endsBehindRawBytes(_ lines: [Line]) -> Bool {
        /// The bytes of each incomplete head that were sent so far. nil: not all of them can be known.
        var open: [Lane: [UInt8]?] = [:]
        for line in lines {
            switch line.deed {
            case .send(.raw(let template, let startsMessage)):
                guard startsMessage || open[line.lane] != nil else { break }
                let before = startsMessage ? [] : open[line.lane] ?? nil
                let bytes = before.flatMap { before in template.knownBytes.map { before + $0 } }
                open[line.lane] = bytes?.headEnd == nil ? .some(bytes) : nil
            case .receive(.start): if let bytes = open[line.lane], isCut(bytes, unknown: false) { return true }
            case .send(.headEnd), .send(.body), .receive: open[line.lane] = nil
            case .act(let act) where act.has(.closes):
                if let bytes = open[line.lane], isCut(bytes, unknown: true) { return true }
            default: break
            }
        }
        return open.values.contains { isCut($0, unknown: false) }
    }

    /// Whether the bytes hold a whole status line: without one they are no reply at all.
    private static func isCut(_ bytes: [UInt8]?, unknown: Bool) -> Bool {
        bytes.map { $0.contains(UInt8(ascii: "\n")) } ?? unknown
    }

    // MARK: A byte of the head

    /// The range of bytes from behind the status line to the end of the head.
    private static func head(of lines: ArraySlice<Line>) -> Range<Int>? {
        guard let first = lines.first, case .send(let start) = first.deed else { return nil }
        switch start {
        case .start(let template):
            let statusLine = (template.literal?.count ?? shortest) + 2
            var length: Int? = statusLine + 2
            var isFramed = false
            for line in lines.dropFirst() {
                guard case .send(.field(let field, let name, _)) = line.deed else { break }
                length = field.literal.flatMap { bytes in length.map { $0 + bytes.count + 2 } }
                isFramed = isFramed || name == "content-length" || name == "transfer-encoding"
            }
            return statusLine..<(length.map { $0 + (isFramed ? 0 : impliedLength(lines)) } ?? .max)
        case .raw(let template, _):
            guard let bytes = template.knownBytes, let end = bytes.headEnd else { return shortest..<Int.max }
            return (bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0) + 1..<end
        case .field, .headEnd, .body, .trailer: return nil
        }
    }

    /// The length of the implied `Content-Length` field, with its line end.
    private static func impliedLength(_ lines: ArraySlice<Line>) -> Int {
        let body = lines.compactMap { line -> Int? in
            guard case .send(.body(let template, let newline)) = line.deed else { return nil }
            return newline.bytes.count + (template.literal?.count ?? longest)
        }
        return "Content-Length: \(body.reduce(0, +))".utf8.count + 2
    }

    /// `HTTP/1.1 200`
    private static let shortest = 12
    /// The length that is assumed of a body that a value makes.
    private static let longest = 99_999_999
}

extension Template {
    /// The bytes, if they are literal in the file. nil: a value makes them.
    fileprivate var knownBytes: [UInt8]? {
        pieces.reduce([]) { bytes, piece in
            switch piece {
            case .literal(let more): bytes.map { $0 + more }
            case .value(let value):
                if case .raw(let more) = value.function, value.transforms.isEmpty {
                    bytes.map { $0 + more }
                } else {
                    nil
                }
            }
        }
    }
}

extension [UInt8] {
    /// The length of the head at the beginning of these bytes. nil: the head does not end here.
    fileprivate var headEnd: Int? {
        for index in indices where self[index] == UInt8(ascii: "\n") {
            if self[(index + 1)...].starts(with: "\n".utf8) { return index + 2 }
            if self[(index + 1)...].starts(with: "\r\n".utf8) { return index + 3 }
        }
        return nil
    }
}
