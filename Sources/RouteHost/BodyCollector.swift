// BodyCollector.swift: the body of a request to a route.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainWire

/// Takes a body out of a connection's buffer as it comes, and keeps it up to a limit.
struct BodyCollector: ~Copyable {
    enum Step {
        case more
        case whole
        case malformed(Deviation)
    }

    private(set) var body: [UInt8] = []
    /// The body is longer than the limit.
    private(set) var isCut = false
    /// The rule that its chunks or trailers break, though they can be read.
    private(set) var breach: WireRule?
    private let keepAtMost: Int
    private var left: Int
    private var decoder: ChunkDecoder?

    init(_ framing: BodyFraming, keepAtMost: Int) {
        self.keepAtMost = keepAtMost
        switch framing {
        case .none: left = 0
        case .length(let count): left = count
        case .chunked:
            left = 0
            decoder = ChunkDecoder()
        }
    }

    mutating func take(_ input: inout ReadBuffer) -> Step {
        guard decoder == nil else { return takeChunks(&input) }
        let count = min(left, input.count)
        keep(UnsafeRawBufferPointer(rebasing: input.bytes[..<count]))
        input.consume(count)
        left -= count
        return left == 0 ? .whole : .more
    }

    private mutating func takeChunks(_ input: inout ReadBuffer) -> Step {
        let bytes = input.bytes
        var position = 0
        defer { input.consume(position) }
        while let step = decoder?.next(bytes, &position) {
            switch step {
            case .chunk: break
            case .deviation(let deviation):
                if breach == nil, deviation.rule.isAnsweredMalformed { breach = deviation.rule }
            case .content(let range): keep(UnsafeRawBufferPointer(rebasing: bytes[range]))
            case .end: return .whole
            case .malformed(let deviation): return .malformed(deviation)
            }
        }
        return .more
    }

    private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
        let count = min(bytes.count, keepAtMost - body.count)
        if count > 0 { body.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
        if count < bytes.count { isCut = true }
    }
}
