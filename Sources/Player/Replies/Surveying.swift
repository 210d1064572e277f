// Surveying.swift: the length of a reply's body, known before its head leaves.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainNotation
import QuintainReply
import QuintainScenario
import QuintainTranscript
import QuintainWords

extension Player {
    /// Reads ahead through the reply that begins with this line.
    mutating func survey(_ part: SendLine, _ placed: PlacedLine) -> ReplyWriter.Survey {
        let lane = placed.line.lane
        var survey = ReplyWriter.Survey()
        switch part {
        case .start(let template):
            survey.status = status(template, placed)
            survey.isStatusComputed = StartLine.status(in: template)?.literal == nil
        case .field, .headEnd, .body, .raw, .trailer: survey.hasRawLine = true
        }
        let method = connections.request(of: lane)?.method
        survey.answersHead = method == "HEAD"
        survey.answersConnect = method == "CONNECT"
        survey.tunnelEnd = tunnelEnd(lane)
        var below = Cursor(course.cursor)
        below.passLine()
        if course.program.hasRawLine(from: below.pc, counters: below.counters, lane: lane) { survey.hasRawLine = true }
        let ahead = readAhead(lane, from: below)
        survey.length = ahead.length.map { .bytes(Array(String($0).utf8)) }
        survey.closeEndsBody = ahead.closeEndsBody
        survey.isCutShort = isCutShort(lane, from: below)
        return survey
    }

    /// The length of the body for `{{length}}` in a head line.
    mutating func lengthAhead(_ placed: PlacedLine) -> Int? {
        readAhead(placed.line.lane, from: Cursor(course.cursor)).length
    }

    /// Prepares `{{digest-info}}`: the credentials that the field confirms, and the body, if that is confirmed as well.
    mutating func confirm(_ template: Template, _ name: String?, _ placed: PlacedLine, _ scope: inout Scope) {
        guard let name, template.confirmsDigest else { return }
        scope.confirmedSide = AuthSide(ofField: name)
        if scope.request?.answers[scope.confirmedSide]?.protection == .authInt {
            scope.replyBody = scope.request?.method == "HEAD" ? [] : bodyAhead(placed.line.lane)
        }
    }

    /// The body of the lane's reply as it will be written; nil: it depends on the client, or is too long.
    private func bodyAhead(_ lane: Lane) -> [UInt8]? {
        var cursor = Cursor(course.cursor)
        // A copy, because nonces are drawn in the order of the lines.
        var copy = values
        var body: [UInt8] = []
        var joins = false
        for _ in 0..<Self.confirmedLinesAtMost {
            guard let (line, count) = cursor.nextLine() else {
                let more = course.program.continuation(from: cursor.pc, counters: cursor.counters, lane: lane)
                return more.contains(.body) ? nil : body
            }
            guard line.lane == lane, case .send(let part) = line.deed else {
                joins = false
                continue
            }
            switch part {
            case .body(let template, let newline):
                if joins { body += newline.bytes }
                body += copy.bytes(template, scope(lane, count))
                joins = true
            case .field(let template, _, _): _ = copy.bytes(template, scope(lane, count))
            case .start, .raw(_, startsMessage: true): return body
            case .headEnd, .raw, .trailer: joins = false
            }
            if body.count > BodyCheck.comparedAtMost { return nil }
        }
        return nil
    }

    private static let confirmedLinesAtMost = 10_000

    /// The length of the lane's reply, from its body lines as they will be written.
    private mutating func readAhead(
        _ lane: Lane, from place: Cursor
    ) -> (length: Int?, closeEndsBody: Bool) {
        var cursor = place
        var length = 0
        var closeEndsBody = false
        /// The line directly above is a body line, or the mark that ends the head.
        var directlyBelow = false
        var joins = false
        var lines = 0
        while lines < Self.readAheadAtMost {
            lines += 1
            guard let (line, count) = cursor.nextLine() else {
                let more = course.program.continuation(from: cursor.pc, counters: cursor.counters, lane: lane)
                return (more.contains(.body) ? nil : length, closeEndsBody)
            }
            guard line.lane == lane else {
                (directlyBelow, joins) = (false, false)
                continue
            }
            switch line.deed {
            case .send(.body(let template, let newline)):
                if joins { length += newline.bytes.count }
                length += values.length(template, scope(lane, count))
                (directlyBelow, joins, closeEndsBody) = (true, true, false)
            case .send(.headEnd):
                (directlyBelow, joins) = (true, false)
            case .send(let other):
                if other.startsMessage { return (length, closeEndsBody) }
                (directlyBelow, joins) = (false, false)
            case .act(.close):
                if directlyBelow { closeEndsBody = true }
                (directlyBelow, joins) = (false, false)
            case .act, .order, .receive, .callback, .await, .binding:
                (directlyBelow, joins) = (false, false)
            }
        }
        return (nil, closeEndsBody)
    }

    /// Whether an act below strikes the stream before the client can have reacted to a whole reply.
    private func isCutShort(_ lane: Lane, from place: Cursor) -> Bool {
        guard connections.number(of: lane)?.stream != nil else { return false }
        var cursor = place
        for _ in 0..<Self.confirmedLinesAtMost {
            guard let (line, _) = cursor.nextLine() else { return false }
            guard line.lane == lane else { continue }
            switch line.deed {
            case .act(.resetStream), .act(.reset), .act(.close), .act(.stall): return true
            case .send(let part) where part.startsMessage: return false
            case .callback(let callback) where callback.kind.has(.endsLoad): return false
            case .receive(.start), .order(.load): return false
            case .send, .act, .order, .receive, .callback, .await, .binding: continue
            }
        }
        return false
    }

    private static let readAheadAtMost = 1_000_000
}
