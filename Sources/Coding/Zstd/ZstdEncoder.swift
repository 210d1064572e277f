// ZstdEncoder.swift: codes as zstd.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainZstd

final class ZstdEncoder: EncodingMachine {
    private let encoder: OpaquePointer
    private(set) var isAtEnd = false

    init(level: Int?, length: Int) {
        guard let encoder = ZSTD_createCStream() else { preconditionFailure("Zstandard can begin") }
        self.encoder = encoder
        ZSTD_CCtx_setParameter(encoder, ZSTD_c_compressionLevel, Int32(level ?? Self.usualLevel))
        ZSTD_CCtx_setParameter(encoder, ZSTD_c_checksumFlag, 1)
        ZSTD_CCtx_setPledgedSrcSize(encoder, UInt64(length))
    }

    deinit { ZSTD_freeCStream(encoder) }

    func step(
        _ input: UnsafeRawBufferPointer, isLast: Bool, _ output: UnsafeMutableRawBufferPointer
    ) -> CodingStep {
        guard !isAtEnd else { return CodingStep() }
        var from = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var into = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let left = ZSTD_compressStream2(encoder, &into, &from, isLast ? ZSTD_e_end : ZSTD_e_continue)
        precondition(ZSTD_isError(left) == 0, "Zstandard takes any bytes")
        isAtEnd = isLast && left == 0
        return CodingStep(taken: from.pos, made: into.pos)
    }

    private static let usualLevel = 3
}
