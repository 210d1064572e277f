// StandstillWatch.swift: where a play stands whose test seems to hang.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainSessions
import QuintainTestIssues
import QuintainTranscript

extension Stage {
    /// Says once, on standard error, where the play stands, if nothing happens for longer than a client is waited for and
    /// nobody asks for the verdict. A test that hangs tells nothing by itself: its client waits, such as for a delegate
    /// that has left a question without an answer. That ends the play, so that its load ends, too.
    nonisolated func watch(as name: String, for patience: Duration, at place: TestPlace) {
        let pause = patience + Self.grace
        OnLoop.spawn { [weak self] in
            var events = 0
            var since = Moment.now
            while true {
                await EventLoop.shared.sleep(for: Self.glance)
                guard let stage = self, stage.ending == nil else { return }
                let count = stage.session.player.transcript.count
                if count != events || stage.session.keepsTime {
                    (events, since) = (count, .now)
                } else if Moment.now - since >= pause {
                    Slip.say(
                        "\(place.fileID):\(place.line): nothing has happened for \(pause.components.seconds) s in the play "
                            + "of \(name), and its test goes on: \(stage.standing)")
                    if stage.unanswered != nil { _ = await stage.end(.rest) }
                    return
                }
            }
        }
    }

    nonisolated private static var grace: Duration { .seconds(1) }
    /// How often the play is looked at.
    nonisolated private static var glance: Duration { .seconds(1) }
}
