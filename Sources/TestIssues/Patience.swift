// Patience.swift: how long a slow client is waited for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

/// How long a slow client is waited for, an hour at most: as long as the test says, or five seconds, and never less than
/// QUINTAIN_PATIENCE.
package struct Patience: Sendable {
    /// QUINTAIN_PATIENCE has a value that is no time.
    package struct Wrong: Error, CustomStringConvertible {
        let value: String

        package var description: String {
            "QUINTAIN_PATIENCE is '\(value)', and a number of seconds from 0 to 3600 is wanted, such as 60"
        }
    }

    package let duration: Duration
    /// The time of a line for which the scenario has less; nothing, if nobody has asked for it.
    package let ofLines: Duration

    /// - Parameter asked: as the test says; nil: it says nothing.
    package init(
        _ asked: Duration?, atLeast variable: String? = ProcessInfo.processInfo.environment["QUINTAIN_PATIENCE"]
    ) throws(Wrong) {
        let least = try variable.flatMap { $0.isEmpty ? nil : $0 }.map { text throws(Wrong) in
            guard text.utf8.allSatisfy({ 48...57 ~= $0 }), let seconds = Int(text), seconds <= 3_600 else {
                throw Wrong(value: text)
            }
            return Duration.seconds(seconds)
        }
        func bounded(_ time: Duration) -> Duration { min(max(time, least ?? .zero, .zero), .seconds(3_600)) }
        duration = bounded(asked ?? .seconds(5))
        ofLines = bounded(asked ?? .zero)
    }

    package var wholeSeconds: Int { Self.wholeSeconds(duration) }

    package static func wholeSeconds(_ time: Duration) -> Int {
        Int(time.components.seconds) + (time.components.attoseconds > 0 ? 1 : 0)
    }

    package var seconds: Double { duration / .seconds(1) }

    package var milliseconds: Int { Int(seconds * 1_000) }
    package var millisecondsOfLines: Int { Int(ofLines / .milliseconds(1)) }
}
