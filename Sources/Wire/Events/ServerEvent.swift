// ServerEvent.swift: an event that a server has sent.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// An event as an event source passes it to the app: HTML standard section 9.2.6.
package struct ServerEvent: Hashable, Sendable {
    /// `message`, unless the server names another type.
    package var type: String
    package var data: String
    /// The last event ID that the stream has named, with this event or before; empty: there is none.
    package var id: String

    package init(type: String = "message", data: String, id: String = "") {
        self.type = type
        self.data = data
        self.id = id
    }
}
