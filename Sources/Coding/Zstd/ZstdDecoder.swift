// ZstdDecoder.swift: decodes zstd.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainZstd

/// Consecutive frames count as one: RFC 8878 section 3.
final class ZstdDecoder: DecodingMachine {
    private let decoder: OpaquePointer
    private var isBetweenFrames = false
    private var frames = 1
    private var insideFrame = 0

    init() {
        guard let decoder = ZSTD_createDStream() else { preconditionFailure("Zstandard can begin") }
        self.decoder = decoder
        ZSTD_DCtx_setParameter(decoder, ZSTD_d_windowLogMax, Self.windowBits)
    }

    deinit { ZSTD_freeDStream(decoder) }

    var isAtEnd: Bool { isBetweenFrames }

    func step(
        _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
    ) throws(MachineFault) -> CodingStep {
        if isBetweenFrames {
            guard let first = input.first, first == 0x28 || 0x50...0x5F ~= first else { return CodingStep() }
            isBetweenFrames = false
            frames += 1
            insideFrame = 0
        }
        // The library treats a whole frame in another way, with other checks, and takes four bytes of a header for the
        // magic number of an old format if they look like it. So it gets one byte of a header at a time.
        let count = insideFrame < Self.longestHeader ? min(1, input.count) : input.count
        var from = ZSTD_inBuffer(src: input.baseAddress, size: count, pos: 0)
        var into = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let result = ZSTD_decompressStream(decoder, &into, &from)
        if ZSTD_isError(result) != 0 {
            let isHead = frames > 1 && insideFrame < 4
            throw MachineFault(
                kind: isHead ? .trailing : .corrupt, taken: from.pos, reason: String(cString: ZSTD_getErrorName(result))
            )
        }
        insideFrame += from.pos
        isBetweenFrames = result == 0 && insideFrame > 0
        return CodingStep(taken: from.pos, made: into.pos)
    }

    /// The longest header of a frame: RFC 8878 section 3.1.1.1, 14 bytes after the magic number.
    private static let longestHeader = 18
    /// 8 MiB, the largest window that HTTP permits: RFC 9659 section 3.
    private static let windowBits: Int32 = 23
}
