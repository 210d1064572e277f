// RefusalReports.swift: callbacks about our own refusals, which a client reports like any reply.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTalk
import QuintainTranscript
import QuintainWords

extension Player {
    /// Whether the callback reports our refusal of a request that no line takes. From the response on, every callback of
    /// the load is about the refusal; the first of them is told as a consequence of that request.
    func tellsOfRefusal(_ callback: ReportedCallback) -> Bool {
        guard phase == .playing || phase == .scriptEnded, let trail = record.trail(in: callback.lane),
            let refusal = trail.refusal
        else { return false }
        if case .untold(let status) = refusal {
            guard callback.isOfRefusal(status), inquiry.findLine(for: callback)?.fit != .whole else { return false }
        }
        var isTold = false
        if case .telling(let before) = refusal { isTold = before }
        let isFirst = !isTold && course.program.asksFor(callback.kind)
        record.goAstray(callback.lane, trail, refusal: .telling(isTold: isTold || isFirst))
        if callback.kind.endsLoad { record.refusalIsTold(in: callback.lane) }
        if isFirst {
            record.breach(
                .callbackOfRefusal(ToldCallback(callback)), nil, in: callback.lane, from: trail)
        }
        answerByDefault(callback)
        return true
    }
}

extension ReportedCallback {
    fileprivate func isOfRefusal(_ status: String) -> Bool {
        if kind == .response { return subject.first.map { $0.elementsEqual(status.utf8) } ?? false }
        return kind.hasBytes && bytes.starts(with: "quintain".utf8)
    }
}
