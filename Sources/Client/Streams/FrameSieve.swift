// FrameSieve.swift: where tests change the frames of a connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoader
import QuintainWire

/// Passes each frame to an interceptor, and the result on. Only tests use it.
final class FrameSieve {
    private let interceptor: any FrameInterceptor
    private var incoming = FrameReader(limit: longest)
    private var outgoing = FrameReader(limit: longest)
    private var hasBegun = false

    init(_ interceptor: any FrameInterceptor) { self.interceptor = interceptor }

    func came(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        incoming.append(bytes)
        var output = OutputBytes()
        while case .frame(let head)? = incoming.next() {
            let frame = Frame(head.kind, head.flags, stream: head.stream, payload: Array(incoming.payload))
            for frame in interceptor.came(frame) { output.append(frame) }
        }
        return output.array
    }

    /// Takes whole frames; the first call begins with the preface.
    func leaves(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        outgoing.append(bytes)
        var output = OutputBytes()
        if !hasBegun {
            hasBegun = true
            output.append(HTTP2Preface.bytes)
            outgoing.skip(HTTP2Preface.bytes.count)
        }
        while case .frame(let head)? = outgoing.next() {
            let frame = Frame(head.kind, head.flags, stream: head.stream, payload: Array(outgoing.payload))
            for frame in interceptor.leaves(frame) { output.append(frame) }
        }
        return output.array
    }

    private static let longest = 1 << 24
}
