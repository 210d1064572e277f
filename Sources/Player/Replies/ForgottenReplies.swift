// ForgottenReplies.swift: requests for which the file has no reply, behind its last line.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTranscript

/// Clients that wait behind the last line for a reply that no line writes. A file that means them to wait says `! stall`.
struct ForgottenReplies {
    /// A request that is owed a reply, and the lane that owes it.
    struct Debt {
        let number: ConnectionNumber
        let lane: Lane
        let placed: PlacedLine
    }

    let debts: [Debt]
    /// The time at which they are answered all the same; it counts the time in which the client lives.
    let deadline: Instant
}

extension Player {
    /// Notes the requests that wait for a reply, now that the last line has happened.
    ///
    /// They are given the time of a slow client's line, so that one with a limit of its own may give up by it, and half
    /// of it, so that nobody who waits for the play has given it up by then.
    func noteForgotten() {
        let debts = connections.all.flatMap { connection -> [ForgottenReplies.Debt] in
            guard let placed = connection.lastForm?.placed, connection.isLeftWaiting else { return [] }
            let lanes = connections.lanes(on: connection.number).filter(replies.isOwed)
            return lanes.map { ForgottenReplies.Debt(number: connection.number, lane: $0, placed: placed) }
        }
        guard let longest = debts.map({ clock.within($0.placed.line) / 2 }).max() else { return }
        replies.note(ForgottenReplies(debts: debts, deadline: clock.end(since: clock.lived, longest)))
    }

    /// Answers those that still wait, and reports the reply that the file does not have.
    ///
    /// - Parameter isSilent: nothing came for so long that the client is taken to have ended.
    func answerForgotten(isSilent: Bool = false) {
        guard phase == .scriptEnded, let forgotten = replies.forgotten, isSilent || clock.isOver(forgotten.deadline)
        else { return }
        replies.note(nil)
        for debt in forgotten.debts {
            guard let connection = connections[debt.number], connection.isLeftWaiting, replies.isOwed(in: debt.lane)
            else { continue }
            let line = scenario.quoted(debt.placed)
            let mistake = record.breach(.notSent(.noReply(line, debt.number)), debt.placed)
            replies.forgive(in: debt.lane)
            record.goAstray(debt.lane, mistake, refusal: .untold(status: "500"))
            refuse(
                connection, status: 500, .noReply(line), close: true,
                answersHead: connections.request(of: debt.lane)?.method == "HEAD")
        }
    }
}
