// HandRelease.swift: Enter ends a `! hold`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainSessions

/// Prints where a play is held, and continues it when Enter is pressed.
@OnLoop
final class HandRelease {
    /// The session that is playing; the runs of a command follow one another.
    private weak var session: Session?
    /// Whether standard input is read: only from the first hold on.
    private var isListening = false

    func watch(_ session: Session) {
        self.session = session
        OnLoop.spawn { [weak self, weak session] in
            var told: Int?
            while let playing = session, !playing.player.isOver {
                let line = playing.player.isHeld
                if let line, line != told {
                    Output.complain("held at line \(line): press Enter to go on")
                    self?.listen()
                }
                told = line
                await playing.changed()
            }
        }
    }

    private func listen() {
        guard !isListening else { return }
        isListening = true
        StandardInput.listen { [weak self] in _ = self?.session?.release() }
    }
}
