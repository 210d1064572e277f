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
    private var shortage: ChunkDifference?

    /// nil: the lines leave the chunks to the client.
    init?(_ lines: [ExpectedBodyLine], _ item: Item) {
        guard let first = lines.first(where: { !$0.template.chunkShapes.isEmpty }) else { return nil }
        shapes = lines.flatMap(\.template.chunkShapes)
        placed = item.lines[first.line]
    }

    /// The fault of the next chunk; only the first fault is reported.
    mutating func begin(_ chunk: ChunkShape) -> ChunkDifference? {
        guard !isBroken else { return nil }
        if chunk.size == 0 { return fault(ofChunk: nil, chunk.extensions, "") }
        if let shortage {
            isBroken = true
            return shortage
        }
        defer { seen += 1 }
        let number = seen + 1
        guard seen < shapes.count else {
            guard seen > shapes.count else { return fault(ofChunk: number, chunk.extensions, "") }
            isBroken = true
            return .oneMore(number)
        }
        let wanted = shapes[seen]
        let difference = ChunkDifference.size(chunk.size, ofChunk: number, wanted: wanted.size)
        if chunk.size > wanted.size {
            isBroken = true
            return difference
        }
        if chunk.size < wanted.size { shortage = difference }
        return fault(ofChunk: number, chunk.extensions, wanted.extensions)
    }

    /// - Parameter number: nil: the last chunk, whose size is 0.
    private mutating func fault(ofChunk number: Int?, _ extensions: String, _ wanted: String) -> ChunkDifference? {
        guard extensions != wanted else { return nil }
        isBroken = true
        return .extensions(extensions, ofChunk: number, wanted: wanted)
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
