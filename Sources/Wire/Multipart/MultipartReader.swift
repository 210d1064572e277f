// MultipartReader.swift: reads the parts of a multipart body, piece by piece.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Splits a multipart body into parts as it comes, RFC 2046 section 5.1; each part of `multipart/x-mixed-replace` is a
/// new response.
///
/// ```
/// preamble ──boundary──▶ fields ──empty line──▶ content ──boundary──▶ fields …
///     └──────────────closing boundary──▶ epilogue ◀────┘
/// ```
///
/// It is fed like a ``ResponseReader``, and the parts do not depend on how the bytes were cut. The content of a part is
/// returned as it comes; only bytes that may begin a boundary are held back. Lines may end with LF alone, because those
/// of cameras do.
package struct MultipartReader: ~Copyable {
    package enum Part: Hashable, Sendable {
        /// A part begins, with these fields.
        case head([Field])
        /// Bytes of the part; never empty.
        case body([UInt8])
        /// The part has ended at a boundary.
        case partEnd
        /// There are no more parts; false: the body ended without its closing boundary.
        case end(isClosed: Bool)
        case fault(MultipartFault)
    }

    private enum State {
        case preamble, fields, content, epilogue, failed
    }

    private let mark: [UInt8]
    private let limits: Limits
    private var state = State.preamble
    private var isInputEnded = false
    private var section = FieldSection()
    private var sectionBytes = 0
    private var lines = 0
    private var buffer: [UInt8] = []
    private var position = 0
    /// The number of bytes behind the position that have no line end; while fields are read.
    private var scanned = 0
    /// Whether the position is at the start of a line, so that a boundary may stand there without another line end.
    private var isAtLineStart = true
    private var queue: [Part] = []

    /// nil: the boundary is invalid. RFC 2046 allows 1 to 70 characters; up to 200 are accepted.
    package init?(boundary: [UInt8], limits: Limits = .standard) {
        guard (1...boundaryAtMost).contains(boundary.count), !boundary.contains(where: { $0 < Octet.space }) else {
            return nil
        }
        mark = Array("--".utf8) + boundary
        self.limits = limits
    }

    package mutating func append(_ bytes: [UInt8]) {
        switch state {
        case .epilogue, .failed: break
        case .preamble, .fields, .content:
            if position > buffer.count / 2 {
                buffer.removeSubrange(..<position)
                position = 0
            }
            buffer += bytes
        }
    }

    package mutating func inputEnded() { isInputEnded = true }

    /// The next part; nil: more bytes are needed, or all parts were returned.
    package mutating func next() -> Part? {
        while queue.isEmpty, step() {}
        return queue.isEmpty ? nil : queue.removeFirst()
    }

    /// The number of unread bytes.
    package var held: Int { buffer.count - position }

    private mutating func step() -> Bool {
        switch state {
        case .preamble, .content: return readContent()
        case .fields: return readField()
        case .epilogue, .failed: return false
        }
    }

    private var isPart: Bool { if case .content = state { true } else { false } }

    // The content of a part, or the preamble, which is dropped.

    private mutating func readContent() -> Bool {
        var index = position
        if isAtLineStart, let step = readBoundary(at: index, contentEnd: index) { return step }
        while index < buffer.count {
            let byte = buffer[index]
            var start = index + 1
            if byte == Octet.cr {
                if start == buffer.count { return hold(from: index) }
                if buffer[start] == Octet.lf { start += 1 } else { start = 0 }
            } else if byte != Octet.lf {
                start = 0
            }
            if start > 0, let step = readBoundary(at: start, contentEnd: index) { return step }
            index += 1
        }
        takeContent(to: index)
        return isInputEnded ? finish(isClosed: false) : false
    }

    private enum Boundary {
        case none, undecided
        case next(end: Int), closing
    }

    /// Handles a boundary that stands here, or may begin here; nil: there is none.
    private mutating func readBoundary(at start: Int, contentEnd: Int) -> Bool? {
        switch boundary(at: start) {
        case .none:
            if start == position, contentEnd == position { isAtLineStart = false }
            return nil
        case .undecided: return hold(from: contentEnd)
        case .closing:
            takeContent(to: contentEnd)
            return finish(isClosed: true)
        case .next(let end):
            takeContent(to: contentEnd)
            if isPart { queue.append(.partEnd) }
            position = end
            beginFields()
            return true
        }
    }

    /// Section 5.1.1: the mark, and either `--` for the closing boundary, or perhaps blanks and a line end.
    private func boundary(at start: Int) -> Boundary {
        let there = buffer[start...].prefix(mark.count)
        guard there.elementsEqual(mark.prefix(there.count)) else { return .none }
        // The input ended within a possible boundary.
        if there.count < mark.count { return isInputEnded ? .none : .undecided }
        var index = start + mark.count
        if buffer[index...].prefix(2).elementsEqual("--".utf8) { return .closing }
        if buffer[index...].elementsEqual("-".utf8) { return isInputEnded ? .none : .undecided }
        while index < buffer.count, Octet.isBlank(buffer[index]), index - start < mark.count + paddingAtMost {
            index += 1
        }
        if index < buffer.count, buffer[index] == Octet.cr { index += 1 }
        if index == buffer.count { return isInputEnded ? .next(end: index) : .undecided }
        return buffer[index] == Octet.lf ? .next(end: index + 1) : .none
    }

    /// Returns the bytes in which no boundary can begin, and waits for more.
    private mutating func hold(from index: Int) -> Bool {
        takeContent(to: index)
        if !isInputEnded { return false }
        takeContent(to: buffer.count)
        return finish(isClosed: false)
    }

    private mutating func takeContent(to end: Int) {
        if end == position { return }
        if isPart { queue.append(.body(Array(buffer[position..<end]))) }
        position = end
        isAtLineStart = false
    }

    private mutating func finish(isClosed: Bool) -> Bool {
        if case .preamble = state { return fail(.noPart) }
        if isPart { queue.append(.partEnd) }
        queue.append(.end(isClosed: isClosed))
        return stop(.epilogue)
    }

    // A part's fields.

    private mutating func beginFields() {
        section.removeAll()
        sectionBytes = 0
        lines = 0
        scanned = 0
        state = .fields
    }

    private mutating func readField() -> Bool {
        let limit = min(limits.fieldLine, limits.head - sectionBytes)
        let last = min(buffer.count, position + limit)
        var index = position + scanned
        while index < last, buffer[index] != Octet.lf { index += 1 }
        guard index < last else {
            if held > limit { return fail(.headTooLong) }
            scanned = index - position
            if !isInputEnded { return false }
            // Nothing came after the boundary, so the part has not begun.
            if held == 0, lines == 0 {
                queue.append(.end(isClosed: false))
                return stop(.epilogue)
            }
            return fail(.cutHead)
        }
        var line = buffer[position..<index]
        if line.last == Octet.cr { line.removeLast() }
        sectionBytes += index + 1 - position
        position = index + 1
        scanned = 0
        if line.isEmpty {
            queue.append(.head(section.fields))
            state = .content
            // The empty line also serves as the line end before a boundary that comes next.
            isAtLineStart = true
            return true
        }
        if lines == limits.fields { return fail(.headTooLong) }
        lines += 1
        return section.take(line).map { fail(.field($0)) } ?? true
    }

    private mutating func fail(_ fault: MultipartFault) -> Bool {
        queue.append(.fault(fault))
        return stop(.failed)
    }

    private mutating func stop(_ state: State) -> Bool {
        self.state = state
        buffer.removeAll()
        position = 0
        return true
    }
}

/// Why the parts of a multipart body could not be read.
package enum MultipartFault: Error, Hashable, Sendable {
    /// The body ended without any boundary.
    case noPart
    /// The body ended inside the fields of a part.
    case cutHead
    case headTooLong
    case field(ResponseFault.Kind)

    /// The sentence of the fault, without a full stop.
    package var sentence: String {
        switch self {
        case .noPart: "the body has no part: its boundary does not stand in it"
        case .cutHead: "the body ended inside the fields of a part"
        case .headTooLong: "the fields of a part are longer than this client reads"
        case .field(let kind): "in a part, \(kind.sentence)"
        }
    }

    package var citation: String {
        switch self {
        case .noPart, .cutHead: "RFC 2046 section 5.1.1"
        case .headTooLong: "RFC 2046 section 5.1"
        case .field(let kind): kind.citation
        }
    }
}

/// The longest boundary that is accepted; RFC 2046 section 5.1.1 allows 70 bytes.
private let boundaryAtMost = 200

/// The most blanks that may follow a boundary.
private let paddingAtMost = 256
