// LoadOutcome.swift: what one load came to, as the client told it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The final response, its body, and how the load ended: what does not depend on the way of loading. Ports are written as
/// the names of their origins, since every run has others.
package struct LoadOutcome: Sendable, Equatable {
    package var load: Int
    /// nil: no response was told.
    package var status: String?
    package var url: String?
    package var type: String?
    package var length: String?
    package var bytes = 0
    /// Of the body's bytes, FNV-1a, 64 bits.
    package var digest: String?
    /// `finish`, `fail timed-out`; nil: it had not ended by itself.
    package var end: String?

    package init(load: Int) { self.load = load }

    /// A load that completes tells of no response if it fails.
    package var isFailureOnly: Bool { status == nil && bytes == 0 && end?.hasPrefix("fail") == true }
}
