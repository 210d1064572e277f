// ReplyChunking.swift: the chunks of a reply that is sent in chunks.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWire

extension ReplyCompiler {
    /// The first body line of an unbroken run stands for the whole run.
    mutating func chunk(_ message: ReplyMessage, _ index: Int, _ bodies: [[ReplySegment]]) {
        if message.isJoined(index) { return }
        var content: [ReplySegment] = []
        var last = index
        while last < bodies.count, case .send(.body(let template, let newline), _) = message.steps[last] {
            // Values that say themselves how they are cut break the run.
            if let shapes = template.soleValue?.chunkShapes {
                if message.isJoined(last) { content.add(.constant(newline.bytes)) }
                addChunk(content)
                content = []
                addShaped(template, shapes)
            } else {
                content.add(bodies[last])
            }
            last += 1
        }
        addChunk(content)
    }

    private mutating func addChunk(_ content: [ReplySegment]) {
        if let length = content.constantLength {
            if length == 0 { return }
            run.add(String(length, radix: 16) + "\r\n")
            run.add(content)
            run.add("\r\n")
        } else {
            run.add(.chunkHead(content))
            run.add(content)
            run.add(.chunkEnd(content))
        }
    }

    private mutating func addShaped(_ template: Template, _ shapes: [ChunkShape]) {
        let whole = segments(template, in: [])
        guard let length = whole.constantLength else {
            if whole.count == 1, case .value(let number) = whole[0] { run.add(.chunks(number, shapes)) }
            return
        }
        var start = 0
        for (size, extensions) in ReplyChunks.cut(length, shapes) {
            var output = OutputBytes(capacity: 64)
            output.append(chunkHead: size, extensions: extensions)
            run.add(.constant(output.array))
            switch whole[0] {
            case .pattern(_, let from): run.add(.pattern(count: size, from: from + start))
            default: run.add(.constant(Array(whole.constant![start..<start + size])))
            }
            run.add("\r\n")
            start += size
        }
    }
}

extension Value {
    /// How the value is to be cut into chunks, if it says so.
    var chunkShapes: [ChunkShape]? {
        if case .chunks(let shapes) = transforms.last { shapes } else { nil }
    }
}

enum ReplyChunks {
    /// The sizes of the chunks of so many bytes, with their extensions; what is left over is one more.
    static func cut(_ length: Int, _ shapes: [ChunkShape]) -> [(size: Int, extensions: String)] {
        var result: [(size: Int, extensions: String)] = []
        var left = length
        for shape in shapes where left > 0 && shape.size > 0 {
            let written = shape.extensions.hasPrefix(";") ? String(shape.extensions.dropFirst()) : shape.extensions
            result.append((min(shape.size, left), written))
            left -= min(shape.size, left)
        }
        if left > 0 { result.append((left, "")) }
        return result
    }
}
