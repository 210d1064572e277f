// LoadOutcome.swift: how one load ended, as the client reports it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The final response, its body, and how the load ended, which do not depend on the way of loading. Ports are written
/// as the names of their origins, because each run has others.
package struct LoadOutcome: Sendable, Equatable {
    package var load: Int
    /// nil: no response was reported.
    package var status: String?
    package var url: String?
    package var type: String?
    package var length: String?
    package var bytes = 0
    /// The hash of the body's bytes, FNV-1a, 64 bits.
    package var digest: String?
    /// `finish`, `fail timed-out`; nil: the load had not ended by itself.
    package var end: String?

    package init(load: Int) { self.load = load }
}
