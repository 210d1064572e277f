// Deflater.swift: codes as gzip, zlib and raw deflate.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainZlib

/// Writes one member without a time in it, so that the same bytes always give the same.
final class Deflater: EncodingMachine {
    private let stream: UnsafeMutablePointer<z_stream>
    private let header: UnsafeMutablePointer<gz_header>
    private let name: UnsafeMutablePointer<UInt8>?
    private(set) var isAtEnd = false

    init(_ wrapper: DeflateWrapper, level: Int?, name: [UInt8]? = nil) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        header = .allocate(capacity: 1)
        header.initialize(to: gz_header())
        self.name = name.map { name in
            let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: name.count + 1)
            for (index, byte) in (name + [0]).enumerated() { (copy + index).initialize(to: byte) }
            return copy
        }
        let result = quintain_deflate_init(
            stream, level.map { Int32($0) } ?? Z_DEFAULT_COMPRESSION, wrapper.windowBits)
        precondition(result == Z_OK, "zlib can begin")
        if wrapper == .gzip {
            header.pointee.name = self.name
            // 255 is "unknown": the system's own number would make results differ between machines.
            header.pointee.os = 255
            deflateSetHeader(stream, header)
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
        header.deallocate()
        name?.deallocate()
    }

    func step(
        _ input: UnsafeRawBufferPointer, isLast: Bool, _ output: UnsafeMutableRawBufferPointer
    ) -> CodingStep {
        let room = Int(UInt32.max >> 1)
        let piece = UnsafeRawBufferPointer(rebasing: input.prefix(room))
        let output = UnsafeMutableRawBufferPointer(rebasing: output.prefix(room))
        guard !isAtEnd, let into = output.baseAddress else { return CodingStep() }
        let from = piece.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.next_in = from.map { UnsafeMutablePointer(mutating: $0) }
        stream.pointee.avail_in = UInt32(piece.count)
        stream.pointee.next_out = into.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(output.count)
        let result = deflate(stream, isLast && piece.count == input.count ? Z_FINISH : Z_NO_FLUSH)
        precondition(result != Z_STREAM_ERROR, "zlib takes any bytes")
        isAtEnd = result == Z_STREAM_END
        return CodingStep(
            taken: piece.count - Int(stream.pointee.avail_in), made: output.count - Int(stream.pointee.avail_out))
    }
}
