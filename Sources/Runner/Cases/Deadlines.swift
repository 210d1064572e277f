// Deadlines.swift: how long a driver and its client may take.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainDriver

/// In milliseconds.
package struct Deadlines: Sendable {
    /// From the start of the process to its greeting: where others have the machine, an interpreter takes its time.
    package var greeting = 30_000
    /// From `end` to `ended`.
    package var ended = 10_000
    /// A case in all, beside what its scenario asks for: waits, silences, long deadlines.
    package var whole = 60_000
    /// What a client that does not tell of its loads' ends gets for what it still does when all lines have happened.
    package var settling = 100
    /// What a client all of whose loads have ended gets before what only a load brings counts as never come.
    package var afterLoads = 250
    /// What every line of the client's is given at least, whatever the file says.
    package var patience = 0
    /// From SIGTERM to SIGKILL.
    package var grace = 1_000
    /// How much a driver may say.
    package var limits = DriverTalk.Limits()

    package init() {}
}
