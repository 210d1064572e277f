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
    ///
    /// - Parameter asItIs: nothing more is waited for of its load.
    func judge(_ reply: UnreadReply, asItIs: Bool = false) {
        let lane = reply.placed.line.lane
        if asItIs || !course.program.asksFor(.fail) { return wasNotRead(reply) }
        if course.observation.seesEnds, !delegate.hasEnded(in: lane) { return replies.keep(reply) }
        let hasFailed =
            course.observation.seesEnds ? delegate.hasFailed(in: lane) : course.program.failingLanes.contains(lane)
        hasFailed ? leave(reply) : wasNotRead(reply)
    }

    /// Judges what was kept, of this lane or of all.
    func judgeUnread(in lane: Lane? = nil, asItIs: Bool = false) {
        for lane in lane.map({ [$0] }) ?? replies.lanesUnread {
            for reply in replies.takeUnread(in: lane) { judge(reply, asItIs: asItIs) }
        }
    }

    /// Leaves what was kept: the play is broken off, and how the loads end makes no difference any more.
    func leaveUnread() {
        for lane in replies.lanesUnread { replies.takeUnread(in: lane).forEach(leave) }
    }

    private func leave(_ reply: UnreadReply) {
        for step in [reply.placed.step] + reply.steps { record.leave(step) }
    }

    private func wasNotRead(_ reply: UnreadReply) {
        record.breakCourse(.notSent(reply.difference), reply.placed)
    }
}
