// FloodWatch.swift: frames that come again and again while nothing else happens.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Counts frames that cost their sender little and their reader more, RFC 9113 section 10.5.
struct FloodWatch {
    struct Count {
        fileprivate var seen = 0
        private let limit: Int
        private let rule: FrameRule

        fileprivate init(_ rule: FrameRule, atMost limit: Int) {
            self.limit = limit
            self.rule = rule
        }

        mutating func came() throws(FrameFault) {
            seen += 1
            if seen > limit { throw FrameFault(rule) }
        }
    }

    var settings: Count
    var pings: Count
    var priorities: Count
    var emptyFrames: Count
    /// Streams that were reset, by either side.
    var resets: Count

    init(limits: FrameLimits) {
        settings = Count(.tooManySettings, atMost: limits.settings)
        pings = Count(.tooManyPings, atMost: limits.pings)
        priorities = Count(.tooManyPriorities, atMost: limits.priorities)
        emptyFrames = Count(.tooManyEmptyFrames, atMost: limits.emptyFrames)
        resets = Count(.tooManyResets, atMost: limits.resets)
    }

    /// A part of a message has come.
    mutating func messageWentOn() {
        settings.seen = 0
        pings.seen = 0
        priorities.seen = 0
        emptyFrames.seen = 0
    }

    /// A stream has come to its end on both sides, or its user has looked at the clock.
    mutating func forgive() {
        messageWentOn()
        resets.seen = 0
    }
}
