// ChunkReading.swift: the steps of a chunk decoder for some input.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// The steps of a decoder with the bytes in place of ranges, adjacent pieces of content joined.
struct ChunkReading: Equatable {
    enum Step: Equatable {
        case chunk(Int, [UInt8])
        case content([UInt8])
        case end([UInt8], [Field])
        case deviation(Deviation)
        case malformed(Deviation)
    }

    var steps: [Step] = []
    /// The length of the body.
    var consumed = 0

    /// Gives the decoder the bytes that it left and this many more, as a connection's buffer would.
    init(_ input: [UInt8], pieces: Int, limits: Limits = .standard) {
        var decoder = ChunkDecoder(limits: limits)
        var buffer: [UInt8] = []
        var rest = input[...]
        while !rest.isEmpty, !isOver {
            buffer += rest.prefix(pieces)
            rest = rest.dropFirst(pieces)
            var position = 0
            while !isOver, let step = buffer.withUnsafeBytes({ decoder.next($0, &position) }) {
                add(step, buffer, decoder)
            }
            consumed += position
            buffer.removeFirst(position)
        }
    }

    private var isOver: Bool {
        switch steps.last {
        case .end, .malformed: true
        case .chunk, .content, .deviation, nil: false
        }
    }

    private mutating func add(_ step: ChunkDecoder.Step, _ buffer: [UInt8], _ decoder: borrowing ChunkDecoder) {
        // The decoder counts offsets from what it was given; here they count from the body's first byte.
        func moved(_ breach: Deviation) -> Deviation { Deviation(breach.rule, at: breach.offset + consumed) }
        switch step {
        case .chunk(let size, let extensions): steps.append(.chunk(size, Array(buffer[extensions])))
        case .content(let range):
            if case .content(let before) = steps.last {
                steps[steps.count - 1] = .content(before + buffer[range])
            } else {
                steps.append(.content(Array(buffer[range])))
            }
        case .end(let range):
            let trailers = buffer.withUnsafeBytes { decoder.trailers(in: $0, range) }
            steps.append(.end(Array(buffer[range]), trailers))
        case .deviation(let breach): steps.append(.deviation(moved(breach)))
        case .malformed(let breach): steps.append(.malformed(moved(breach)))
        }
    }

    /// What is wrong with the decoder, as this input shows; nil: nothing. The fuzz harness checks the same.
    static func fault(in input: [UInt8]) -> String? {
        var tight = Limits()
        tight.chunkLine = 12
        tight.chunkExtensions = 10
        tight.trailers = 20
        tight.fieldLine = 16
        tight.fields = 2
        tight.body = 300
        for limits in [Limits.standard, tight] {
            let whole = ChunkReading(input, pieces: max(1, input.count), limits: limits)
            for pieces in [1, 2, 7] where ChunkReading(input, pieces: pieces, limits: limits) != whole {
                return "pieces of \(pieces) read otherwise"
            }
            if whole.consumed > input.count { return "more was read than came" }
            var left = 0
            for step in whole.steps {
                switch step {
                case .chunk(let size, _):
                    if left != 0 { return "a chunk was shorter than its size" }
                    left = size
                case .content(let bytes):
                    left -= bytes.count
                    if left < 0 { return "a chunk was longer than its size" }
                case .end: if left != 0 { return "the body ended inside a chunk" }
                case .deviation, .malformed: break
                }
            }
        }
        return nil
    }
}
