// Surveying.swift: what must be known of a reply before its head leaves.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainNotation
import QuintainReply
import QuintainScenario
import QuintainTranscript
import QuintainWords

extension Player {
    /// Reads ahead through the reply that begins with this line.
    func survey(_ part: SendLine, _ placed: PlacedLine) -> ReplyWriter.Survey {
        let lane = placed.line.lane
        var survey = ReplyWriter.Survey()
        switch part {
        case .start(let template):
            survey.status = StartLine.status(of: values.bytes(template, inquiry.scope(placed)))
            survey.isStatusComputed = StartLine.status(in: template)?.literal == nil
        case .field, .headEnd, .body, .raw, .trailer: survey.hasRawLine = true
        }
        let request = connections.request(of: lane)
        survey.answersHead = request?.method == "HEAD"
        survey.answersConnect = request?.method == "CONNECT"
        survey.tunnelEnd = values.origins.tunnelEnd(of: request)
        var below = Cursor(course.cursor)
        below.passLine()
        let ahead = replyAhead(lane, from: below)
        if ahead.hasRawLine { survey.hasRawLine = true }
        let (length, closeEndsBody) = ahead.extent(&values)
        survey.length = length.map { .bytes(Array(String($0).utf8)) }
        survey.closeEndsBody = closeEndsBody
        survey.isCutShort = ahead.isCutShort
        return survey
    }

    /// The length of the body for `{{length}}` in a head line.
    func lengthAhead(_ lane: Lane) -> Int? {
        replyAhead(lane, from: Cursor(course.cursor)).extent(&values).length
    }

    /// Prepares `{{digest-info}}`: the credentials that the field confirms, and the body, if that is confirmed as well.
    func confirm(_ template: Template, _ name: String?, _ lane: Lane, _ scope: inout Scope) {
        guard let name, template.confirmsDigest else { return }
        scope.confirmedSide = AuthSide(ofField: name)
        guard scope.request?.answers[scope.confirmedSide]?.protection == .authInt else { return }
        let ahead = replyAhead(lane, from: Cursor(course.cursor))
        scope.replyBody = scope.request?.method == "HEAD" ? [] : ahead.body(values)
    }

    private func replyAhead(_ lane: Lane, from place: Cursor) -> ReplyAhead {
        ReplyAhead(course.program, in: lane, from: place, inquiry.scope(lane, nil))
    }
}
