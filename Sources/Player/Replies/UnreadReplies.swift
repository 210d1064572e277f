// UnreadReplies.swift: replies whose client has left before their end.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTranscript
import QuintainWords

/// A reply that did not leave to its end, or left when nobody read it any more.
struct UnreadReply {
    /// The first line of it that was not read.
    let placed: PlacedLine
    /// The rest of its lines that did not leave.
    var steps: [Int] = []
    let difference: NotSent
}

extension Player {
    /// Judges a reply that its client did not read. A load that fails need not read it, and its `fail` is judged by itself.
    /// Whether it does shows when it ends, which its client may tell sooner or later than it leaves the connection.
    func judge(_ reply: UnreadReply) {
        let lane = reply.placed.line.lane
        guard course.program.asksFor(.fail) else { return wasNotRead(reply) }
        if !course.observation.seesEnds {
            return course.program.failingLanes.contains(lane) ? leave(reply) : wasNotRead(reply)
        }
        if !delegate.hasEnded(in: lane) { return replies.keep(reply) }
        delegate.hasFailed(in: lane) ? leave(reply) : wasNotRead(reply)
    }

    /// Judges what was kept, now that a load has ended.
    func judgeUnread(in lane: Lane) {
        for reply in replies.takeUnread(in: lane) { judge(reply) }
    }

    /// Judges what was kept of a load for which nothing more is waited.
    func judgeUnreadAsItIs(in lane: Lane) {
        for reply in replies.takeUnread(in: lane) { wasNotRead(reply) }
    }

    /// Judges what was kept of loads that have not ended.
    func judgeUnreadAsItIs() {
        for lane in replies.lanesUnread { judgeUnreadAsItIs(in: lane) }
    }

    /// Leaves what was kept: the play is broken off, and how the loads end makes no difference any more.
    func leaveUnread() {
        for lane in replies.lanesUnread { replies.takeUnread(in: lane).forEach(leave) }
    }

    private func leave(_ reply: UnreadReply) {
        for step in [reply.placed.step] + reply.steps { record.leave(step) }
    }

    private func wasNotRead(_ reply: UnreadReply) {
        let mistake = record.breach(.notSent(reply.difference), reply.placed)
        record.goAstray(reply.placed.line.lane, mistake)
    }
}
