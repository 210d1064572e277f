// FloodWatch.swift: counts frames that come again and again without progress.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Counts frames that cost their sender little and their reader more, RFC 9113 section 10.5.
struct FloodWatch {
    struct Count {
        /// The number of such frames; below zero: that many more were asked for.
        private var seen = 0
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

        /// This side has sent something that this many of them will answer.
        mutating func wereAskedFor(_ times: Int = 1) { seen -= times }

        fileprivate mutating func forgive() { seen = min(seen, 0) }
    }

    var settings: Count
    var pings: Count
    var priorities: Count
    var emptyFrames: Count
    var goAways: Count
    var windowUpdates: Count
    var unknownFrames: Count
    /// Streams that were reset, by either side.
    var resets: Count

    init(limits: FrameLimits) {
        settings = Count(.tooManySettings, atMost: limits.settings)
        pings = Count(.tooManyPings, atMost: limits.pings)
        priorities = Count(.tooManyPriorities, atMost: limits.priorities)
        emptyFrames = Count(.tooManyEmptyFrames, atMost: limits.emptyFrames)
        goAways = Count(.tooManyGoAways, atMost: limits.goAways)
        windowUpdates = Count(.tooManyWindowUpdates, atMost: limits.windowUpdates)
        unknownFrames = Count(.tooManyUnknownFrames, atMost: limits.unknownFrames)
        resets = Count(.tooManyResets, atMost: limits.resets)
    }

    /// Resets the counts after a part of a message.
    mutating func messageWentOn() {
        settings.forgive()
        pings.forgive()
        priorities.forgive()
        emptyFrames.forgive()
        goAways.forgive()
        windowUpdates.forgive()
        unknownFrames.forgive()
    }

    /// Resets all counts: a stream has ended on both sides, or the user's time has come.
    mutating func forgive() {
        messageWentOn()
        resets.forgive()
    }
}
