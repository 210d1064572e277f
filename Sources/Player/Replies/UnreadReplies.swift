// UnreadReplies.swift: replies whose client has left before their end.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario

/// A reply that did not leave to its end.
struct UnreadReply {
    /// The first line of it that did not leave.
    let placed: PlacedLine
    /// The rest of its lines that did not.
    let steps: [Int]
    let sentence: String
}

extension Player {
    /// Judges a reply of which only a part has left. A load that fails, as a line says, need not read it; whether it does
    /// shows when it ends, which its client may tell later than it closes the connection.
    func judge(_ reply: UnreadReply) {
        let lane = reply.placed.line.lane
        guard course.program.failingLanes.contains(lane) else { return wasNotRead(reply) }
        if course.observation.seesEnds, !delegate.hasEnded(in: lane) { return replies.keep(reply) }
        if course.observation.seesEnds, !delegate.hasFailed(in: lane) { return wasNotRead(reply) }
        for step in [reply.placed.step] + reply.steps { record.leave(step) }
    }

    /// Judges what was kept, now that a load has ended.
    func judgeUnread(in lane: Lane) {
        if let reply = replies.takeUnread(in: lane) { judge(reply) }
    }

    /// Judges what was kept of loads that have not ended.
    func judgeUnread() {
        for lane in replies.lanesUnread {
            if let reply = replies.takeUnread(in: lane) { wasNotRead(reply) }
        }
    }

    private func wasNotRead(_ reply: UnreadReply) {
        let mistake = record.breach(.notSent, reply.placed, reply.sentence)
        record.goAstray(reply.placed.line.lane, mistake)
    }
}
