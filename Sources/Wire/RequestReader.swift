// RequestReader.swift: reads the input of a connection: requests with their bodies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Reads the whole input of a connection: consecutive requests with their bodies.
///
/// Bytes go in with `append`; then `next` is called until it answers nil. The events that come out, bodies
/// joined, do not depend on how the bytes were cut into pieces. What is kept is bounded by the limits: at
/// most one head or one line, never a body.
///
/// The bytes after a CONNECT need not be HTTP, so the reader pauses there: the caller either lets it go on, or takes
/// the rest of the bytes.
package struct RequestReader: ~Copyable {
    package enum Event: Hashable, Sendable {
        case head(RequestHead)
        /// A chunk begins; the last one has size 0. Its extensions are as they came, `;` and all.
        case chunk(size: Int, extensions: [UInt8])
        /// Bytes of the body, without framing; never empty.
        case body([UInt8])
        /// The framing of a chunk as it came: a size line before its `.chunk`, the end of a chunk after it. Returned
        /// only if frames were requested.
        case frame([UInt8])
        /// The lines after the last chunk as they came, with the empty one. Returned only if frames were requested.
        case trailerText([UInt8])
        /// The request is over.
        case end(trailers: [Field])
        /// A breach that could be read nevertheless. Those of a head follow it; those of a body come before the part
        /// that they concern.
        case deviation(Deviation)
        /// Nothing more is read; later bytes are counted and dropped.
        case malformed(Deviation, status: Int)
    }

    /// The state in which the input ended.
    package enum End: Hashable, Sendable {
        /// The input ended where it may.
        case betweenRequests
        /// This many bytes of a head had come.
        case insideHead(bytes: Int)
        /// This many bytes of the body had come, out of this many; nil: it was chunked.
        case insideBody(received: Int, of: Int?)
        /// The input was not HTTP; this many bytes came after the wrong one.
        case malformed(dropped: Int)
    }

    private enum State {
        case head
        case content(left: Int, of: Int)
        case chunks
        /// After a CONNECT.
        case paused
        case malformed
    }

    /// The number of bytes that have come in all.
    package private(set) var received = 0
    /// After `.malformed`: the beginning of the unreadable head or line; if frames were requested, all bytes that came
    /// with it.
    package private(set) var unreadable: [UInt8] = []

    private var parser: HeadParser
    private var decoder: ChunkDecoder
    private var state = State.head
    private var buffer: [UInt8] = []
    /// The offset of the first unread byte in the buffer.
    private var position = 0
    /// Events that were read but not yet returned, in reverse.
    private var queue: [Event] = []
    /// The number of bytes of the current body that were read.
    private var bodyBytes = 0
    private var isConnect = false
    /// Whether a request has announced that it is the last one.
    private var hasSaidClose = false
    private var dropped = 0
    private let tellsFrames: Bool

    package init(limits: Limits = .standard, tellsFrames: Bool = false) {
        self.tellsFrames = tellsFrames
        parser = HeadParser(limits: limits)
        decoder = ChunkDecoder(limits: limits)
    }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        received += bytes.count
        if case .malformed = state {
            dropped += bytes.count
            return
        }
        compact()
        buffer.append(contentsOf: bytes)
    }

    package mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    /// The next event; nil if more bytes are needed.
    package mutating func next() -> Event? {
        if let event = queue.popLast() { return event }
        switch state {
        case .head: return head()
        case .content(let left, let whole): return content(left: left, of: whole)
        case .chunks: return chunks()
        case .paused, .malformed: return nil
        }
    }

    /// Whether a CONNECT has been read, so that `goOn` or `takeRest` must be called.
    package var isPaused: Bool { if case .paused = state { queue.isEmpty } else { false } }

    /// Continues after a CONNECT, with requests.
    ///
    /// - Parameter tunnels: the CONNECT was granted, so the requests are for somebody else.
    package mutating func goOn(tunnels: Bool = false) {
        guard case .paused = state else { return }
        state = .head
        if tunnels { hasSaidClose = false }
    }

    /// Removes and returns the bytes that are not read: the beginning of a tunnel, or of another protocol.
    package mutating func takeRest() -> [UInt8] {
        defer {
            buffer.removeAll()
            position = 0
            parser.reset()
        }
        return Array(buffer[position...])
    }

    /// The beginning of an incomplete head; empty after `takeRest`.
    package var leftOver: [UInt8] {
        if case .head = state { Array(buffer[position...]) } else { [] }
    }

    /// Whether a part of a head has come, but not all of it. Empty lines before it do not count.
    package var hasBegunHead: Bool {
        guard case .head = state else { return false }
        return buffer[position...].contains { $0 != Octet.cr && $0 != Octet.lf }
    }

    /// The beginning of an incomplete line with a chunk's size.
    package var begunChunk: ArraySlice<UInt8> {
        if case .chunks = state, decoder.isAtSize { buffer[position...] } else { [] }
    }

    /// The number of unread bytes.
    package var held: Int { buffer.count - position }

    /// The offset of the first unread byte, counted from the connection's first byte.
    package var offset: Int { received - dropped - (buffer.count - position) }

    /// The state in which the input ended: call it when the client has ended its side and `next` has returned nil.
    package func inputEnded() -> End {
        let left = buffer.count - position
        switch state {
        case .head: return left == 0 ? .betweenRequests : .insideHead(bytes: left)
        case .content(_, let whole): return .insideBody(received: bodyBytes, of: whole)
        case .chunks: return .insideBody(received: bodyBytes, of: nil)
        case .paused: return .betweenRequests
        case .malformed: return .malformed(dropped: dropped)
        }
    }

    private var behindRequest: State { isConnect ? .paused : .head }

    private mutating func head() -> Event? {
        guard position < buffer.count else { return nil }
        let origin = offset
        let (outcome, head) = buffer.withUnsafeBytes { all in
            let bytes = UnsafeRawBufferPointer(rebasing: all[position...])
            let outcome = parser.parse(bytes)
            return (outcome, outcome == .complete ? parser.head(in: bytes, at: origin) : nil)
        }
        switch outcome {
        case .incomplete: return nil
        case .malformed(let deviation):
            tell(parser.deviations, from: origin, then: malformed(deviation, from: origin))
            return queue.popLast()
        case .complete:
            let head = head!
            position += parser.length
            var last: Event?
            bodyBytes = 0
            isConnect = head.method == "CONNECT"
            if hasSaidClose { parser.note(.requestAfterClose, at: parser.start) }
            hasSaidClose = hasSaidClose || parser.saysClose
            switch parser.framing {
            case .none, .length(0):
                state = behindRequest
                last = .end(trailers: [])
            case .length(let count): state = .content(left: count, of: count)
            case .chunked: state = .chunks
            }
            tell(parser.deviations, from: origin, then: last)
            parser.reset()
            decoder.reset()
            return .head(head)
        }
    }

    private mutating func content(left: Int, of whole: Int) -> Event? {
        let count = min(left, buffer.count - position)
        if count == 0 { return nil }
        let bytes = Array(buffer[position..<position + count])
        position += count
        bodyBytes += count
        if count == left {
            state = behindRequest
            queue.append(.end(trailers: []))
        } else {
            state = .content(left: left - count, of: whole)
        }
        return .body(bytes)
    }

    private mutating func chunks() -> Event? {
        let origin = offset - position
        let start = position
        var trailers = 0..<0
        let event: Event? = buffer.withUnsafeBytes { bytes in
            switch decoder.next(bytes, &position) {
            case .chunk(let size, let extensions): return .chunk(size: size, extensions: Array(bytes[extensions]))
            case .content(let range): return .body(Array(bytes[range]))
            case .end(let range):
                trailers = range
                return .end(trailers: decoder.trailers(in: bytes, range))
            case .deviation(let deviation): return .deviation(Deviation(deviation.rule, at: origin + deviation.offset))
            case .malformed(let deviation): return .malformed(deviation, status: 0)
            case nil: return nil
            }
        }
        if case .body(let bytes) = event { bodyBytes += bytes.count }
        if case .end = event { state = behindRequest }
        if case .body = event { return event }
        let hasFrame = tellsFrames && position > start
        if case .malformed(let deviation, _) = event {
            let frame = buffer[start..<position]
            let end = malformed(deviation, from: origin)
            guard hasFrame else { return end }
            queue.append(end)
            return .frame(Array(frame))
        }
        guard hasFrame else { return event }
        if let event { queue.append(event) }
        return trailers.isEmpty ? .frame(Array(buffer[start..<position])) : .trailerText(Array(buffer[trailers]))
    }

    /// Stops reading. The offset of the breach is relative to `origin`.
    private mutating func malformed(_ deviation: Deviation, from origin: Int) -> Event {
        let breach = Deviation(deviation.rule, at: origin + deviation.offset)
        unreadable = Array(buffer[position...].prefix(tellsFrames ? .max : unreadableCount))
        dropped = max(0, received - breach.offset - 1)
        buffer.removeAll()
        position = 0
        state = .malformed
        return .malformed(breach, status: deviation.status ?? 400)
    }

    /// Queues deviations, and the event that follows them.
    private mutating func tell(_ deviations: [Deviation], from origin: Int, then last: Event?) {
        if let last { queue.append(last) }
        for deviation in deviations.reversed() {
            queue.append(.deviation(Deviation(deviation.rule, at: origin + deviation.offset)))
        }
    }

    /// Removes the bytes that were read, if that is cheap or frees much memory.
    private mutating func compact() {
        if position == buffer.count {
            buffer.removeAll(keepingCapacity: buffer.capacity <= keptCapacity)
            position = 0
        } else if position > buffer.count / 2 {
            buffer.removeSubrange(..<position)
            position = 0
        }
    }
}

/// The number of unreadable bytes that are kept to be shown.
private let unreadableCount = 1_024

/// A buffer with a larger capacity is released once it is empty.
private let keptCapacity = 65_536
