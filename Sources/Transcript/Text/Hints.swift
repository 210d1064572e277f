// Hints.swift: what helps with a finding, whoever plays.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainTalk
import QuintainWords

extension Breach {
    /// What helps with it, where the first run cannot show it: the command, the libraries of tests, the control API and the
    /// plugin for pytest say this sentence, and no other.
    package var hint: String? {
        switch difference.instead {
        case .tlsFailed(let failure, _)? where failure.alert == "unknown_ca":
            return
                "the client has to trust our authority: '{{ca}}' in a command, play.ca in a test and QUINTAIN_CA in the "
                + "environment name its file"
        case .noConnection?:
            return
                "was the load started, does it go to the address of this play, and past the proxies of the environment?"
        case .left(_, nil)?:
            return "a client without a timeout waits for ever: give it one that is shorter than the time of the line"
        default: break
        }
        if difference.overdue != nil { return "'within 30s' above the line gives the client more time" }
        return switch difference {
        case .notSent(.cut(_, _, _, .some, _)):
            "a client that means to read only a part of the reply has '! stall at=20KB' above it and '! await close' below it"
        case .notSent(.heldBack):
            "play.go() lets it go on, from another thread than that of a client that waits for all of its reply"
        case .tooSoon(.request, .theirs, hint: nil):
            "if their order does not matter: 'any-order' above these requests, 'or' between them, and 'end' below"
        case .field("Cookie", .unexpected):
            "if these are cookies of other tests: give the client a store of its own"
        case .callback(let strange) where [.sent, .progress].contains(strange.callback.kind):
            "a client reports amounts as often as it likes: '* \(strange.callback.kind.rawValue) {{any}}' takes them all"
        default: nil
        }
    }
}
