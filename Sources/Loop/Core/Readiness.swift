// Readiness.swift: the events of a poller, the same on every system.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The events of a descriptor and, inside a channel, everything that is known about it.
struct Readiness: OptionSet {
    let rawValue: UInt8

    /// A read would not block: there are bytes, their end, or an error.
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
    /// We closed the channel ourselves.
    static let closed = Readiness(rawValue: 64)
}
