// Following.swift: the redirects that a client follows at all.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// What a client does of its own accord, whatever it is told: RFC 9110 section 15.4 lets it follow, and demands nothing.
package enum Following: Sendable, Hashable {
    case any
    /// A redirect to another origin ends the load.
    case withinOrigin
    case none
}
