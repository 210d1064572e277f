// AfterEnd.swift: every load ends exactly once.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTalk
import QuintainTranscript
import QuintainWords

extension Player {
    /// Whether the callback came for a load that had ended: `finish` or `fail` is the last callback of a load, and
    /// comes once. A callback that needs no line breaks nothing here either.
    func comesAfterEnd(_ callback: ReportedCallback) -> Bool {
        guard phase == .playing || phase == .scriptEnded else { return false }
        guard delegate.hasEnded(callback), callback.kind.isAlwaysCounted else {
            if callback.kind.endsLoad {
                let fall = delegate.end(callback, connections: connections.seen)
                if let fall { record.breach(.value(fall.difference), fall.placed) }
                judgeUnread(in: callback.lane)
                performWhatWaitsForLoad()
            }
            return false
        }
        if callback.load == nil, beginsLoad(callback) {
            delegate.begin(in: callback.lane)
            return false
        }
        record.breach(
            .afterEnd(ToldCallback(callback)), nil, counting: .failure, in: callback.lane)
        answerByDefault(callback)
        return true
    }

    /// Whether the callback is the `fail cancelled` of a load that the play has cancelled, with the lane's next load
    /// ordered since: clients report it at any time, from another thread than the one that closes the connection.
    func tellsCancelledLate(_ callback: ReportedCallback) -> Bool {
        guard phase == .playing || phase == .scriptEnded, delegate.tellsCancelledLate(callback),
            inquiry.findLine(for: callback)?.fit != .whole
        else { return false }
        record.write(.noted(.ofCancelledLoad(ToldCallback(callback))), lane: callback.lane)
        return true
    }

    /// Whether the client begins a load by itself: a line waits for this callback as its first.
    private func beginsLoad(_ callback: ReportedCallback) -> Bool {
        callback.kind.has(.canBeginLoad) && inquiry.findLine(for: callback)?.fit == .whole
    }
}
