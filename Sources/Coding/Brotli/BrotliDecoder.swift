// BrotliDecoder.swift: decodes br.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainBrotli

/// Decodes one stream of RFC 7932, whose window is at most 16 MiB.
final class BrotliDecoder: DecodingMachine {
    private let decoder: OpaquePointer
    private(set) var isAtEnd = false

    init() {
        guard let decoder = BrotliDecoderCreateInstance(nil, nil, nil) else {
            preconditionFailure("Brotli can begin")
        }
        self.decoder = decoder
    }

    deinit { BrotliDecoderDestroyInstance(decoder) }

    func step(
        _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
    ) throws(MachineFault) -> CodingStep {
        guard !isAtEnd else { return CodingStep() }
        var from = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var left = input.count
        var into = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var room = output.count
        let result = BrotliDecoderDecompressStream(decoder, &left, &from, &room, &into, nil)
        let taken = input.count - left
        if result == BROTLI_DECODER_RESULT_ERROR {
            let reason = BrotliDecoderErrorString(BrotliDecoderGetErrorCode(decoder))
            throw MachineFault(taken: taken, reason: reason.map { String(cString: $0) } ?? "no Brotli")
        }
        isAtEnd = result == BROTLI_DECODER_RESULT_SUCCESS
        return CodingStep(taken: taken, made: output.count - room)
    }
}
