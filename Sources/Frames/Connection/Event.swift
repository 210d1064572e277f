// Event.swift: the events of a connection, and the frames that they oblige its user to send.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

extension HTTP2Connection {
    /// An event of the input. Pointers are valid until the next call of `next` or `append`.
    package enum Event {
        /// The client's preface; only a server sees it.
        case preface
        case settings([Setting])
        case settingsAcknowledged
        /// A request at a server, a response at a client: see `requestHead`, `responseHead` and `fields`.
        /// It is whole if its end is the next event.
        case head(stream: Int, isWhole: Bool)
        /// A response of the 1xx class; the one that counts is still to come.
        case informational(stream: Int)
        /// Bytes of a body; none if there was only padding. The windows are smaller by the weight until it is
        /// `consumed`.
        case content(stream: Int, UnsafeRawBufferPointer, weight: Int)
        case trailers(stream: Int)
        /// The peer has ended its side of the stream.
        case end(stream: Int)
        /// DATA on a stream that was reset here: the user must call `consumed` with its weight for the connection.
        case dropped(stream: Int, weight: Int)
        /// The peer has opened a stream too many without being to blame, or one after a GOAWAY.
        case refused(stream: Int)
        /// The peer has reset a stream, be it open or ended on both sides.
        case reset(stream: Int, ErrorCode)
        case goAway(last: Int, ErrorCode, debug: [UInt8])
        case ping(UInt64)
        case pingAcknowledged(UInt64)
        /// The window of a stream, or with 0 of the connection, has grown by the increment.
        case windowUpdate(stream: Int, increment: Int)
        case priority(stream: Int, StreamPriority)
        /// A frame of a type that RFC 9113 does not have; its payload is `payload`.
        case unknown(FrameHead)
        /// A broken rule. If it ends the connection, nothing more is read; if it ends a stream, nothing more of that
        /// stream.
        case breach(FrameBreach)

        /// The frame that a side must send for the event if it keeps to the protocol.
        package var answer: FrameAnswer? {
            switch self {
            case .settings: .settingsAcknowledgement
            case .ping(let opaque): .ping(opaque)
            case .refused(let stream): .resetStream(stream, .refusedStream)
            case .breach(let breach):
                breach.isOfConnection
                    ? .goAway(last: breach.last, breach.code) : .resetStream(breach.stream, breach.code)
            case .preface, .settingsAcknowledged, .head, .informational, .content, .trailers, .end, .dropped, .reset,
                .goAway, .pingAcknowledged, .windowUpdate, .priority, .unknown:
                nil
            }
        }
    }
}

/// A frame that is owed to the peer.
package enum FrameAnswer: Hashable, Sendable {
    case settingsAcknowledgement
    case ping(UInt64)
    case resetStream(Int, ErrorCode)
    case goAway(last: Int, ErrorCode)
    /// Room for consumed bytes, on the connection, on the stream, or on both; 0: none yet.
    case windowUpdate(ofConnection: Int, stream: Int, ofStream: Int)
}

extension OutputBytes {
    package mutating func append(_ answer: FrameAnswer) {
        switch answer {
        case .settingsAcknowledgement: append(Frame.settingsAcknowledgement)
        case .ping(let opaque): append(Frame.ping(opaque, isAcknowledgement: true))
        case .resetStream(let stream, let code): append(Frame.resetStream(stream, code))
        case .goAway(let last, let code): append(Frame.goAway(last: last, code))
        case .windowUpdate(let ofConnection, let stream, let ofStream):
            if ofConnection > 0 { append(Frame.windowUpdate(ofConnection)) }
            if ofStream > 0 { append(Frame.windowUpdate(ofStream, stream: stream)) }
        }
    }
}

/// The contents of PRIORITY, which RFC 9113 section 5.3 deprecates.
package struct StreamPriority: Hashable, Sendable {
    package var dependency: Int
    package var isExclusive: Bool
    /// From 1 to 256.
    package var weight: Int

    /// Reads the five bytes of a PRIORITY frame.
    init(_ bytes: UnsafeRawBufferPointer) {
        let word = bytes.bigEndian32(at: 0)
        dependency = Int(word & 0x7FFF_FFFF)
        isExclusive = word >> 31 == 1
        weight = Int(bytes[4]) + 1
    }
}

extension UnsafeRawBufferPointer {
    func bigEndian32(at offset: Int) -> UInt32 {
        UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}
