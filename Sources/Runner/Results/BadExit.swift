// BadExit.swift: a client's process that ended badly behind its last case.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainLoop
import QuintainScenario

/// A client whose processes, or one of them, ended otherwise than with status 0 when their input did. No case tells of it.
package struct BadExit: Sendable, Equatable {
    package let client: String
    /// What they did: `ended with exit status 23`.
    package let deed: String
    /// The scenario behind which the first did so.
    package let lastScenario: String
    package private(set) var processes = 1
    /// The last line that the first wrote to standard error.
    package let lastWords: String?

    package var sentence: String {
        let place =
            processes == 1
            ? "its process \(deed) behind its last case, \(lastScenario)"
            : "\(processes) of its processes \(deed) behind their last cases; the first was \(lastScenario)"
        return "\(client): \(place)\(lastWords.map { "; it wrote: \($0)" } ?? "")"
    }
}

extension BadExit {
    /// nil: it ended as a driver does.
    @OnLoop
    init?(of driver: any Driver, _ exit: ChildProcess.Exit, behind last: Case) {
        switch exit {
        case _ where driver.wasKilled: deed = "did not end with its input"
        case .code(0), .unknown:
            guard let fault = driver.lastFault else { return nil }
            deed = "said what it may not (\(Self.harmless(fault.sentence[...])))"
        case .code, .signal: deed = "ended with \(exit.sentence)"
        }
        client = last.client.isCalledAsItGreets ? driver.greeting?.name ?? last.client.name : last.client.name
        lastScenario = last.scenario.name
        lastWords = driver.complaints().flatMap { $0.split(whereSeparator: \.isNewline).last.map(Self.harmless) }
    }

    /// What a client says may not move the cursor.
    private static func harmless(_ text: Substring) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(200)))
    }
}

extension [BadExit] {
    mutating func add(_ exit: BadExit) {
        guard let index = firstIndex(where: { $0.client == exit.client && $0.deed == exit.deed }) else {
            return append(exit)
        }
        self[index].count(exit.processes)
    }

    package mutating func add(_ exits: [BadExit]) { for exit in exits { add(exit) } }
}

extension BadExit {
    fileprivate mutating func count(_ more: Int) { processes += more }
}
