// ServerEvent.swift: an event that a server has sent.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// What an event source tells its app of an event: HTML standard section 9.2.6.
package struct ServerEvent: Hashable, Sendable {
    /// `message`, unless the server names another.
    package var type: String
    package var data: String
    /// The last one that the stream has named, by this event or by one before it; empty: there is none.
    package var id: String

    package init(type: String = "message", data: String, id: String = "") {
        self.type = type
        self.data = data
        self.id = id
    }
}
