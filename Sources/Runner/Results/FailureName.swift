// FailureName.swift: the names of failures, in files of known failures and in reports.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// `never-came`; with what it is about `never-came:GET:/a`; of several such lines the second, `never-came:GET:/a#2`, in its third
/// round `never-came:GET:/a#2.3`; and with the line that was due `too-soon:GET:/b:before:GET:/a`.
package struct FailureName {
    /// The rule without what it is about.
    package let rule: Substring
    let about: Substring?
    let numbers: [Substring]
    let due: Substring?
    /// The name without the line that was due.
    let withoutDue: String

    package init(_ text: String) {
        let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        rule = halves[0]
        guard halves.count > 1 else {
            (about, numbers, due, withoutDue) = (nil, [], nil, text)
            return
        }
        var rest = halves[1]
        if let sign = rest.ranges(of: Self.before).last {
            due = rest[sign.upperBound...]
            rest = rest[..<sign.lowerBound]
        } else {
            due = nil
        }
        withoutDue = String(text[..<rest.endIndex])
        let parts = rest.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        (about, numbers) = (parts[0], parts.count > 1 ? parts[1].split(separator: ".") : [])
    }

    /// The name without numbers and without the line that was due.
    package var text: String { about.map { "\(rule):\($0)" } ?? String(rule) }

    /// Whether the name is about this failure: a rule alone is about all that breaks it, a line without its number about each of
    /// its text, and one without what was due about each place where it came.
    ///
    /// `*` is any rule, for clients that break a different one each time. A crash and its kin break none: they are known by
    /// their own names alone.
    func covers(_ other: FailureName) -> Bool {
        if rule == Self.any { return !CaseResult.Verdict.badEnds.contains { $0.rawValue == other.rule } }
        guard rule == other.rule else { return false }
        guard let about else { return true }
        return about == other.about && other.numbers.starts(with: numbers) && (due == nil || due == other.due)
    }

    /// The failures among the first that are none of the second. A report that is older may tell less of them.
    package static func new(in failures: Set<String>, since others: Set<String>) -> Set<String> {
        let names = others.map(FailureName.init)
        return failures.filter { failure in
            let name = FailureName(failure)
            return !others.contains(failure) && !names.contains { $0.covers(name) || name.covers($0) }
        }
    }

    package static let any = "*"
    static let before = ":before:"
}
