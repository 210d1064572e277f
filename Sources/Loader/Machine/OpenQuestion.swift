// OpenQuestion.swift: a question that waits for the delegate's answer.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainStores
import QuintainWire
import QuintainWords

struct OpenQuestion {
    /// The subject of the question, with what its answer needs.
    enum Matter {
        case canonical
        case redirect(ResponseHead, LoadRequest)
        case newBody(then: Loader.Next)
        case trust(ServerTrust)
        case identity
        case credential(Candidate)
        case response
        case decode(String)
        case destination
        case willCache(CachedResponse, CacheRequest, StoragePolicy)
    }

    var number: Int
    var question: LoadQuestion
    var matter: Matter
}

extension Loader {
    /// Applies the delegate's answer. `cancel` is handled before.
    mutating func settle(_ matter: OpenQuestion.Matter, _ answer: LoadAnswer) {
        switch matter {
        case .canonical: settleCanonical(answer)
        case .redirect(let head, let next): settleRedirect(head, next, answer)
        case .newBody(let next): settleBody(next, answer)
        case .trust(let trust): settleTrust(trust, answer)
        case .identity: settleIdentity(answer)
        case .credential(let candidate): settleCredential(candidate, answer)
        case .response: settleResponse(answer)
        case .decode(let type): settleDecoding(type, answer)
        case .destination: settleDestination(answer)
        case .willCache(let response, let asked, let storage): settleCaching(response, asked, storage, answer)
        }
    }

    private mutating func settleCanonical(_ answer: LoadAnswer) {
        switch answer {
        // The delegate's own request is used as it is, and the delegate is not asked about its canonical form.
        case .request(let other):
            request = other
            do throws(LoadFailure) {
                let target = try RequestURL(other.url, credential: other.credential)
                self.target = target
                dialogues.origin = Dialogue(.origin, own: target.credential ?? settings.credential)
                request.url = target.text
            } catch { return fail(error) }
            prepare()
        case .refuse: fail(LoadFailure(.cancelled, "the delegate refused the canonical form of the request"))
        default: prepare()
        }
    }

    private mutating func settleBody(_ next: Next, _ answer: LoadAnswer) {
        switch answer {
        case .body(let bytes): request.body = .stream(bytes)
        case .refuse: return fail(LoadFailure(.body, "the delegate has no body to send"))
        default: break
        }
        resume(next)
    }

    private mutating func settleTrust(_ trust: ServerTrust, _ answer: LoadAnswer) {
        switch answer {
        case .trust: order(.judge(isTrusted: true))
        // If the delegate does not decide, the anchors do.
        default: order(.judge(isTrusted: trust.isTrusted))
        }
    }

    private mutating func settleIdentity(_ answer: LoadAnswer) {
        if case .certificate(let path) = answer { order(.identify(path)) } else { order(.identify(nil)) }
    }
}
