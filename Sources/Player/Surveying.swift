// Surveying.swift: how long a reply's body will be, before its head leaves.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario

extension Player {
    /// Reads ahead through the reply that begins with this line.
    mutating func survey(_ part: SendLine, _ placed: PlacedLine) -> ReplyWriter.Survey {
        let lane = placed.line.lane
        var survey = ReplyWriter.Survey()
        if case .raw = part { survey.hasRawLine = true }
        let method = lanes[lane]?.request?.method
        survey.answersHead = method == "HEAD"
        survey.answersConnect = method == "CONNECT"
        survey.tunnelEnd = tunnelEnd(lane)
        let pc = window.pc + 1
        if window.program.hasRawLine(from: pc, counters: window.counters, lane: lane) { survey.hasRawLine = true }
        let ahead = readAhead(lane, from: pc)
        survey.bodyLength = ahead.length
        survey.hasBody = ahead.hasBody
        survey.closeEndsBody = ahead.closeEndsBody
        return survey
    }

    /// For `{{length}}` in a head line.
    mutating func lengthAhead(_ placed: PlacedLine) -> Int? {
        readAhead(placed.line.lane, from: window.pc).length
    }

    /// The body lines of the lane's reply, counted as they will be written.
    private mutating func readAhead(
        _ lane: Lane, from pc: Int
    ) -> (length: Int?, hasBody: Bool, closeEndsBody: Bool) {
        var walker = Walker(window.program, from: pc, counters: window.counters)
        var length = 0
        var hasBody = false
        var closeEndsBody = false
        /// The line directly above is one of the body, or the mark that ends the head.
        var directlyBelow = false
        var joins = false
        var lines = 0
        while lines < Self.readAheadAtMost {
            lines += 1
            switch walker.next() {
            case .end: return (length, hasBody, closeEndsBody)
            case .fork:
                let more = window.program.continuation(from: walker.pc, counters: walker.counters, lane: lane)
                return (more.contains(.body) ? nil : length, hasBody, closeEndsBody)
            case .line(let line, let count):
                guard line.lane == lane else {
                    (directlyBelow, joins) = (false, false)
                    continue
                }
                switch line.deed {
                case .send(.body(let template, let newline)):
                    if joins { length += newline.bytes.count }
                    length += values.length(template, scope(lane, count))
                    (hasBody, directlyBelow, joins, closeEndsBody) = (true, true, true, false)
                case .send(.headEnd):
                    (hasBody, directlyBelow, joins) = (true, true, false)
                case .send(let other):
                    if other.startsMessage { return (length, hasBody, closeEndsBody) }
                    (directlyBelow, joins) = (false, false)
                case .act(.close):
                    if directlyBelow { closeEndsBody = true }
                    (directlyBelow, joins) = (false, false)
                case .act, .order, .receive, .callback, .await, .binding:
                    (directlyBelow, joins) = (false, false)
                }
            }
        }
        return (nil, hasBody, closeEndsBody)
    }

    private static let readAheadAtMost = 1_000_000
}
