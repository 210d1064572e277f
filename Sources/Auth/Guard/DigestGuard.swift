// DigestGuard.swift: sends Digest challenges and judges the answers, in bounded memory.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation

/// The terms of a server: one challenge for each algorithm, the strongest first, because RFC 7616 section 3.7 leaves
/// the choice to the order.
package struct DigestOffer: Hashable, Sendable {
    package var realm: String
    package var algorithms: [DigestAlgorithm]
    /// Empty for the form of RFC 2069, without a quality of protection.
    package var protections: [DigestProtection]
    package var opaque: String?
    package var takesUserHash = false
    package var saysUTF8 = false

    package init(
        realm: String, algorithms: [DigestAlgorithm] = [.sha256, .md5], protections: [DigestProtection] = [.auth],
        opaque: String? = nil
    ) {
        self.realm = realm
        self.algorithms = algorithms
        self.protections = protections
        self.opaque = opaque
    }

    func challenge(_ algorithm: DigestAlgorithm, nonce: [UInt8]) -> DigestChallenge {
        var challenge = DigestChallenge(
            realm: Array(realm.utf8), nonce: nonce, algorithm: algorithm, protections: protections)
        challenge.opaque = opaque.map { Array($0.utf8) }
        challenge.takesUserHash = takesUserHash
        challenge.saysUTF8 = saysUTF8
        return challenge
    }
}

/// Guards pages that anybody may request: it keeps nothing for a challenge, and little for an answer.
///
/// It has no clock: every call passes the time, in seconds since 1970. The sentence of a refusal is for people;
/// `isStale` is the value of `stale` in the next challenge.
///
/// ```
/// guard.challenges(offer, at: now)                                  ──▶ 401, WWW-Authenticate
/// guard.check(authorization, user, password, offer, request, at: now) ──▶ granted, refused, needsBody
/// ```
package struct DigestGuard: Sendable {
    package enum Ruling: Hashable, Sendable {
        case granted(DigestInput)
        /// With `isStale` only the nonce of the answer was wrong: the client need not ask for a password again.
        case refused(AuthObjection, isStale: Bool)
        /// The answer covers the body (`auth-int`): judge again when the body has come.
        case needsBody
    }

    private var mint: NonceMint
    private var counts: NonceCounts
    /// The seconds for which a nonce is valid.
    private let lifetime: Int

    /// The key is random, and new for every process.
    package init(key: [UInt8], lifetime: Int = 300, remembering nonces: Int = 4096) {
        mint = NonceMint(key: key)
        counts = NonceCounts(capacity: nonces)
        self.lifetime = lifetime
    }

    package mutating func nonce(at time: Int) -> [UInt8] { mint.nonce(at: time) }

    /// The values of the `WWW-Authenticate` fields, one for each algorithm.
    package mutating func challenges(_ offer: DigestOffer, isStale: Bool = false, at time: Int) -> [String] {
        offer.algorithms.map { algorithm in
            var challenge = offer.challenge(algorithm, nonce: mint.nonce(at: time))
            challenge.isStale = isStale
            return challenge.clause.text
        }
    }

    /// Judges an answer, and takes note of its count if it is right.
    package mutating func check(
        _ authorization: [UInt8]?, user: String, password: String, _ offer: DigestOffer, _ request: DigestRequest,
        at time: Int
    ) -> Ruling {
        let decision = judge(authorization, user: user, password: password, offer, request, at: time)
        if case .granted(let input) = decision { note(input) }
        return decision
    }

    /// The same without noting the count, for callers that may judge twice. Without an offer the answer is judged by
    /// its own realm, algorithm and quality of protection, which the client may choose.
    package func judge(
        _ authorization: [UInt8]?, user: String, password: String, _ offer: DigestOffer?, _ request: DigestRequest,
        at time: Int
    ) -> Ruling {
        guard let authorization else { return .refused(.missing("Authorization"), isStale: false) }
        let answer: DigestAnswer
        do throws(AuthObjection) {
            answer = try DigestAnswer(reading: authorization, anyQuoting: true)
        } catch {
            return .refused(error, isStale: false)
        }
        let algorithm = answer.algorithm ?? .md5
        if let offer, !offer.algorithms.contains(algorithm) {
            let offered = offer.algorithms.map(\.rawValue).joined(separator: ", ")
            let sentence = "the algorithm is \(algorithm.rawValue), and the challenge asks for \(offered)"
            return .refused(AuthObjection(.wrongAlgorithm, sentence), isStale: false)
        }
        let stamp = mint.stamp(of: answer.nonce)
        let challenge = offer?.challenge(algorithm, nonce: answer.nonce) ?? DigestChallenge(saidBy: answer)
        var check = DigestCheck(challenge, user: user, password: password, request: request)
        var verdict = check.verdict(on: answer)
        // A client may keep the nonces of its first request for the key of a session, or use new ones each time: both
        // are accepted here.
        if case .wrong = verdict, algorithm.isSession, let stamp, let first = counts.clientNonce(of: stamp.number) {
            let plain = verdict
            check.session = DigestSession(nonce: answer.nonce, clientNonce: first)
            verdict = check.verdict(on: answer)
            if case .wrong = verdict { verdict = plain }
        }
        switch verdict {
        case .wrong(let objection): return .refused(objection, isStale: false)
        case .awaitsBody: return .needsBody
        case .right: break
        }
        if let objection = objection(to: stamp, answer, at: time) { return .refused(objection, isStale: true) }
        return .granted(check.input(for: answer))
    }

    /// Notes the count of an answer that was granted, so that it is not accepted twice.
    package mutating func note(_ input: DigestInput) {
        guard input.protection != nil, let stamp = mint.stamp(of: input.nonce),
            let number = Int(String(decoding: input.count, as: UTF8.self), radix: 16)
        else { return }
        counts.note(stamp.number, number, clientNonce: input.clientNonce)
    }

    /// The number of nonces that are remembered.
    package var remembered: Int { counts.count }

    private func objection(to stamp: NonceMint.Stamp?, _ answer: DigestAnswer, at time: Int) -> AuthObjection? {
        guard let stamp else { return AuthObjection(.unknownNonce, "the nonce is none that was made here") }
        guard abs(time - stamp.time) <= lifetime else {
            return AuthObjection(.stale, "the nonce is older than \(lifetime) seconds")
        }
        guard let number = answer.number else { return nil }
        switch counts.use(of: stamp.number, number) {
        case .fresh: return nil
        case .used:
            return AuthObjection(
                .replayed, "nc is \(Quoting.escaped(answer.count ?? [])), which has come with this nonce before")
        case .forgotten: return AuthObjection(.stale, "the nonce is too old to know how often it was used")
        }
    }
}

extension DigestChallenge {
    /// The challenge to which the answer would be right.
    init(saidBy answer: DigestAnswer) {
        self.init(
            realm: answer.realm, nonce: answer.nonce, algorithm: answer.algorithm,
            protections: answer.protection.map { [$0] } ?? [])
        opaque = answer.opaque
        takesUserHash = true
    }
}
