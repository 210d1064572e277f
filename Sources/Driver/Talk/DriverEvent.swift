// DriverEvent.swift: the messages of a driver, as the runner takes them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainTalk

package enum DriverEvent: Sendable, Equatable {
    case greeted(Greeting)
    /// The callback; its bytes may be in a file.
    case callback(ReportedCallback, load: Int, file: String?)
    /// The last order cannot be carried out.
    case unable(String)
    case note(String)
    /// The case is over in the driver: no further messages of it come.
    case ended
    case fault(DriverFault)
}
