// ChunkRun.swift: an unbroken run of body lines, cut into chunks.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
import QuintainTranscript

/// The lines of the chunk that is not closed yet.
struct ChunkRun<Content: ReplyContent>: Sendable {
    private var lines: [Outgoing<Content>] = []
    private var shapes: [ChunkShape] = []

    mutating func add(_ pieces: [Outgoing<Content>], _ shapes: [ChunkShape]) {
        lines += pieces
        self.shapes += shapes
    }

    /// Closes the run as the chunks that its author asked for, or as one; another run may begin behind it.
    mutating func close() -> [Outgoing<Content>] {
        guard !lines.isEmpty else { return [] }
        defer { self = ChunkRun() }
        let content = lines.flatMap(\.content)
        guard let total = content.byteCount else {
            return [Outgoing(.chunk, [.chunked(content, shapes)], lines[0].line)]
        }
        var rest = lines[...]
        var out: [Outgoing<Content>] = []
        for shape in shapes.cutting(total) {
            let chunk = Self.take(shape.size, from: &rest)
            out.append(Outgoing(.chunk, String(shape.size, radix: 16) + shape.extensions + "\r\n", chunk.first?.line))
            out += chunk
            out.append(Outgoing(.chunk, "\r\n", chunk.last?.line))
        }
        // Lines without a byte make no chunk; they are done with those around them.
        return out + rest
    }

    /// Closes the run as frames of a stream: as many as its author asked for, or one. The last frame may end the
    /// stream.
    mutating func closeAsFrames(endsStream: Bool) -> [Outgoing<Content>] {
        guard !lines.isEmpty else { return [] }
        defer { self = ChunkRun() }
        let content = lines.flatMap(\.content)
        guard let total = content.byteCount else {
            return [Outgoing(.chunk, [.framed(content, shapes, endsStream: endsStream)], lines[0].line)]
        }
        var rest = lines[...]
        var out: [Outgoing<Content>] = []
        let shapes = shapes.cutting(total)
        for (index, shape) in shapes.enumerated() {
            let frame = Self.take(shape.size, from: &rest)
            let isLast = endsStream && index == shapes.count - 1
            out += frame + [Outgoing(.chunk, [.strike(.data(endsStream: isLast))], frame.last?.line)]
        }
        if out.isEmpty, endsStream { out.append(Outgoing(.chunk, [.strike(.data(endsStream: true))], nil)) }
        // Lines without a byte make no frame; they are done with those around them.
        return out + rest
    }

    /// Cuts the first bytes out of the row.
    private static func take(_ count: Int, from row: inout ArraySlice<Outgoing<Content>>) -> [Outgoing<Content>] {
        var taken: [Outgoing<Content>] = []
        var missing = count
        while missing > 0, var piece = row.first {
            let size = piece.content.byteCount ?? 0
            if size <= missing {
                taken.append(piece)
                row.removeFirst()
            } else {
                let (head, tail) = split(piece.content, at: missing)
                taken.append(Outgoing(piece.part, head, piece.line))
                piece.content = tail
                row[row.startIndex] = piece
            }
            missing -= min(size, missing)
        }
        return taken
    }

    private static func split(_ content: [Content], at count: Int) -> ([Content], [Content]) {
        var room = count
        for (index, element) in content.enumerated() {
            let size = element.byteCount ?? 0
            if size < room {
                room -= size
                continue
            }
            let (before, behind) = (Array(content[..<index]), Array(content[(index + 1)...]))
            if size == room { return (before + [element], behind) }
            let (head, tail) = element.split(at: room)
            return (before + [head], [tail] + behind)
        }
        return (content, [])
    }
}

extension [ChunkShape] {
    /// The chunks of so many bytes: these shapes, as far as there are bytes for them, and one more for the rest.
    package func cutting(_ count: Int) -> [ChunkShape] {
        var left = count
        var result: [ChunkShape] = []
        for shape in self where left > 0 && shape.size > 0 {
            result.append(ChunkShape(size: Swift.min(shape.size, left), extensions: shape.extensions))
            left -= Swift.min(shape.size, left)
        }
        if left > 0 { result.append(ChunkShape(size: left)) }
        return result
    }
}

extension Template {
    /// The chunks into which the template's values are to be cut, if one of them says so.
    package var chunkShapes: [ChunkShape] {
        for value in values {
            for case .chunks(let shapes) in value.transforms { return shapes }
        }
        return []
    }
}
