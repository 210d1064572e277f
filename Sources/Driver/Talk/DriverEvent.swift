// DriverEvent.swift: what a driver says, understood.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainTalk

package enum DriverEvent: Sendable, Equatable {
    case greeted(Greeting)
    /// Its bytes may lie in a file.
    case callback(ReportedCallback, load: Int, file: String?)
    /// The last order cannot be done.
    case unable(String)
    case note(String)
    /// Nothing more comes of the case.
    case ended
    case fault(DriverFault)
}
