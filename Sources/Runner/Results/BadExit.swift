// BadExit.swift: a client's process that ended badly after its last case.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainLoop
import QuintainScenario

/// A client with processes that ended badly after their last case. No case reports that.
package struct BadExit: Sendable, Equatable {
    package let client: String
    /// How they ended: `ended with exit status 23`.
    package let deed: String
    /// The last scenario of the first such process.
    package let lastScenario: String
    package private(set) var processes = 1
    /// The last line that the first such process wrote to standard error.
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
    /// nil: the process ended as a driver should.
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

    /// The text without control characters, which could move the cursor of a terminal.
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
