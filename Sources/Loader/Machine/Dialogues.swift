// Dialogues.swift: the challenges of origin and proxy, and this load's answers to them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainStores
import QuintainWire

/// The dialogue with the origin and the one with the proxy, each with its own credentials.
struct Dialogues {
    var origin = Dialogue(.origin)
    var proxy = Dialogue(.proxy)

    subscript(side: AuthSide) -> Dialogue {
        get { side == .origin ? origin : proxy }
        set { if side == .origin { origin = newValue } else { proxy = newValue } }
    }
}

struct Dialogue {
    var authentication: Authentication
    /// The credential that the delegate chose, with its protection space; nil: only stored ones are tried.
    var chosen: (space: ProtectionSpace, credential: Credential)?
    /// The credentials that the last request carried.
    var sent: AuthReply?

    init(_ side: AuthSide, own: Credential? = nil) { authentication = Authentication(side, own: own) }
}

/// A challenge that is put to the delegate.
struct Candidate {
    var side: AuthSide
    var question: AuthQuestion
}

extension LoadChallenge {
    init(_ candidate: Candidate, hop: Hop) {
        let question = candidate.question
        self.init(
            question.space.scheme == .digest ? .digest : .basic, realm: question.space.realm, hop: hop,
            isOfProxy: candidate.side == .proxy, failures: question.failures)
    }
}
