// Readiness.swift: what a poller reports, in words that hold on every system.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// What became of a descriptor, and, inside a channel, everything that is known of it.
struct Readiness: OptionSet {
    let rawValue: UInt8

    /// A read would not block: there are bytes, the end of them, or an error.
    static let readable = Readiness(rawValue: 1)
    static let writable = Readiness(rawValue: 2)
    /// `wake()` was called: there is a message for the task that owns the channel.
    static let message = Readiness(rawValue: 4)
    /// The peer sends no more. That is no error: it may still read.
    static let finished = Readiness(rawValue: 8)
    /// The connection is dead in both directions: a reset, or the network gave up.
    static let broken = Readiness(rawValue: 16)
    /// The deadline of the wait has passed.
    static let expired = Readiness(rawValue: 32)
    /// We closed it ourselves.
    static let closed = Readiness(rawValue: 64)
}
