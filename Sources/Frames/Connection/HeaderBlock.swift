// HeaderBlock.swift: the field block that is coming in, from HEADERS to its last CONTINUATION.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWire

/// A block under way. Each fragment is decoded as it comes and is not kept. Every block is decoded, even that of a
/// refused request, because the compression of later blocks depends on it.
struct HeaderBlock: ~Copyable {
    /// The use of the block's fields.
    enum Purpose {
        case request, response, trailers
        /// The stream is one too many, without the peer being to blame.
        case refused
        /// The stream was reset here.
        case ignored
        case faulty(FrameFault)

        var isIgnored: Bool { if case .ignored = self { true } else { false } }
    }

    /// The HEADERS frame with which the latest block began.
    private(set) var head = FrameHead(length: 0, kind: .headers, flags: [], stream: 0, offset: 0)
    private(set) var isUnderway = false
    private(set) var purpose = Purpose.ignored
    var fields: DecodedFields

    var isOfRequest: Bool { if case .request = purpose { true } else { false } }

    private var decoder = HeaderDecoder()
    private let limits: FrameLimits
    private var size = 0
    private var frames = 0

    init(limits: FrameLimits) {
        self.limits = limits
        fields = DecodedFields(limits: limits.fields)
    }

    mutating func begin(_ head: FrameHead, _ purpose: Purpose) {
        self.head = head
        self.purpose = purpose
        isUnderway = true
        size = 0
        frames = 0
        fields.removeAll()
    }

    /// The next fragment. After the last one, the fields are those of the whole block.
    mutating func add(_ fragment: UnsafeRawBufferPointer, isLast: Bool) throws(FrameFault) {
        size += fragment.count
        frames += 1
        if size > limits.block { throw FrameFault(.blockTooLong) }
        if frames > limits.blockFrames { throw FrameFault(.blockInTooManyFrames) }
        do throws(HeaderDecoder.Fault) {
            try decoder.decode(fragment, isLast: isLast, into: &fields)
        } catch { throw FrameFault(.blockUndecodable) }
        isUnderway = !isLast
    }

    /// Judges the size of a whole block by the limits.
    func judgeSize() throws(FrameFault) {
        switch fields.overrun {
        case .size: throw FrameFault(.fieldsTooLong)
        case .fields: throw FrameFault(.tooManyFields)
        case nil: break
        }
    }

    /// Applies a size of the table that the peer has acknowledged.
    mutating func limitTable(to size: Int) { decoder.limitTable(to: size) }
}
