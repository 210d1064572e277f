// ResponseReader.swift: reads everything that a server sends in answer to one request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Reads the answer to one request: informational responses, the response, its body, its trailers.
///
/// Bytes go in with `append`, the end of the connection with `inputEnded`; after either, `next` is called until it
/// returns nil. The parts, with bodies joined, do not depend on how the bytes were cut. Memory is bounded by the
/// limits: at most one head or one line, never a body.
///
/// ```
/// head ──1xx──▶ head …
///   ├──▶ body ──▶ over
///   └──▶ over            later bytes belong to no response, or to the tunnel
/// ```
///
/// One reader reads one reply. If ``isReusable`` allows another request on the connection, that gets a new reader.
package struct ResponseReader: ~Copyable {
    package enum Part: Hashable, Sendable {
        /// A response of the 1xx class; the one that counts is still to come.
        case informational(ResponseHead)
        case head(ResponseHead)
        /// Bytes of the body, without framing; never empty.
        case body([UInt8])
        /// Fields behind the last chunk; never empty.
        case trailers([Field])
        /// The response is complete.
        case end
        /// A breach that could be read nevertheless, each rule once. It comes before the part that it concerns.
        case deviation(ResponseDeviation)
        /// Nothing more is read.
        case fault(ResponseFault)
    }

    private enum State {
        case statusLine, fields
        case content(left: Int), chunks, untilClose
        case over, failed
    }

    private enum InputEnd {
        case notYet, clean, broken
    }

    /// The number of bytes that have come in all.
    package private(set) var received = 0
    /// The number of bytes after the end of the response, which belong to no request: RFC 9112 section 9.2.
    package private(set) var leftOver = 0

    private let method: String
    private let limits: Limits
    private var state = State.statusLine
    private var inputEnd = InputEnd.notYet
    private var statusLine = StatusLine()
    private var section = FieldSection()
    private var decoder: ChunkDecoder
    private var head: ResponseHead?
    private var informational = 0
    /// The number of bytes and lines of the current head that were read.
    private var headBytes = 0
    private var headLines = 0
    private var told: Set<ResponseDeviation.Rule> = []
    private var buffer: [UInt8] = []
    /// The offset of the first unread byte in the buffer.
    private var position = 0
    /// The number of bytes behind the position that have no line end.
    private var scanned = 0
    /// Parts that were read but not yet returned.
    private var queue: [Part] = []

    /// The method decides where the response ends: a reply to HEAD has no body, one to CONNECT may open a tunnel.
    package init(answering method: String, limits: Limits = .standard) {
        self.method = method
        self.limits = limits
        decoder = ChunkDecoder(limits: limits, allowsLoneLF: false)
    }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        received += bytes.count
        switch state {
        case .over where !isTunnel: leftOver += bytes.count
        case .failed: break
        case .statusLine, .fields, .content, .chunks, .untilClose, .over:
            compact()
            buffer.append(contentsOf: bytes)
        }
    }

    package mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    /// The server sends no more: it has ended its side, or the connection broke. A body that ends with the connection
    /// is whole only after a clean end: no reset, and over TLS a closure alert. RFC 9112 section 9.8.
    package mutating func inputEnded(cleanly: Bool = true) {
        if inputEnd == .notYet { inputEnd = cleanly ? .clean : .broken }
    }

    /// The next part; nil if more bytes are needed, or if all parts were returned.
    package mutating func next() -> Part? {
        while queue.isEmpty, step() {}
        return queue.isEmpty ? nil : queue.removeFirst()
    }

    /// Whether the whole answer has been read, or nothing more can be.
    package var isOver: Bool {
        switch state {
        case .over, .failed: queue.isEmpty
        case .statusLine, .fields, .content, .chunks, .untilClose: false
        }
    }

    /// Whether the next request may be sent on the same connection: the response is whole, its head allows it, and no
    /// byte came behind it.
    package var isReusable: Bool {
        guard case .over = state, let head else { return false }
        return head.keepsAlive && head.framing != .tunnel && leftOver == 0 && inputEnd == .notYet
    }

    /// Whether further bytes belong to a tunnel.
    package var isTunnel: Bool { head?.framing == .tunnel }

    /// Takes the bytes after the head that opened a tunnel.
    package mutating func takeRest() -> [UInt8] {
        guard isTunnel else { return [] }
        defer {
            buffer.removeAll()
            position = 0
        }
        return Array(buffer[position...])
    }

    /// The number of unread bytes.
    package var held: Int { buffer.count - position }

    private var offset: Int { received - (buffer.count - position) }

    /// Reads the next line or piece; false: more bytes are needed.
    private mutating func step() -> Bool {
        switch state {
        case .statusLine: return readStatusLine()
        case .fields: return readField()
        case .content(let left): return readContent(left)
        case .chunks: return readChunks()
        case .untilClose: return readUntilClose()
        case .over, .failed: return false
        }
    }

    // The head.

    private mutating func readStatusLine() -> Bool {
        // Input that is not HTTP need not have lines: it is refused at the first wrong byte.
        let seen = min(StatusLine.name.count, held, lineLimit + 1)
        if let index = (0..<seen).first(where: { buffer[position + $0] != StatusLine.name[$0] }) {
            return fail(.notHTTP, at: offset + index)
        }
        let start = offset
        guard let line = takeLine(tooLong: .statusLineTooLong) else { return lineIsMissing() }
        if let fault = statusLine.take(line) { return fail(fault, at: start) }
        tell(statusLine.oddities, at: start)
        state = .fields
        return true
    }

    private mutating func readField() -> Bool {
        let start = offset
        guard let line = takeLine(tooLong: .fieldTooLong) else { return lineIsMissing() }
        if line.isEmpty { return finishHead(at: start) }
        if headLines == limits.fields { return fail(.tooManyFields, at: start) }
        headLines += 1
        if let fault = section.take(line) { return fail(fault, at: start) }
        tell(section.oddities, at: start)
        return true
    }

    private mutating func finishHead(at end: Int) -> Bool {
        var head = ResponseHead(
            version: statusLine.version, status: statusLine.status, reason: statusLine.reason, fields: section.fields)
        do throws(ResponseFault.Kind) {
            let meaning = try ResponseMeaning(head, method: method, limits: limits)
            tell(meaning.oddities, at: end)
            head.framing = meaning.framing
            head.length = meaning.length
            head.keepsAlive = meaning.keepsAlive
        } catch { return fail(error, at: end) }
        // This client asks for no other protocol, so nothing after the 101 could be read. RFC 9110 section 15.2.2.
        if head.status == 101 { return fail(.switchedProtocols, at: end) }
        section.removeAll()
        headBytes = 0
        headLines = 0
        if head.isInformational {
            if informational == limits.informational { return fail(.tooManyInformational, at: end) }
            informational += 1
            queue.append(.informational(head))
            state = .statusLine
            return true
        }
        self.head = head
        queue.append(.head(head))
        switch head.framing {
        case .none, .tunnel, .length(0): finish()
        case .length(let count): state = .content(left: count)
        case .chunked: state = .chunks
        case .untilClose: state = .untilClose
        }
        return true
    }

    private var lineLimit: Int {
        let line = if case .statusLine = state { limits.startLine } else { limits.fieldLine }
        return min(line, limits.head - headBytes)
    }

    /// The next line without its end; nil if there is none, or if it was too long, which has been reported.
    private mutating func takeLine(tooLong: ResponseFault.Kind) -> ArraySlice<UInt8>? {
        let limit = lineLimit
        let last = min(buffer.count, position + limit)
        var index = position + scanned
        while index < last, buffer[index] != Octet.lf { index += 1 }
        guard index < last else {
            if held > limit { _ = fail(limit == limits.head - headBytes ? .headTooLong : tooLong, at: offset + limit) }
            scanned = max(0, index - position)
            return nil
        }
        var line = buffer[position..<index]
        if line.last == Octet.cr { line.removeLast() } else { tell([.bareLF], at: offset + line.count) }
        headBytes += index + 1 - position
        position = index + 1
        scanned = 0
        return line
    }

    /// Handles an incomplete line: reports one that is too long, or the end of the input.
    private mutating func lineIsMissing() -> Bool {
        if case .failed = state { return true }
        if inputEnd == .notYet { return false }
        if held == 0, case .statusLine = state {
            return fail(informational == 0 ? .noReply : .onlyInformational, at: received)
        }
        return fail(.cutHead, at: received)
    }

    // The body.

    private mutating func readContent(_ left: Int) -> Bool {
        let count = min(left, held)
        if count == 0 { return inputEnd == .notYet ? false : fail(.cutBody, at: received) }
        takeBody(count)
        if count == left { finish() } else { state = .content(left: left - count) }
        return true
    }

    private mutating func readUntilClose() -> Bool {
        if held > 0 {
            takeBody(held)
            return true
        }
        switch inputEnd {
        case .notYet: return false
        case .clean: finish()
        case .broken: return fail(.cutBody, at: received)
        }
        return true
    }

    private mutating func takeBody(_ count: Int) {
        queue.append(.body(Array(buffer[position..<position + count])))
        position += count
    }

    private mutating func readChunks() -> Bool {
        let origin = offset - position
        let step = buffer.withUnsafeBytes { decoder.next($0, &position) }
        switch step {
        case .chunk: break
        case .content(let range): queue.append(.body(Array(buffer[range])))
        case .end(let range):
            let trailers = buffer.withUnsafeBytes { decoder.trailers(in: $0, range) }
            if !trailers.isEmpty { queue.append(.trailers(trailers)) }
            finish()
        case .deviation(let deviation):
            if let rule = ResponseDeviation.Rule(deviation.rule) { tell([rule], at: origin + deviation.offset) }
        case .malformed(let deviation):
            return fail(ResponseFault.Kind(chunks: deviation.rule), at: origin + deviation.offset)
        case nil: return inputEnd == .notYet ? false : fail(.cutBody, at: received)
        }
        return true
    }

    // The end.

    private mutating func finish() {
        queue.append(.end)
        state = .over
        if isTunnel { return }
        leftOver = held
        buffer.removeAll()
        position = 0
    }

    private mutating func fail(_ kind: ResponseFault.Kind, at offset: Int) -> Bool {
        queue.append(.fault(ResponseFault(kind, at: offset)))
        state = .failed
        buffer.removeAll()
        position = 0
        return true
    }

    private mutating func tell(_ rules: [ResponseDeviation.Rule], at offset: Int) {
        for rule in rules where told.insert(rule).inserted {
            queue.append(.deviation(ResponseDeviation(rule, at: offset)))
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

/// A buffer with a larger capacity is released once it is empty.
private let keptCapacity = 65_536
