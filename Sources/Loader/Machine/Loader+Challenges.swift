// Loader+Challenges.swift: answers challenges, with stored passwords or by asking the delegate.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainStores
import QuintainWire
import QuintainWords

extension Loader {
    /// Answers a 401 or a 407, or asks the delegate for a credential. false: the reply is the response.
    mutating func challenge(_ side: AuthSide, _ head: ResponseHead) -> Bool {
        guard let url = url(of: side) else { return false }
        let order = dialogues[side].authentication.challenged(head.fields, at: url, &memory.credentials)
        switch order {
        case .handOn: return false
        case .answer(let space, let credential): answer(side, space, credential)
        case .ask(let question):
            guard settings.voice.challenge, let hop = side == .origin ? target?.hop : settings.proxy?.hop else {
                return false
            }
            let candidate = Candidate(side: side, question: question)
            ask(.challenge(LoadChallenge(candidate, hop: hop)), .credential(candidate))
        }
        return true
    }

    mutating func settleCredential(_ candidate: Candidate, _ answer: LoadAnswer) {
        switch answer {
        case .credential(let user, let password):
            let credential = Credential(
                String(decoding: user, as: UTF8.self), String(decoding: password, as: UTF8.self))
            self.answer(candidate.side, candidate.question.space, credential)
        case .reject:
            dialogues[candidate.side].authentication.reject(candidate.question.space)
            guard let head = exchange?.head else { return }
            if !challenge(candidate.side, head) { giveUpAnswering() }
        default: giveUpAnswering()
        }
    }

    /// Delivers the reply with the challenge. A proxy's refusal to open a tunnel is not delivered: the load fails.
    private mutating func giveUpAnswering() {
        guard let head = exchange?.head else { return }
        guard phase == .tunnelling else { return startDelivery(head) }
        fail(LoadFailure(.other, code: .userAuthenticationRequired, "the proxy asks for a password, and there is none"))
    }

    private mutating func answer(_ side: AuthSide, _ space: ProtectionSpace, _ credential: Credential) {
        dialogues[side].chosen = (space, credential)
        discard(then: phase == .tunnelling ? .tunnel : .again)
    }

    // MARK: Sending

    /// The field with credentials for a request, if they are known. A field that the app itself set takes precedence.
    mutating func authorization(_ side: AuthSide, method: String, uri: String) -> Field? {
        dialogues[side].sent = nil
        guard let url = url(of: side), request.fields.first(side.credentialsField) == nil else { return nil }
        // The credential of the URL takes precedence over one that is sent before any challenge.
        let own = dialogues[side].authentication.own
        let known =
            dialogues[side].chosen
            ?? memory.credentials.unasked(for: url, side).map { ($0.space, own ?? $0.credential) }
        let body = method == "CONNECT" ? [] : request.body.content
        let asked = DigestRequest(method: method.utf8, target: uri.utf8, body: body)
        let reply = known.flatMap { space, credential in
            memory.credentials.reply(space, with: credential, to: asked, clientNonce: memory.clientNonce())
        }
        dialogues[side].authentication.sent(reply, known?.credential)
        dialogues[side].sent = reply
        return reply?.field
    }

    // MARK: Replies without a challenge

    /// Notes that the server accepted the credentials. false: its proof shows that it does not know the password.
    mutating func confirm(_ head: ResponseHead, _ side: AuthSide) -> Bool {
        guard let url = url(of: side) else { return true }
        if let sent = dialogues[side].sent {
            if case .wrong = memory.credentials.confirmed(head.fields, of: sent, body: nil) { return false }
        }
        dialogues[side].authentication.passed(at: url, &memory.credentials)
        return true
    }

    private func url(of side: AuthSide) -> HTTPURL? {
        side == .origin ? target?.url : settings.proxy.flatMap { try? HTTPURL($0.hop.description + "/") }
    }
}
