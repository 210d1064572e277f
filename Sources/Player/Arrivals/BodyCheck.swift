// BodyCheck.swift: the body of a request, compared with its lines as it comes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainTranscript

/// Compares a body as it comes, keeps it where later lines quote it, and reports the first mistake only.
struct BodyCheck {
    private enum Expectation {
        /// Nothing is written: whatever comes is right.
        case nothing
        case bytes(BodyMatcher)
        /// The lines only match: the body is collected, and compared when it is whole.
        case whole
    }

    /// What became of the bytes that came.
    struct Fed {
        /// The number of bytes that belong to the lines of this item; the rest is for lines further down.
        var taken: Int
        /// The stretch of the known stream, `{{bytes …}}`, that the bytes are; nil: they are no stretch of it.
        var pattern: (from: Int, count: Int)?
        /// The first mistake, reported once.
        var mistake: Mistake?
    }

    /// What is wrong with the body, and in which of its lines.
    struct Mistake {
        enum What {
            case differs(BodyDifference)
            /// It is no mistake: comparing took too long, or more came than is compared.
            case effort, length
        }

        let line: Int
        let what: What
        /// In how many places the body differs, as far as they are counted.
        var differences = 1
        /// How many bytes are right before the first wrong one, if that is known.
        var reach = 0

        init(line: Int, _ what: What, differences: Int = 1, reach: Int = 0) {
            self.line = line
            self.what = what
            self.differences = differences
            self.reach = reach
        }

        init(line: Int, _ difference: BodyDifference, reach: Int) {
            self.init(line: line, .differs(difference), reach: reach)
        }

        func isNearer(than other: Mistake) -> Bool { (differences, -reach) < (other.differences, -other.reach) }
    }

    private var expectation = Expectation.nothing
    private var chunks: ChunkWatch?
    /// One of the lines is raw, so the body is compared as it came, with its framing.
    private(set) var comparesFrames = false
    /// The bytes that have come, as far as they are kept.
    private(set) var body: [UInt8] = []
    /// The body was longer than what is kept of it for lines that quote it.
    private(set) var isCut = false
    /// How many bytes have come.
    private(set) var count = 0
    private(set) var hasMistake = false

    /// Compares nothing.
    init() {}

    /// - Parameter pieces: what must come; nil: the lines only match.
    init(_ pieces: [BodyMatcher.Piece]?, comparesFrames: Bool = false, chunks: ChunkWatch? = nil) {
        expectation = pieces.map { .bytes(BodyMatcher($0)) } ?? .whole
        self.comparesFrames = comparesFrames
        self.chunks = chunks
    }

    /// The same check, counting on from another part of the body.
    func behind(_ other: BodyCheck) -> BodyCheck {
        var check = self
        check.count = other.count
        check.isCut = other.isCut
        return check
    }

    /// All that is written has come: what follows is compared with nothing.
    mutating func stop() {
        expectation = .nothing
        chunks = nil
        comparesFrames = false
        hasMistake = false
    }

    // MARK: Bytes

    /// - Parameters:
    ///   - isOpenEnded: the lines are only the beginning of the body.
    ///   - keeps: later lines may quote the body.
    mutating func feed(_ bytes: ArraySlice<UInt8>, isOpenEnded: Bool, keeps: Bool) -> Fed {
        var fed = Fed(taken: bytes.count)
        var pattern: Int?
        switch expectation {
        case .bytes(var matcher) where !hasMistake:
            // Emptied first, so that what the matcher has collected is not copied with every piece.
            expectation = .nothing
            pattern = matcher.patternOffset
            fed.taken = matcher.feed(bytes)
            expectation = .bytes(matcher)
            if fed.taken < bytes.count, !(isOpenEnded && matcher.isComplete) {
                hasMistake = true
                fed.mistake = Mistake(
                    line: matcher.line, matcher.objection(to: bytes.dropFirst(fed.taken), at: count + fed.taken),
                    reach: matcher.matched)
            }
        case .whole where body.count + bytes.count > Self.comparedAtMost:
            hasMistake = true
            expectation = .nothing
            fed.mistake = Mistake(line: 0, .length)
        case .whole: body += bytes
        case .bytes, .nothing: break
        }
        if fed.mistake != nil || !isOpenEnded { fed.taken = bytes.count }
        if keeps, !isCollecting { keep(bytes.prefix(fed.taken)) }
        count += fed.taken
        if fed.mistake == nil, fed.taken >= 16 { fed.pattern = pattern.map { ($0, fed.taken) } }
        return fed
    }

    /// Counts bytes that are compared with no line.
    mutating func pass(_ count: Int) { self.count += count }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        let kept = min(bytes.count, Self.quotedAtMost - body.count)
        body += bytes.prefix(kept)
        if kept < bytes.count { isCut = true }
    }

    /// A frame of the body: returns what is wrong with the chunk that it begins, and the line that asks for another
    /// chunk.
    mutating func frame(_ bytes: [UInt8]) -> (PlacedLine, ChunkDifference)? {
        guard let shape = ChunkShape(frame: bytes), let placed = chunks?.placed else { return nil }
        return chunks?.begin(shape).map { (placed, $0) }
    }

    // MARK: The whole

    /// The lines only match, so the body is collected to be compared with all of them.
    var isCollecting: Bool { if case .whole = expectation { true } else { false } }

    /// The end of the body may be left out, but nothing else may come in its place.
    var mayEndAnywhere: Bool { if case .bytes(let matcher) = expectation { matcher.mayEndAnywhere } else { false } }

    /// All that is written has come, or there was a mistake: no more bytes are waited for. Lines that only match are
    /// never settled here.
    var isSettled: Bool {
        if hasMistake { return true }
        return switch expectation {
        case .nothing: true
        case .bytes(let matcher): matcher.isComplete
        case .whole: false
        }
    }

    /// The bytes that are missing from a body that has ended.
    var shortfall: Mistake? {
        guard case .bytes(let matcher) = expectation, !matcher.isComplete, !hasMistake else { return nil }
        if let trouble = matcher.trouble {
            return Mistake(line: matcher.line, .coding(trouble), reach: matcher.matched)
        }
        let rest = matcher.expectedCount.map { $0 - matcher.matched }
        return Mistake(
            line: matcher.shortLine,
            matcher.shortfall(
                after: matcher.matched, of: matcher.expectedCount, isLast: rest == matcher.expectedNext.count),
            reach: matcher.matched)
    }

    /// The line in which the body stands; nil: it is not compared as it comes.
    var line: Int? { if case .bytes(let matcher) = expectation { matcher.shortLine } else { nil } }

    /// The limit of a body that is compared when it is whole.
    static let comparedAtMost = 1 << 20
    /// The limit of a body that lines quote, the same as for a route.
    static let quotedAtMost = 4 << 20
}
