// WrongPlayers.swift: protocols that break one rule each, and one that keeps all.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

final class KeepsEveryRule: Player {
    override func play() { ask() }
    override func answered() {
        respond(10)
        say("hello")
        say("world")
        finish()
    }
}

final class WithdrawsAndFails: Player {
    override func play() {
        withdraw(ask())
        fail()
    }
}

final class RedirectsAndFails: Player {
    override func play() {
        redirect()
        client?.urlProtocol(self, didFailWithError: CocoaError(.userCancelled))
    }
}

final class SpeaksBeforeItsResponse: Player {
    override func play() {
        say("hello")
        finish()
    }
}

final class FinishesWithoutResponse: Player {
    override func play() { finish() }
}

final class RespondsTwice: Player {
    override func play() {
        respond()
        respond()
        finish()
    }
}

final class AsksBehindItsResponse: Player {
    override func play() {
        respond()
        ask()
        finish()
    }
}

final class RedirectsBehindItsResponse: Player {
    override func play() {
        respond()
        redirect()
        fail()
    }
}

final class NeverEnds: Player {
    override func play() {
        respond()
        say("hello")
    }
}

final class AsksTwiceAtOnce: Player {
    private var answers = 0
    override func play() {
        ask()
        ask()
    }
    override func answered() {
        answers += 1
        guard answers == 2 else { return }
        respond()
        finish()
    }
}

final class GoesOnUnanswered: Player {
    override func play() {
        ask()
        respond()
        finish()
    }
}

final class WithdrawsTwice: Player {
    override func play() {
        let challenge = ask()
        withdraw(challenge)
        withdraw(challenge)
        fail()
    }
}

final class FailsUnanswered: Player {
    override func play() {
        ask()
        fail()
    }
}

final class FinishesTwice: Player {
    override func play() {
        respond()
        finish()
        finish()
    }
}

final class SpeaksBehindItsEnd: Player {
    override func play() {
        respond()
        finish()
        say("hello")
    }
}

final class FailsBehindItsEnd: Player {
    override func play() {
        respond()
        finish()
        fail()
    }
}

final class SpeaksAsItIsStopped: Player {
    override func play() { respond() }
    override func stopLoading() { fail() }
}

final class SpeaksLongAfterItsStop: Player {
    override func play() { respond() }
    override func stopLoading() {
        let this = Elsewhere(player: self)
        let late = Timer(fire: Date(timeIntervalSinceNow: 0.03), interval: 0, repeats: false) { _ in
            this.player.say("hello")
        }
        RunLoop.current.add(late, forMode: .default)
    }
}

final class SpeaksOnAnotherThread: Player {
    override func play() {
        Elsewhere(player: self).play {
            $0.respond()
            $0.finish()
        }
    }
}

final class GoesOnBehindARedirect: Player {
    override func play() {
        redirect()
        respond()
        finish()
    }
}

final class RepeatsItsBody: Player {
    override func play() {
        respond(10)
        say("hello")
        say("helloworld")
        finish()
    }
}

final class VouchesTwice: Player {
    override func play() {
        vouch()
        vouch()
        respond()
        finish()
    }
}

final class SpeaksForAnother: Player {
    override func play() {
        respond()
        client?.urlProtocol(
            KeepsEveryRule(request: request, cachedResponse: nil, client: client), didLoad: Data("hello".utf8))
        finish()
    }
}

/// Waits for the answer on the thread on which the answer would come.
final class KeepsItsThread: Player {
    /// Released by the test.
    static let lock = DispatchSemaphore(value: 0)
    override func play() {
        ask()
        Self.lock.wait()
    }
}
