// SideRow.swift: a line of what was expected beside what happened.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
import QuintainPlayer
package import QuintainTranscript

/// One row of the two sides, independent of their width.
package enum SideRow: Sendable, Equatable {
    package enum Mark: String, Sendable {
        case done, failed, doubtful, unobserved, skipped
        case notReached = "not-reached"
    }

    /// A line of the scenario, what became of it, and the first line of what happened there.
    case line(Mark, number: Int, expected: String, happened: String)
    /// A further line of a value that the line above begins, and a further line of what happened there.
    case further(number: Int, expected: String, happened: String)
    /// A further line of what happened at the line above.
    case more(String)
    /// An event without a line of the scenario.
    case loose(String)
    /// A breach in one sentence, or a consequence of one.
    case broken(Severity, String, follows: Bool = false)
    /// The number of lines of the scenario that are left out.
    case leftOut(Int)
}

extension SideRow {
    package var json: JSONText {
        switch self {
        case .line(let mark, let number, let expected, let happened):
            var members: [(String, JSONText)] = [
                ("mark", .text(mark.rawValue)), ("line", .number(number)), ("expected", .text(expected)),
            ]
            if !happened.isEmpty { members.append(("happened", .text(happened))) }
            return .object(members)
        case .further(let number, let expected, let happened):
            return .object(
                [("line", .number(number)), ("expected", .text(expected))]
                    + (happened.isEmpty ? [] : [("happened", .text(happened))]))
        case .more(let text): return .object([("happened", .text(text))])
        case .loose(let text): return .object([("loose", .text(text))])
        case .broken(let severity, let sentence, let follows):
            return .object(
                [("severity", .text(severity.rawValue)), ("broken", .text(sentence))]
                    + (follows ? [("follows", .bool(true))] : []))
        case .leftOut(let count): return .object([("leftOut", .number(count))])
        }
    }

    /// Nil if the object is no row.
    package init?(_ json: JSONText) {
        if let mark = json["mark"]?.text.flatMap(Mark.init), let number = json["line"]?.number {
            self = .line(
                mark, number: number, expected: json["expected"]?.text ?? "", happened: json["happened"]?.text ?? "")
        } else if let number = json["line"]?.number, let expected = json["expected"]?.text {
            self = .further(number: number, expected: expected, happened: json["happened"]?.text ?? "")
        } else if let text = json["happened"]?.text {
            self = .more(text)
        } else if let text = json["loose"]?.text {
            self = .loose(text)
        } else if let sentence = json["broken"]?.text, let severity = json["severity"]?.text.flatMap(Severity.init) {
            self = .broken(severity, sentence, follows: json["follows"]?.bool ?? false)
        } else if let count = json["leftOut"]?.number {
            self = .leftOut(count)
        } else {
            return nil
        }
    }
}

extension SideRow.Mark {
    init(_ state: Step.State) {
        self =
            switch state {
            case .done: .done
            case .broken(.failure): .failed
            case .broken: .doubtful
            case .unobserved: .unobserved
            case .skipped, .due: .skipped
            case .notReached: .notReached
            }
    }

    /// Something else happened than is written.
    var isBroken: Bool { self == .failed || self == .doubtful }

    /// The mark on a terminal.
    var sign: String {
        switch self {
        case .done: "✓"
        case .failed: "✗"
        case .doubtful: "!"
        case .unobserved: "·"
        case .skipped: "-"
        case .notReached: " "
        }
    }

    var tone: Style.Tone {
        switch self {
        case .done: .good
        case .failed: .bad
        case .doubtful: .doubtful
        case .unobserved, .skipped, .notReached: .faint
        }
    }
}
