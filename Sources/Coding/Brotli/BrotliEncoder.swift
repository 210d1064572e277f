// BrotliEncoder.swift: codes as br.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainBrotli

final class BrotliEncoder: EncodingMachine {
    private let encoder: OpaquePointer

    init(level: Int?) {
        guard let encoder = BrotliEncoderCreateInstance(nil, nil, nil) else {
            preconditionFailure("Brotli can begin")
        }
        self.encoder = encoder
        BrotliEncoderSetParameter(encoder, BROTLI_PARAM_QUALITY, UInt32(level ?? Self.usualLevel))
    }

    deinit { BrotliEncoderDestroyInstance(encoder) }

    var isAtEnd: Bool { BrotliEncoderIsFinished(encoder) != 0 }

    func step(
        _ input: UnsafeRawBufferPointer, isLast: Bool, _ output: UnsafeMutableRawBufferPointer
    ) -> CodingStep {
        var from = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var left = input.count
        var into = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var room = output.count
        let isDone = BrotliEncoderCompressStream(
            encoder, isLast ? BROTLI_OPERATION_FINISH : BROTLI_OPERATION_PROCESS, &left, &from, &room, &into, nil)
        precondition(isDone != 0, "Brotli takes any bytes")
        return CodingStep(taken: input.count - left, made: output.count - room)
    }

    /// The level that servers use for dynamic replies; the library's default, 11, is a hundred times slower.
    private static let usualLevel = 5
}
