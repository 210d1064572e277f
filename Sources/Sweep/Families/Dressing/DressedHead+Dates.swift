// DressedHead+Dates.swift: dates in the two forms that nobody should write any more.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWire

extension DressedHead {
    /// RFC 9110 section 5.6.7: a recipient must read all three forms.
    var dates: [Change] {
        [change(to: "rfc850", \.inRFC850), change(to: "asctime", \.inAsctime)].compactMap(\.self)
    }

    private func change(to form: String, _ written: (ObsoleteDate) -> String) -> Change? {
        let dated = fields.filter {
            Self.names.contains($0.name ?? "") && !($0.isLastModified && varied.isOfStoredReply)
        }
        var change = change(form, dated) { field in
            ObsoleteDate(field.value).map { "\(field.writtenName): \(written($0))" }
        }
        for field in dated {
            guard let date = ObsoleteDate(field.value) else { continue }
            change?.edits += edits(where: field.name ?? "", says: field.value, now: written(date))
        }
        return change
    }

    /// The edits of the lines below that have the date: a response is reported with the date as it came, and a client
    /// that makes a condition of it may write it in today's form.
    ///
    /// A part, or a 304, has the date of the reply that it continues, as text: clients may compare the text.
    private func edits(where name: String, says date: String, now other: String) -> [Edit] {
        let either = "{{/\(date)|\(other)/}}"
        return varied.subject.deeds.keys.sorted().flatMap { index -> [Edit] in
            guard index > varied.reply.start, let deed = varied.subject.deeds[index]?.deed else { return [] }
            switch deed {
            case .receive(.field(let condition, let value, _))
            where Self.conditions.contains(condition.lowercased()) && value.literalText == date:
                let line = varied.subject.lines[index]
                return [.replace(index, with: line.replacingEnd(date, with: either))]
            case .callback(let callback) where callback.header.contains { $0.name.lowercased() == name }:
                return varied.subject.extent(of: index).dropFirst().compactMap { below in
                    let line = varied.subject.lines[below]
                    guard line.lowercased().drop(while: { $0 == " " }).hasPrefix("\(name):"), line.hasSuffix(date)
                    else { return nil }
                    return .replace(below, with: line.replacingEnd(date, with: other))
                }
            case .send(.field(_, .some(name), _)) where name == "last-modified":
                let line = varied.subject.lines[index]
                return line.hasSuffix(": \(date)") ? [.replace(index, with: line.replacingEnd(date, with: other))] : []
            default: return []
            }
        }
    }

    private static let names: Set<String> = ["date", "expires", "last-modified", "retry-after"]
    private static let conditions: Set<String> = ["if-modified-since", "if-unmodified-since", "if-range"]
}

extension VariedReply {
    fileprivate var isOfStoredReply: Bool { status == 206 || status == 304 }
}

extension FieldLine {
    fileprivate var isLastModified: Bool { name == "last-modified" }
}

extension String {
    fileprivate func replacingEnd(_ end: String, with other: String) -> String {
        hasSuffix(end) ? String(dropLast(end.count)) + other : self
    }
}

/// A date in the form of today, to be written in the obsolete forms.
struct ObsoleteDate {
    private let weekday: Int
    private let day: Substring
    private let month: Substring
    private let year: Substring
    private let time: Substring

    /// nil: the value is no such date, or of a year that two digits will soon not tell.
    init?(_ value: String) {
        guard value.utf8.count == HTTPDate.length, let seconds = HTTPDate.seconds(Array(value.utf8), now: 0),
            HTTPDate.bytes(secondsSinceEpoch: seconds) == Array(value.utf8)
        else { return nil }
        let words = value.split(separator: " ")
        (day, month, year, time) = (words[1], words[2], words[3], words[4])
        guard let year = Int(words[3]), Self.years.contains(year) else { return nil }
        // 1970-01-01 was a Thursday.
        weekday = (seconds / 86_400 + 4) % 7
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`
    var inRFC850: String { "\(Self.weekdays[weekday]), \(day)-\(month)-\(year.suffix(2)) \(time) GMT" }

    /// `Sun Nov  6 08:49:37 1994`
    var inAsctime: String {
        let padded = day.hasPrefix("0") ? " \(day.dropFirst())" : String(day)
        return "\(Self.weekdays[weekday].prefix(3)) \(month) \(padded) \(time) \(year)"
    }

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    /// A date that would lie more than 50 years ahead is of the century before.
    private static let years = 1980...2060
}
