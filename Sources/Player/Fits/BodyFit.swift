// BodyFit.swift: the body of a request, compared with the lines that write or match it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
import QuintainTranscript

extension BodyCheck {
    /// The check of a body by its lines. Lines that only match are compared when the body is whole.
    ///
    /// - Parameters:
    ///   - raw: the bytes that raw lines of the head have beyond the head: the body must begin with them.
    ///   - watchesChunks: the request's framing is written, so its chunks may be, too.
    init(
        of lines: [ExpectedBodyLine], _ item: Item, behind raw: [UInt8], watchesChunks: Bool, _ values: inout Values,
        _ scope: Scope
    ) {
        if lines.isEmpty, raw.isEmpty {
            self.init()
        } else if lines.count == 1, lines[0].template.isAbsent {
            self.init([])
        } else {
            self.init(
                Self.pieces(lines, behind: raw, &values, scope), comparesFrames: lines.contains(where: \.isRaw),
                chunks: watchesChunks ? ChunkWatch(lines, item) : nil)
        }
    }

    /// The pieces to compare byte by byte; nil: one of the lines only matches.
    private static func pieces(
        _ lines: [ExpectedBodyLine], behind raw: [UInt8], _ values: inout Values, _ scope: Scope
    ) -> [BodyMatcher.Piece]? {
        var pieces: [BodyMatcher.Piece] = [.element(.bytes(raw))]
        for (index, line) in lines.enumerated() {
            if let newline = line.newline { pieces.append(.element(.bytes(newline.bytes))) }
            pieces.append(.line(index))
            if index == lines.count - 1, line.template.soleValue?.function == .any {
                pieces.append(.anything)
            } else if line.template.isWritten {
                pieces += values.expected(line.template, scope)
            } else {
                return nil
            }
        }
        return pieces
    }

    /// Whether a body that is collected fits all its lines, which match it as one template. Captured values go into
    /// `values`.
    func fits(_ item: Item, _ values: inout Values, _ scope: Scope) -> Bool {
        isCollecting && values.match(Template(lines: item.bodyLines), body, scope).fits
    }

    /// The mistake of a whole body that was collected; nil: it fits. Captured values go into `values`.
    func mistake(_ item: Item, _ values: inout Values, _ scope: Scope) -> Mistake? {
        guard isCollecting else { return nil }
        let match = values.match(Template(lines: item.bodyLines), body, scope)
        guard !match.fits else { return nil }
        if values.effort.isSpent || match.isGivenUp {
            return Mistake(line: 0, .effort, reach: match.reach)
        }
        let misfit = Misfit(body, of: item, values, scope)
        return Mistake(
            line: misfit.line, .differs(match.objection.map { .objection($0) } ?? misfit.difference),
            differences: match.differences, reach: match.reach)
    }
}

/// The place where a body that was collected differs from its lines.
private struct Misfit {
    /// The first line that the body does not fit, up to the end of that line.
    let line: Int
    let difference: BodyDifference

    init(_ body: [UInt8], of item: Item, _ values: Values, _ scope: Scope) {
        let lines = item.bodyLines
        /// The bytes behind those that fit the template, and the values with what it has captured; nil: the body does
        /// not begin with such bytes.
        func rest(behind beginning: Template) -> (bytes: [UInt8], values: Values)? {
            var template = beginning
            template.append(Value(.capture(Self.rest), at: item.first.line.place))
            var values = values
            return values.match(template, body, scope).captures[Self.rest].map { ($0, values) }
        }
        /// Whether the body begins with these lines and their ends, or is these lines.
        func isThere(_ last: Int) -> Bool {
            var values = values
            return rest(behind: Template(lines, above: last + 1)) != nil
                || values.matches(Template(lines: lines[...last]), body, scope)
        }
        var first = 0
        var last = lines.count - 1
        while first < last {
            let middle = (first + last) / 2
            if isThere(middle) { first = middle + 1 } else { last = middle }
        }
        line = first
        let above = rest(behind: Template(lines, above: first))
        // Without the end of the line above, nothing has come for this line.
        guard let (rest, values) = above else {
            let missing = BodyMatcher([.element(.bytes(lines[first].newline?.bytes ?? []))])
            let isLast = first == lines.count - 1 && lines[first].template.isEmpty
            difference = missing.shortfall(after: body.count, of: nil, isLast: isLast)
            return
        }
        var heard = values
        difference = Self.difference(from: lines[first...], rest, of: body, &heard, scope)
    }

    /// - Parameter rest: what has come for the lines.
    private static func difference(
        from lines: ArraySlice<ExpectedBodyLine>, _ rest: [UInt8], of body: [UInt8], _ values: inout Values,
        _ scope: Scope
    ) -> BodyDifference {
        let start = body.count - rest.count
        let template = lines[lines.startIndex].template
        let newline = lines.dropFirst().first?.newline?.bytes ?? []
        var matcher = BodyMatcher(
            template.isWritten ? values.expected(template, scope) + [.element(.bytes(newline))] : [])
        let taken = matcher.feed(rest[...])
        if taken == rest.count { return matcher.shortfall(after: body.count, of: nil, isLast: false) }
        if template.isWritten { return matcher.objection(to: rest.dropFirst(taken), at: start + taken) }
        let came = newline.isEmpty ? rest[...] : rest.prefix { $0 != newline.last }
        let hint: Remedy? = template.fitsPart(of: came, values.effort) ? .partFits : nil
        return .lines(from: start, values.unlike(Array(came), template, scope, hint: hint))
    }

    /// No name that a file can give.
    private static let rest = "the rest"
}

extension Template {
    fileprivate init(lines: some Sequence<ExpectedBodyLine>) {
        self.init()
        for line in lines {
            if let newline = line.newline { append(newline.bytes) }
            append(line.template)
        }
    }

    /// The lines above this one, and the end of the last of them.
    fileprivate init(_ lines: [ExpectedBodyLine], above line: Int) {
        self.init(lines: lines[..<line])
        if lines.indices.contains(line), let newline = lines[line].newline { append(newline.bytes) }
    }

    /// The template gives its bytes exactly, though perhaps not to their end.
    fileprivate var isWritten: Bool { values.allSatisfy { $0.function == .upTo || Template($0).canProduce } }
}
