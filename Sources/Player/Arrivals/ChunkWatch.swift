// ChunkWatch.swift: the chunks of a request, compared with those that are written.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
import QuintainTranscript

/// The chunks that `| chunks` asks for, in order; the rest of the body is one more chunk. Neither that chunk nor the
/// last, whose size is 0, has extensions.
struct ChunkWatch {
    let shapes: [ChunkShape]
    /// The line with `| chunks`.
    let placed: PlacedLine
    private var seen = 0
    private var isBroken = false
    /// The fault of a chunk smaller than its line says, which is right only where the body ends with it.
    private var shortage: String?

    /// nil: the lines leave the chunks to the client.
    init?(_ lines: [ExpectedBodyLine], _ item: Item) {
        guard let first = lines.first(where: { !$0.template.chunkShapes.isEmpty }) else { return nil }
        shapes = lines.flatMap(\.template.chunkShapes)
        placed = item.lines[first.line]
    }

    /// The fault of the next chunk; only the first fault is reported.
    mutating func begin(_ chunk: ChunkShape) -> String? {
        guard !isBroken else { return nil }
        if chunk.size == 0 { return fault(of: "the last chunk", chunk.extensions, "") }
        if let shortage {
            isBroken = true
            return shortage
        }
        defer { seen += 1 }
        let number = seen + 1
        guard seen < shapes.count else {
            guard seen > shapes.count else { return fault(of: "chunk \(number)", chunk.extensions, "") }
            isBroken = true
            return "chunk \(number) came, and what is left over is one chunk"
        }
        let wanted = shapes[seen]
        let sentence = "chunk \(number) has \(chunk.size) bytes, not \(wanted.size)"
        if chunk.size > wanted.size {
            isBroken = true
            return sentence
        }
        if chunk.size < wanted.size { shortage = sentence }
        return fault(of: "chunk \(number)", chunk.extensions, wanted.extensions)
    }

    private mutating func fault(of subject: String, _ extensions: String, _ wanted: String) -> String? {
        guard extensions != wanted else { return nil }
        isBroken = true
        func named(_ text: String) -> String { text.isEmpty ? "no extensions" : Quoting.quoted(text.utf8) }
        return "\(subject) has \(named(extensions)), not \(wanted.isEmpty ? "none" : named(wanted))"
    }
}

extension ChunkShape {
    /// Reads the size line from a frame as it came: perhaps the end of the chunk before, then the line, whose size is 0
    /// for the last chunk. nil: there is no such line.
    init?(frame: [UInt8]) {
        let line = frame.drop { $0 == 13 || $0 == 10 }.prefix { $0 != 13 && $0 != 10 }
        let digits = line.prefix { Character(UnicodeScalar($0)).isHexDigit }
        guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16) else { return nil }
        self.init(size: size, extensions: String(decoding: line[digits.endIndex...], as: UTF8.self))
    }
}
