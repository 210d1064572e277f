// Deadlines.swift: how long a driver and its client may take.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainDriver

/// In milliseconds.
package struct Deadlines: Sendable {
    /// From the start of the process to its greeting: an interpreter takes long to start on a busy machine.
    package var greeting = 30_000
    /// From `end` to `ended`.
    package var ended = 10_000
    /// For a case in all, beside the waits, silences and deadlines of its scenario.
    package var whole = 60_000
    /// After all lines have happened, for a client that does not report the ends of its loads.
    package var settling = 100
    /// After all loads have ended, before a line that only a load can fulfil counts as missing.
    package var afterLoads = 250
    /// The least time for each line of the client's, whatever the file says.
    package var patience = 0
    /// From the end of its input to the end of the process.
    package var leaving = 10_000
    /// From SIGTERM to SIGKILL.
    package var grace = 1_000
    /// How much a driver may write.
    package var limits = DriverTalk.Limits()

    package init() {}
}
