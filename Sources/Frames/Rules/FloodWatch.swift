// FloodWatch.swift: frames that come again and again while nothing else happens.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Counts frames that cost their sender little and their reader more, RFC 9113 section 10.5.
struct FloodWatch {
    private let limits: FrameLimits
    private var settings = 0
    private var pings = 0
    private var priorities = 0
    private var emptyFrames = 0
    private var resets = 0

    init(limits: FrameLimits) { self.limits = limits }

    mutating func settingsCame() throws(FrameFault) {
        settings += 1
        if settings > limits.settings { throw FrameFault(.tooManySettings) }
    }

    mutating func pingCame() throws(FrameFault) {
        pings += 1
        if pings > limits.pings { throw FrameFault(.tooManyPings) }
    }

    mutating func priorityCame() throws(FrameFault) {
        priorities += 1
        if priorities > limits.priorities { throw FrameFault(.tooManyPriorities) }
    }

    mutating func emptyFrameCame() throws(FrameFault) {
        emptyFrames += 1
        if emptyFrames > limits.emptyFrames { throw FrameFault(.tooManyEmptyFrames) }
    }

    mutating func resetCame() throws(FrameFault) {
        resets += 1
        if resets > limits.resets { throw FrameFault(.tooManyResets) }
    }

    /// A part of a message has come.
    mutating func messageWentOn() {
        settings = 0
        pings = 0
        priorities = 0
        emptyFrames = 0
    }

    /// A stream has come to its end on both sides, or its user has looked at the clock.
    mutating func forgive() {
        messageWentOn()
        resets = 0
    }
}
