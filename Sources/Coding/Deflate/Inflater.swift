// Inflater.swift: decodes gzip, zlib and raw deflate.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainZlib

/// The format around the deflated bytes.
enum DeflateWrapper {
    case gzip, zlib, raw

    /// The parameter for zlib: a window of 32 KiB, and the wrapper.
    var windowBits: Int32 {
        switch self {
        case .gzip: 15 + 16
        case .zlib: 15
        case .raw: -15
        }
    }
}

/// A gzip file may have several members in a row, which count as one: RFC 1952 section 2.2.
final class Inflater: DecodingMachine {
    private enum State {
        case inside
        /// The input is complete; in gzip another member may follow.
        case ended
    }

    private let wrapper: DeflateWrapper
    private let stream: UnsafeMutablePointer<z_stream>
    private var state = State.inside
    private var members = 1
    /// zlib writes the file name of a gzip header here.
    private let header: UnsafeMutablePointer<gz_header>
    private let nameRoom: UnsafeMutablePointer<UInt8>

    init(_ wrapper: DeflateWrapper) {
        self.wrapper = wrapper
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let result = quintain_inflate_init(stream, wrapper.windowBits)
        precondition(result == Z_OK, "zlib can begin")
        header = .allocate(capacity: 1)
        header.initialize(to: gz_header())
        nameRoom = .allocate(capacity: Self.longestName + 1)
        nameRoom.initialize(repeating: 0, count: Self.longestName + 1)
        guard wrapper == .gzip else { return }
        header.pointee.name = nameRoom
        header.pointee.name_max = uInt(Self.longestName)
        inflateGetHeader(stream, header)
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        header.deallocate()
        nameRoom.deallocate()
    }

    var isAtEnd: Bool { state == .ended }

    /// The name in the first member's header: RFC 1952 section 2.3.1, FNAME. A longer name is cut.
    var innerName: [UInt8]? {
        guard wrapper == .gzip, header.pointee.done == 1, nameRoom[0] != 0 else { return nil }
        return Array(UnsafeBufferPointer(start: nameRoom, count: Self.longestName + 1).prefix { $0 != 0 })
    }

    func step(
        _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
    ) throws(MachineFault) -> CodingStep {
        if state == .ended {
            guard wrapper == .gzip, input.first == Self.magic else { return CodingStep() }
            inflateReset(stream)
            members += 1
            state = .inside
        }
        let room = Int(UInt32.max >> 1)
        let input = UnsafeRawBufferPointer(rebasing: input.prefix(room))
        let output = UnsafeMutableRawBufferPointer(rebasing: output.prefix(room))
        var spare: UInt8 = 0
        let (taken, made, result) = withUnsafeMutablePointer(to: &spare) { spare in
            // zlib needs an address even for an empty buffer.
            let from = input.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? UnsafePointer(spare)
            let into = output.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? spare
            stream.pointee.next_in = UnsafeMutablePointer(mutating: from)
            stream.pointee.avail_in = UInt32(input.count)
            stream.pointee.next_out = into
            stream.pointee.avail_out = UInt32(output.count)
            let result = inflate(stream, Z_NO_FLUSH)
            return (
                input.count - Int(stream.pointee.avail_in), output.count - Int(stream.pointee.avail_out), result
            )
        }
        switch result {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END: state = .ended
        case Z_NEED_DICT: throw MachineFault(taken: taken, reason: "a dictionary is needed, which HTTP has none of")
        default:
            let reason = stream.pointee.msg.map { String(cString: $0) } ?? "zlib's error \(result)"
            // Nothing of this member was right, so these bytes are no member.
            let isHead = members > 1 && stream.pointee.total_in < 3 && stream.pointee.total_out == 0
            throw MachineFault(kind: isHead ? .trailing : .corrupt, taken: taken, reason: reason)
        }
        return CodingStep(taken: taken, made: made)
    }

    private static let magic: UInt8 = 0x1F
    private static let longestName = 255
}
