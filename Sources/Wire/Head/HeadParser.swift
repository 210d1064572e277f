// HeadParser.swift: the head of a request, found in a run of bytes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Reads a head without copying it: the results are offsets into the given bytes.
///
/// The bytes always begin at the start of the head. If `parse` returns `.incomplete`, the caller gives it the same
/// bytes again with more after them; lines that were read are not read again, and no byte of the current line is
/// scanned twice. So the work is linear, however the bytes come.
///
/// A line is judged at its end, or where it exceeds its limit, or at the first byte that no line may have, whichever
/// comes first in the bytes. The result does not depend on how they were cut.
///
/// One parser is used for many heads: `reset` forgets the last one and keeps the memory.
package struct HeadParser: ~Copyable {
    package enum Outcome: Hashable, Sendable {
        case incomplete
        /// The head is the first ``HeadParser/length`` bytes.
        case complete
        /// Nothing can be read from here on.
        case malformed(Deviation)
    }

    /// The section to read: a whole head, or the field lines after the last chunk.
    package enum Section: Hashable, Sendable {
        case head, trailers
    }

    // The results, valid once the outcome is `.complete`.

    /// The start of the request line, which may follow an empty line.
    package internal(set) var start = 0
    /// The end of the head, counted from the first byte given.
    package internal(set) var length = 0
    package internal(set) var method = 0..<0
    package internal(set) var target = 0..<0
    package internal(set) var form = TargetForm.origin
    package internal(set) var version = HTTPVersion.http11
    package internal(set) var fields: [FieldSpan] = []
    package internal(set) var framing = BodyFraming.none
    /// Whether the client allows the connection to be reused, RFC 9112 section 9.3.
    package internal(set) var keepsAlive = true
    /// Whether the client announces its last request on the connection, RFC 9112 section 9.6.
    package internal(set) var saysClose = false
    /// Whether the client waits for `100 Continue` before it sends the body.
    package internal(set) var expectsContinue = false
    /// The number of heads that were read before this one.
    package private(set) var earlier = 0
    /// Breaches that could be read nevertheless; each rule once, at its first breach.
    package internal(set) var deviations: [Deviation] = []

    // The progress.

    private let startLimit: Int32
    private let fieldLimit: Int32
    private let sizeLimit: Int32
    private let fieldsAtMost: Int32
    /// The length that `Content-Length` may announce.
    let bodyLimit: Int
    let section: Section
    /// The start of the current line.
    private var line = 0
    /// The offset up to which the current line has neither a line end nor a control character.
    private var scanned = 0
    /// The offset at which the current line, or the section, exceeds its limit; `overrun` tells which.
    private var cap = 0
    private var state: State
    /// Bit n is set if there is a field whose `KnownField` has the number n.
    var known: UInt8 = 0
    /// The values of folded fields, one behind the other, with blanks for line ends.
    var unfolded = OutputBytes(capacity: 0)

    private enum State {
        case startLine, fields, complete
        case malformed(Deviation)
    }

    package init(limits: Limits = .standard, section: Section = .head) {
        // A parser is kept for each idle connection, so it has no more of them than it needs.
        startLimit = Int32(clamping: limits.startLine)
        fieldLimit = Int32(clamping: limits.fieldLine)
        sizeLimit = Int32(clamping: section == .head ? limits.head : limits.trailers)
        fieldsAtMost = Int32(clamping: limits.fields)
        bodyLimit = limits.body
        self.section = section
        state = section == .head ? .startLine : .fields
        cap = nearestLimit
    }

    /// Prepares for the next head.
    package mutating func reset() {
        earlier &+= 1
        start = 0
        length = 0
        form = .origin
        version = .http11
        fields.removeAll(keepingCapacity: true)
        framing = .none
        keepsAlive = true
        saysClose = false
        expectsContinue = false
        if !deviations.isEmpty { deviations.removeAll(keepingCapacity: true) }
        line = 0
        scanned = 0
        known = 0
        unfolded.clear()
        state = section == .head ? .startLine : .fields
        cap = nearestLimit
    }

    /// Continues reading in `bytes`, which must begin with the same bytes as before.
    package mutating func parse(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        switch state {
        case .startLine, .fields: break
        case .complete: return .complete
        case .malformed(let deviation): return .malformed(deviation)
        }
        guard let base = bytes.baseAddress else { return .incomplete }
        while true {
            let stop = Scan.control(in: base, from: scanned, to: bytes.count)
            guard stop < bytes.count else { return incomplete(at: stop, of: bytes.count) }
            var next = stop + 1
            let byte = base.load(fromByteOffset: stop, as: UInt8.self)
            if byte == Octet.cr {
                guard next < bytes.count else { return incomplete(at: stop, of: bytes.count) }
                next += 1
            }
            if next > cap { return refuse(overrun) }
            if byte == Octet.cr {
                guard base.load(fromByteOffset: stop + 1, as: UInt8.self) == Octet.lf else {
                    return refuse(Deviation(.bareCR, at: stop))
                }
            } else if byte == Octet.lf {
                note(.bareLF, at: stop)
            } else {
                let isHandshake = byte == 0x16 && stop == 0 && section == .head
                return refuse(Deviation(isHandshake ? .tlsHello : .control, at: stop))
            }
            if let rule = lineEnded(base, at: stop, next: next) { return refuse(rule) }
            line = next
            scanned = next
            cap = nearestLimit
            if case .complete = state {
                length = next
                if deviations.contains(where: { $0.rule == .obsoleteFold }) { unfold(base) }
                if section == .head, let rule = judge(base) { return refuse(rule) }
                return .complete
            }
        }
    }

    /// Notes in `scanned` where the search for the line's end must continue.
    private mutating func incomplete(at stop: Int, of count: Int) -> Outcome {
        scanned = stop
        return count > cap ? refuse(overrun) : .incomplete
    }

    private mutating func refuse(_ deviation: Deviation) -> Outcome {
        state = .malformed(deviation)
        return .malformed(deviation)
    }

    private var isStartLine: Bool { if case .startLine = state { true } else { false } }
    private var lineLimit: Int { line + Int(isStartLine ? startLimit : fieldLimit) }
    private var sectionLimit: Int { start + Int(sizeLimit) }
    private var nearestLimit: Int { min(lineLimit, sectionLimit) }

    /// The limit that the current line exceeds.
    private var overrun: Deviation {
        if lineLimit <= sectionLimit {
            return Deviation(isStartLine ? .startLineTooLong : .fieldTooLong, at: lineLimit)
        }
        return Deviation(section == .head ? .headTooLong : .trailersTooLong, at: sectionLimit)
    }

    /// Reads the line that ends at `end`; returns the breach that makes it unreadable.
    private mutating func lineEnded(_ base: UnsafeRawPointer, at end: Int, next: Int) -> Deviation? {
        switch state {
        case .startLine where line == end:
            // RFC 9112 section 2.2: a server should ignore at least one empty line, for clients that send one after a
            // body.
            if start > 0 { return Deviation(.emptyLines, at: line) }
            note(.emptyLineFirst, at: line)
            start = next
        case .startLine:
            if let rule = requestLine(base, line..<end) { return rule }
            state = .fields
        case .fields where line == end:
            state = .complete
        case .fields:
            if fields.count == fieldsAtMost { return Deviation(.tooManyFields, at: line) }
            return fieldLine(base, line..<end)
        case .complete, .malformed:
            preconditionFailure("no line is read after the last one")
        }
        return nil
    }

    /// Notes a deviation, unless one of the same rule was noted before.
    mutating func note(_ rule: WireRule, at offset: Int) {
        if deviations.contains(where: { $0.rule == rule }) { return }
        deviations.append(Deviation(rule, at: offset))
    }
}
