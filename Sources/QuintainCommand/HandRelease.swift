// HandRelease.swift: Enter lets a `! hold` go on.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainSessions

/// Tells where a play is held, and lets it go on when somebody presses Enter.
@OnLoop
final class HandRelease {
    /// The session that is playing; runs of one command follow one another.
    private weak var session: Session?
    /// Only once a first hold has been reached: until then what is typed is nobody's business.
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
