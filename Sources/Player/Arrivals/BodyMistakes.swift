// BodyMistakes.swift: what is wrong with the body of a request, and at which of its lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario

extension Player {
    mutating func checkWholeBody(_ check: BodyCheck, _ item: Item) {
        if let shortfall = check.shortfall { breakBody(shortfall, item) }
        guard check.isCollecting else { return }
        let match = matchCollected(check.body, item)
        guard !match.fits else { return }
        let line = firstUnfit(check.body, item)
        let came = Quoting.quoted(rest(from: line, of: item, in: check.body).prefix(80))
        let sentence = match.objection.map { "the body: \($0)" } ?? "the body does not fit: \(came) came"
        breakBody(BodyCheck.Mistake(line: line, sentence: sentence), item)
    }

    /// Reports the first mistake of a body at its line. The lines below it are not compared.
    mutating func breakBody(_ mistake: BodyCheck.Mistake, _ item: Item) {
        record.breach(.wrongBody, item.placed(bodyLine: mistake.line), mistake.sentence)
        for below in item.placedBodyLines.dropFirst(mistake.line + 1) { record.mark(below, .notReached) }
    }

    /// Compares a body that was collected with all the lines that match it, as one template.
    mutating func matchCollected(_ body: [UInt8], _ item: Item) -> Match {
        values.match(Template(lines: item.bodyLines), body, scope(item.lane, item.first.count))
    }

    /// The first line that the body does not fit, whatever comes behind it.
    private func firstUnfit(_ body: [UInt8], _ item: Item) -> Int {
        var first = 0
        var last = item.bodyLines.count - 1
        while first < last {
            let middle = (first + last) / 2
            if rest(behind: Template(lines: item.bodyLines[...middle]), item, in: body) != nil {
                first = middle + 1
            } else {
                last = middle
            }
        }
        return first
    }

    /// The bytes that came for the line and those below it.
    private func rest(from line: Int, of item: Item, in body: [UInt8]) -> [UInt8] {
        guard line > 0 else { return body }
        var above = Template(lines: item.bodyLines[..<line])
        if let newline = item.bodyLines[line].newline { above.append(newline.bytes) }
        return rest(behind: above, item, in: body) ?? []
    }

    /// The bytes behind those that fit the template; nil: the body does not begin with such bytes.
    private func rest(behind beginning: Template, _ item: Item, in body: [UInt8]) -> [UInt8]? {
        var template = beginning
        template.append(Value(.capture(Self.rest), at: item.first.line.place))
        var values = values
        return values.match(template, body, scope(item.lane, item.first.count)).captures[Self.rest]
    }

    /// No name that a file can give.
    private static let rest = "the rest"

    /// The line at which a request breaks off. The lines above it have come.
    mutating func lineBrokenOff(_ request: RequestInProgress, _ item: Item) -> PlacedLine {
        guard !item.bodyLines.isEmpty, let line = request.check.line else { return item.lines.last ?? item.first }
        let placed = item.placed(bodyLine: line)
        for above in item.lines.prefix(while: { $0.step != placed.step }) { record.finish(above) }
        return placed
    }
}

extension Template {
    fileprivate init(lines: some Sequence<ExpectedBodyLine>) {
        self.init()
        for line in lines {
            if let newline = line.newline { append(newline.bytes) }
            append(line.template)
        }
    }
}
