// ChunkDecoder.swift: reads a chunked body.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Reads `Transfer-Encoding: chunked`, RFC 9112 section 7.1, in whatever pieces it comes.
///
/// ```
/// size ──▶ bytes ──▶ end of chunk ──▶ size …
///   └─ 0 ─▶ trailers ──▶ done
/// ```
///
/// It keeps no bytes. `next` reads at a position in the caller's buffer and moves the position past the bytes that it
/// has used; the unused bytes must be in the buffer again at the next call, with more after them. As with a head, no
/// byte of a line is scanned twice, and the result does not depend on how the bytes were cut.
package struct ChunkDecoder: ~Copyable {
    package enum Step: Hashable, Sendable {
        /// A chunk begins; the last one has size 0. The range holds its extensions, `;` and all.
        case chunk(size: Int, extensions: Range<Int>)
        /// Bytes of the body.
        case content(Range<Int>)
        /// The body is over. The range holds the trailer section; ``ChunkDecoder/trailers(in:)`` reads it.
        case end(Range<Int>)
        /// A breach that can be read nevertheless; each rule is reported once for each body.
        case deviation(Deviation)
        case malformed(Deviation)
    }

    private enum State {
        case size, content(left: Int), chunkEnd, trailers, done
        case malformed(Deviation)
    }

    private struct Told: OptionSet {
        let rawValue: UInt8
        static let bareLF = Told(rawValue: 1)
        static let space = Told(rawValue: 2)
        static let extensions = Told(rawValue: 4)
        static let forbidden = Told(rawValue: 8)
    }

    private let limits: Limits
    /// Whether a line of a chunk may end with LF alone.
    private let allowsLoneLF: Bool
    private var state = State.size
    /// The bytes behind the position that were searched for a line end already.
    private var scanned = 0
    private var told: Told = []
    /// The number of bytes of extensions in this body so far.
    private var extensions = 0
    private var parser: HeadParser
    /// The number of deviations of the trailer section that were reported.
    private var toldTrailers = 0

    /// `allowsLoneLF`: a line of a chunk that ends with LF alone is a deviation, and else a fault: RFC 9112 section 2.2
    /// lets recipients take such lines in heads, and so in trailers, but in no chunk.
    package init(limits: Limits = .standard, allowsLoneLF: Bool = true) {
        self.limits = limits
        self.allowsLoneLF = allowsLoneLF
        parser = HeadParser(limits: limits, section: .trailers)
    }

    /// Prepares for the next body.
    package mutating func reset() {
        state = .size
        scanned = 0
        told = []
        extensions = 0
        toldTrailers = 0
        parser.reset()
    }

    /// The next part in `bytes` from `position` on; nil if more bytes are needed, or the body is over.
    package mutating func next(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> Step? {
        switch state {
        case .size: return size(bytes, &position)
        case .content(let left):
            let count = min(left, bytes.count - position)
            if count == 0 { return nil }
            state = left == count ? .chunkEnd : .content(left: left - count)
            defer { position += count }
            return .content(position..<position + count)
        case .chunkEnd: return chunkEnd(bytes, &position)
        case .trailers: return trailers(bytes, &position)
        case .done: return nil
        case .malformed(let deviation): return .malformed(deviation)
        }
    }

    /// Whether the next line is that of a chunk's size.
    package var isAtSize: Bool { if case .size = state { true } else { false } }

    package var isDone: Bool { if case .done = state { true } else { false } }

    /// The trailer fields, copied from the bytes for which `next` has just returned `.end`.
    package func trailers(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> [Field] {
        parser.fieldList(in: .init(rebasing: bytes[range]))
    }

    private mutating func size(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> Step? {
        guard let base = bytes.baseAddress, position < bytes.count else { return nil }
        let line: (end: Int, next: Int)
        switch lineEnd(bytes, from: position) {
        case .none: return nil
        case .failure(let deviation): return fail(deviation)
        case .success(let found): line = found
        }
        var index = position
        var size = 0
        while index < line.end, let digit = Octet.hexValue(base.byte(index)) {
            let (shifted, isOver) = size.multipliedReportingOverflow(by: 16)
            if isOver || shifted > limits.body - Int(digit) { return fail(Deviation(.chunkTooLarge, at: position)) }
            size = shifted + Int(digit)
            index += 1
        }
        if index == position { return fail(Deviation(.chunkSizeSyntax, at: position)) }
        let digitsEnd = index
        while index < line.end, Octet.isBlank(base.byte(index)) { index += 1 }
        if index < line.end, base.byte(index) != UInt8(ascii: ";") {
            return fail(Deviation(.chunkSizeSyntax, at: digitsEnd))
        }
        // Reported before the line is consumed: the next call reads the line again, with its rule in `told`.
        let hasGrammar = ChunkExtensions.isValid(.init(rebasing: bytes[index..<line.end]))
        if let blank = ChunkExtensions.firstBlank(.init(rebasing: bytes[digitsEnd..<line.end])),
            index > digitsEnd || hasGrammar, told.insert(.space).inserted
        {
            return .deviation(Deviation(.chunkSizeSpace, at: digitsEnd + blank))
        }
        if extensions + line.end - index > limits.chunkExtensions {
            return fail(Deviation(.chunkExtensionsTooLong, at: index))
        }
        if !hasGrammar, told.insert(.extensions).inserted {
            return .deviation(Deviation(.chunkExtension, at: index))
        }
        if line.next == line.end + 1 {
            guard allowsLoneLF else { return fail(Deviation(.bareLF, at: line.end)) }
            if told.insert(.bareLF).inserted { return .deviation(Deviation(.bareLF, at: line.end)) }
        }
        extensions += line.end - index
        position = line.next
        scanned = 0
        state = size == 0 ? .trailers : .content(left: size)
        return .chunk(size: size, extensions: index..<line.end)
    }

    private mutating func chunkEnd(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> Step? {
        guard position < bytes.count else { return nil }
        let first = bytes[position]
        if first == Octet.lf {
            guard allowsLoneLF else { return fail(Deviation(.bareLF, at: position)) }
            if told.insert(.bareLF).inserted { return .deviation(Deviation(.bareLF, at: position)) }
            position += 1
        } else if first != Octet.cr {
            return fail(Deviation(.chunkEnd, at: position))
        } else if position + 1 == bytes.count {
            return nil
        } else if bytes[position + 1] != Octet.lf {
            return fail(Deviation(.chunkEnd, at: position))
        } else {
            position += 2
        }
        state = .size
        return size(bytes, &position)
    }

    private mutating func trailers(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> Step? {
        let section = UnsafeRawBufferPointer(rebasing: bytes[position...])
        switch parser.parse(section) {
        case .incomplete: return nil
        case .malformed(let deviation): return fail(Deviation(deviation.rule, at: position + deviation.offset))
        case .complete: break
        }
        while toldTrailers < parser.deviations.count {
            let deviation = parser.deviations[toldTrailers]
            toldTrailers += 1
            if deviation.rule == .bareLF, !told.insert(.bareLF).inserted { continue }
            return .deviation(Deviation(deviation.rule, at: position + deviation.offset))
        }
        if !told.contains(.forbidden), let name = parser.forbiddenTrailer(in: section) {
            told.insert(.forbidden)
            return .deviation(Deviation(.trailerForbidden, at: position + name))
        }
        state = .done
        let range = position..<position + parser.length
        position = range.upperBound
        return .end(range)
    }

    private enum LineEnd {
        case none
        case failure(Deviation)
        case success((end: Int, next: Int))
    }

    private mutating func lineEnd(_ bytes: UnsafeRawBufferPointer, from position: Int) -> LineEnd {
        let limit = position + limits.chunkLine
        let tooLong = LineEnd.failure(Deviation(.chunkLineTooLong, at: limit))
        let stop = Scan.control(in: bytes.baseAddress!, from: position + scanned, to: bytes.count)
        scanned = stop - position
        guard stop < bytes.count else { return bytes.count > limit ? tooLong : .none }
        if bytes[stop] == Octet.lf { return stop + 1 > limit ? tooLong : .success((stop, stop + 1)) }
        guard bytes[stop] == Octet.cr else {
            return stop + 1 > limit ? tooLong : .failure(Deviation(.control, at: stop))
        }
        guard stop + 1 < bytes.count else { return bytes.count > limit ? tooLong : .none }
        if stop + 2 > limit { return tooLong }
        guard bytes[stop + 1] == Octet.lf else { return .failure(Deviation(.bareCR, at: stop)) }
        return .success((stop, stop + 2))
    }

    private mutating func fail(_ deviation: Deviation) -> Step {
        state = .malformed(deviation)
        return .malformed(deviation)
    }
}
