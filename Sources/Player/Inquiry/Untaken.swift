// Untaken.swift: values that a line uses, and that no line has taken, or that were taken with their quotes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript

extension Inquiry {
    /// The first value on a line that was never taken, and the mistake by which it was not, if there was one. Or that was
    /// taken out of JSON with its quotes. nil: all of them were, without.
    func untaken(on line: Line) -> (what: Untaken, cause: Trail?)? {
        guard let name = line.deed.templates.lazy.compactMap({ self.values.untaken(in: $0) }).first else {
            let names = line.deed.templates.flatMap { self.values.quoted(in: $0) }
            return names.lazy.compactMap { self.quoted($0) }.first.map { ($0, nil) }
        }
        let takers = course.program.takers(of: name)
        // In one message the value is taken as the line is compared.
        guard let taker = takers.first, !takers.contains(where: { $0.message.contains(line.place.line) }) else {
            return nil
        }
        let number = taker.line.place.line
        func untaken(_ why: Untaken.Why) -> Untaken { Untaken(name, scenario.quoted(line: number), why) }
        if let cause = takers.lazy.compactMap({ self.record.mistake(onLines: $0.message) }).first {
            return (untaken(.broken), cause)
        }
        if case .callback(let callback) = taker.line.deed, !course.sees(callback) {
            return (untaken(.unobserved), nil)
        }
        return (untaken(.notHappened), nil)
    }

    /// What to write where `{"id": {{id = any}}}` has taken a string; nil: it was taken otherwise.
    private func quoted(_ name: String) -> Untaken? {
        for (line, _) in course.program.takers(of: name) {
            for value in line.deed.templates.flatMap(\.values) {
                guard case .valued(.json(let pattern)) = value.function, pattern.takesJSON(name) else { continue }
                return Untaken(name, scenario.quoted(line: line.place.line), .quoted)
            }
        }
        return nil
    }
}

extension Program {
    /// The lines that capture a value, each with the numbers of all lines of its message: a message that is wrong
    /// somewhere may have nothing taken.
    fileprivate func takers(of name: String) -> [(line: Line, message: Set<Int>)] {
        ops.indices.compactMap { place in
            guard case .line(let line, _) = ops[place],
                line.deed.templates.flatMap(\.values).flatMap(\.all).contains(where: { $0.takes(name) })
            else { return nil }
            return (line, message(around: place, line))
        }
    }

    private func message(around place: Int, _ line: Line) -> Set<Int> {
        guard case .receive(let part) = line.deed else { return [line.place.line] }
        var numbers: Set<Int> = [line.place.line]
        var isStart = part.startsMessage
        for case .line(let above, _) in ops[..<place].reversed() where !isStart && above.lane == line.lane {
            guard case .receive(let part) = above.deed else { continue }
            numbers.insert(above.place.line)
            isStart = part.startsMessage
        }
        for case .line(let below, _) in ops[(place + 1)...] where below.lane == line.lane {
            guard case .receive(let part) = below.deed else { continue }
            if part.startsMessage { break }
            numbers.insert(below.place.line)
        }
        return numbers
    }
}
