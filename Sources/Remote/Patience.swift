// Patience.swift: how long a slow client is waited for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// How long a slow client is waited for, an hour at most.
struct Patience: Sendable {
    let duration: Duration

    init(_ duration: Duration) { self.duration = min(max(duration, .zero), .seconds(3_600)) }

    /// As the control API counts it for lines, of which none gets less.
    var wholeSeconds: Int { Int(duration.components.seconds) + (duration.components.attoseconds > 0 ? 1 : 0) }

    var seconds: Double { duration / .seconds(1) }
}
