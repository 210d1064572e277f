// HTTP2Connection.swift: one side of a connection of HTTP/2: bytes come in, events come out.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWire

/// Reads the input of a connection, as strictly as RFC 9113 lets it, and keeps the accounts that sending needs.
///
/// Bytes go in with `append`; then `next` is called until it returns nil. The events do not depend on how the bytes
/// were cut. The frame that a side must send for an event is the event's `answer`, which the user sends or withholds.
/// The user reports whatever else it has sent (`settingsSent`, `headSent`, `contentSent` …): the machine never forbids
/// anything, and writes nothing.
///
/// ```
/// preface ──▶ SETTINGS ──▶ frames ──breach of the connection──▶ over
/// ```
///
/// Memory is bounded by the open streams and the limits, and time by the bytes that came: a payload is read in place,
/// blocks are decoded as they come, and frames without a meaning are skipped.
package struct HTTP2Connection: ~Copyable {
    /// Which side of the connection this is.
    package enum Role: Hashable, Sendable {
        case server, client
    }

    private enum State {
        /// A server waits for the client's preface.
        case preface
        /// Waits for the first frame, which must be SETTINGS.
        case firstSettings
        case open
        case over
    }

    package let role: Role
    /// Compresses the fields that this side sends, in a table that the peer's settings allow.
    package var encoder = HeaderEncoder()
    /// The latest frame that was read.
    package private(set) var frame: FrameHead?
    /// The message of the latest `.head`, `.informational` or `.trailers`.
    var message = Message.none
    var settings = SettingsExchange()
    var streams: StreamTable
    var block: HeaderBlock
    var receiveWindow = ReceiveWindow(size: 65_535)
    var sendWindow = SendWindow(size: 65_535)
    var floods: FloodWatch
    /// The last streams that were named by GOAWAY: the peer's, and ours.
    var goAway: (came: Int?, sent: Int?)
    var pings = PingsSent()
    var debts = Debts()
    /// A stream whose end is the next event.
    var ended: Int?
    let limits: FrameLimits

    private var reader = FrameReader()
    private var state: State

    package init(_ role: Role, limits: FrameLimits = .standard) {
        self.role = role
        self.limits = limits
        state = role == .server ? .preface : .firstSettings
        streams = StreamTable(remembering: limits.remembered)
        block = HeaderBlock(limits: limits)
        floods = FloodWatch(limits: limits)
    }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) { reader.append(bytes) }

    package mutating func append(_ bytes: [UInt8]) { reader.append(bytes) }

    /// The next event; nil if more bytes are needed. What an event points to is valid until the next call.
    package mutating func next() -> Event? {
        if let stream = ended {
            ended = nil
            return .end(stream: stream)
        }
        if case .preface = state { return preface() }
        reader.limit = settings.own.maxFrameSize
        while let step = reader.next() {
            switch step {
            case .tooLong(let head):
                frame = head
                return breach(FrameFault(.frameTooLong), on: head.stream, at: head.offset)
            case .frame(let head):
                frame = head
                do throws(FrameFault) {
                    if let event = try take(head, reader.payload) { return event }
                } catch { return breach(error, on: head.stream, at: head.offset) }
            }
        }
        return nil
    }

    /// The payload of that frame, as it came.
    package var payload: UnsafeRawBufferPointer { reader.payload }

    /// The fields of the last head or trailers, as they came.
    package var fields: DecodedFields { _read { yield block.fields } }

    /// Whether a breach has ended the connection: nothing more is read.
    package var isOver: Bool { if case .over = state { true } else { false } }

    /// Whether the input may end here: no frame and no block has begun.
    package var isBetweenFrames: Bool { reader.rest.isEmpty && !block.isUnderway }

    /// The bytes of an incomplete frame or preface.
    package var leftOver: [UInt8] { Array(reader.rest) }

    /// How many bytes have been read, and wait to be.
    package var received: Int { reader.offset + reader.rest.count }

    /// Whether a field block has begun and not ended.
    package var hasOpenBlock: Bool { block.isUnderway && !isOver }

    /// Whether a part of a request's head has come, but not all of it.
    package var hasBegunHead: Bool {
        if block.isUnderway { return block.isOfRequest }
        return reader.begun.map { $0.kind == .headers && streams.isIdle($0.stream) } ?? false
    }

    /// Whether a message is coming in on any stream.
    package var isReceiving: Bool { block.isUnderway || streams.isReceiving }

    package var openStreams: Int { streams.open.count }

    private mutating func preface() -> Event? {
        switch HTTP2Preface.begins(reader.rest) {
        case nil: return nil
        case true:
            reader.skip(HTTP2Preface.bytes.count)
            state = .firstSettings
            return .preface
        case false: return breach(FrameFault(.prefaceMissing), on: 0, at: 0)
        }
    }

    private mutating func take(
        _ head: FrameHead, _ payload: UnsafeRawBufferPointer
    ) throws(FrameFault) -> Event? {
        if block.isUnderway, head.kind != .continuation || head.stream != block.head.stream {
            throw FrameFault(.blockInterrupted)
        }
        if case .firstSettings = state {
            guard head.kind == .settings, !head.flags.contains(.ack) else { throw FrameFault(.settingsNotFirst) }
            state = .open
        }
        switch head.kind {
        case .content: return try contentCame(head, payload)
        case .headers: return try headersCame(head, payload)
        case .priority: return try priorityCame(head, payload)
        case .resetStream: return try resetCame(head, payload)
        case .settings: return try settingsCame(head, payload)
        case .pushPromise: throw FrameFault(role == .server ? .pushFromClient : .pushDisabled)
        case .ping: return try pingCame(head, payload)
        case .goAway: return try goAwayCame(head, payload)
        case .windowUpdate: return try windowUpdateCame(head, payload)
        case .continuation: return try continuationCame(head, payload)
        // RFC 9113 section 4.1: an unknown frame is ignored, but still reported.
        default:
            try floods.unknownFrames.came()
            return .unknown(head)
        }
    }

    /// Ends the stream of a fault, or the connection if no stream can end.
    private mutating func breach(_ fault: FrameFault, on stream: Int, at offset: Int) -> Event {
        var rule = fault.rule
        var isOfConnection = fault.isOfConnection || stream == 0 || streams.isIdle(stream)
        if !isOfConnection {
            streams.reset(stream)
            // A peer that makes this side reset its streams is counted like one that resets them itself.
            do throws(FrameFault) { try floods.resets.came() } catch {
                rule = error.rule
                isOfConnection = true
            }
        }
        if isOfConnection {
            state = .over
            reader.stop()
        }
        return .breach(
            FrameBreach(
                rule: rule, stream: isOfConnection ? 0 : stream, offset: fault.offset ?? offset,
                last: lastOfPeer))
    }

    /// The last stream for GOAWAY: never higher than in the GOAWAY before, section 6.8; 0 for a client, as servers open
    /// none.
    package var lastOfPeer: Int { role == .server ? min(streams.highest, goAway.sent ?? .max) : 0 }
}
