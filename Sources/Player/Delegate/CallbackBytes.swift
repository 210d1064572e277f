// CallbackBytes.swift: the lines that take the bytes of `data` and `file`, and their end.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import QuintainWords

extension Player {
    /// Takes the bytes that belong to the line; the rest is offered to the line below.
    func takeBytes(
        _ callback: ReportedCallback, _ line: Callback, _ index: Int
    ) -> Offered {
        let placed = course.items[index].first
        if case .callback(let expected) = course.items[index].kind, !expected.seen { judge(callback, by: line, placed) }
        let wasDone = course.items[index].state == .done
        let taken = course.changeCallback(index) { expected in
            expected.seen = true
            let fed = expected.feed(callback.bytes, wasDone: wasDone, &values, inquiry.scope(placed))
            return (fed, isSpoilt: expected.isSpoilt)
        }
        guard let (fed, isSpoilt) = taken else { return .refused }
        if let mistake = fed.mistake { record.breach(.value(mistake), placed) }
        if fed.isBeyondLimit {
            reachLimit(.data(line: placed.line.place.line, most: BodyCheck.comparedAtMost))
            return .taken
        }
        if fed.isDone {
            course.move(index, to: .done)
            record.finish(placed)
            if !isSpoilt { record.findBack(placed.line.lane) }
        }
        if fed.isDone, fed.left.isEmpty || line.decision != nil {
            decide(line, placed, callback)
        } else if fed.left.isEmpty {
            answerByDefault(callback)
        }
        guard !fed.left.isEmpty else { return .taken }
        var rest = callback
        rest.bytes = Array(fed.left)
        if line.decision != nil { rest.question = nil }
        return .left(rest)
    }

    /// Ends lines of bytes that have begun: another callback comes in the lane, or none any more.
    func endBytes(in lane: Lane, before kind: CallbackKind) {
        guard course.program.asksFor(kind) else { return }
        for index in course.items.indices where course.items[index].lane == lane {
            guard case .callback(let expected) = course.items[index].kind, expected.callback.kind != kind else {
                continue
            }
            judgeBytes(of: index)
        }
    }

    /// Judges a line by all the bytes that it took.
    func endBytes(of index: Int) {
        let wasDue = course.items[index].state == .due
        // The order behind this line will never be given.
        if let mistake = judgeBytes(of: index), wasDue {
            record.goAstray(course.items[index].lane, mistake, .order)
        }
    }

    /// nil: nothing is wrong with the bytes, or the item is not a line that is judged by all of them.
    @discardableResult
    private func judgeBytes(of index: Int) -> Trail? {
        let item = course.items[index]
        guard case .callback(let expected) = item.kind, expected.isJudgedAtEnd(item) else { return nil }
        let difference = course.changeCallback(index) { $0.settle(&values, inquiry.scope(item.first)) } ?? nil
        let mistake = difference.map { record.breach(.value($0), item.first) }
        guard item.state == .due else { return mistake }
        course.move(index, to: .done)
        record.finish(item.first)
        return mistake
    }
}
