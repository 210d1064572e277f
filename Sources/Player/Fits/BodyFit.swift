// BodyFit.swift: the body of a request, compared with the lines that write or match it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario

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
        let misfit = Misfit(body, of: item, values, scope)
        let came = Quoting.quoted(misfit.rest.prefix(80))
        return Mistake(
            line: misfit.line,
            sentence: match.objection.map { "the body: \($0)" } ?? "the body does not fit: \(came) came")
    }
}

/// The place where a body that was collected differs from its lines.
private struct Misfit {
    /// The first line that the body does not fit, whatever comes behind it.
    let line: Int
    /// The bytes that came for the line and those below it.
    let rest: [UInt8]

    init(_ body: [UInt8], of item: Item, _ values: Values, _ scope: Scope) {
        let lines = item.bodyLines
        /// The bytes behind those that fit the template; nil: the body does not begin with such bytes.
        func rest(behind beginning: Template) -> [UInt8]? {
            var template = beginning
            template.append(Value(.capture(Self.rest), at: item.first.line.place))
            var values = values
            return values.match(template, body, scope).captures[Self.rest]
        }
        var first = 0
        var last = lines.count - 1
        while first < last {
            let middle = (first + last) / 2
            if rest(behind: Template(lines: lines[...middle])) != nil { first = middle + 1 } else { last = middle }
        }
        line = first
        guard first > 0 else {
            self.rest = body
            return
        }
        var above = Template(lines: lines[..<first])
        if let newline = lines[first].newline { above.append(newline.bytes) }
        self.rest = rest(behind: above) ?? []
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

    /// The template gives its bytes exactly, though perhaps not to their end.
    fileprivate var isWritten: Bool { values.allSatisfy { $0.function == .upTo || Template($0).canProduce } }
}
