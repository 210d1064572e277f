// DigestCheck.swift: judges a Digest answer, and finds its fault.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainWire

/// The request that carries an answer.
package struct DigestRequest: Hashable, Sendable {
    package var method: [UInt8]
    /// The target as in the request line.
    package var target: [UInt8]
    /// The body without transfer coding; nil: it has not come yet.
    package var body: [UInt8]?

    package init(method: some Sequence<UInt8>, target: some Sequence<UInt8>, body: [UInt8]?) {
        self.method = Array(method)
        self.target = Array(target)
        self.body = body
    }

    /// The values that `uri` may have: the target and, if it is in absolute form as for a proxy, the path that an
    /// origin would get.
    var targets: [[UInt8]] {
        let scheme = target.prefix { $0 != UInt8(ascii: ":") }
        guard target.dropFirst(scheme.count).starts(with: "://".utf8), scheme.allSatisfy(Octet.isToken) else {
            return [target]
        }
        let path = target.dropFirst(scheme.count + 3).drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        return [target, path.first == UInt8(ascii: "/") ? Array(path) : [UInt8(ascii: "/")] + path]
    }
}

package enum DigestVerdict: Hashable, Sendable {
    case right
    case wrong(AuthObjection)
    /// All checks that need no body have passed; `auth-int` covers the body, too.
    case awaitsBody
}

/// Checks an answer by its challenge, by the request that carries it, and by the password.
package struct DigestCheck: Sendable {
    package var challenge: DigestChallenge
    package var user: String
    package var password: String
    package var request: DigestRequest
    /// The nonces of the first request of a session, from which its key was made; nil for that request itself.
    package var session: DigestSession?
    /// Other nonces that the client may have used by mistake; for the sentence only.
    package var otherNonces: [[UInt8]] = []

    package init(_ challenge: DigestChallenge, user: String, password: String, request: DigestRequest) {
        self.challenge = challenge
        self.user = user
        self.password = password
        self.request = request
    }

    package func verdict(on answer: DigestAnswer) -> DigestVerdict {
        if let objection = objectionToForm(answer) ?? objectionToName(answer) { return .wrong(objection) }
        if answer.protection == .authInt, request.body == nil { return .awaitsBody }
        let inputs = inputs(for: answer)
        if inputs.contains(where: { $0.response == answer.response }) { return .right }
        return .wrong(
            AuthObjection(
                .wrongResponse,
                "the response is wrong for user \(Quoting.quoted(user.utf8))\(reason(answer, inputs[0]))"))
    }

    /// Each suspicion takes a digest of the body, so a long body gets no explanation.
    private func reason(_ answer: DigestAnswer, _ input: DigestInput) -> String {
        if input.protection == .authInt, input.body.count > Self.explainedAtMost { return "" }
        var suspects = DigestSuspects(check: self, answer: answer, input: input)
        return ": " + suspects.sentence()
    }

    private static let explainedAtMost = 64 * 1024

    /// The input that gave the right answer, for its confirmation.
    package func input(for answer: DigestAnswer) -> DigestInput {
        let inputs = inputs(for: answer)
        return inputs.first { $0.response == answer.response } ?? inputs[0]
    }

    /// One input for each encoding that the client may have used for user and password.
    private func inputs(for answer: DigestAnswer) -> [DigestInput] {
        var names = [(Array(user.utf8), Array(password.utf8))]
        if !challenge.saysUTF8, let user = Latin1.bytes(of: user), let password = Latin1.bytes(of: password),
            user != names[0].0 || password != names[0].1
        {
            names.append((user, password))
        }
        return names.map { user, password in
            var input = DigestInput(
                challenge.algorithm, user: user, realm: challenge.realm, password: password, nonce: answer.nonce,
                protection: answer.protection)
            input.count = answer.count ?? []
            input.clientNonce = answer.clientNonce ?? []
            input.session = session
            input.method = request.method
            input.uri = answer.uri
            input.body = request.body ?? []
            return input
        }
    }

    // MARK: What is written

    private func objectionToForm(_ answer: DigestAnswer) -> AuthObjection? {
        if answer.realm != challenge.realm {
            return AuthObjection(
                .wrongRealm, "the realm is \(shown(answer.realm)), and that of the challenge \(shown(challenge.realm))")
        }
        return objectionToOpaque(answer) ?? objectionToAlgorithm(answer) ?? objectionToProtection(answer)
            ?? objectionToTarget(answer)
    }

    private func objectionToOpaque(_ answer: DigestAnswer) -> AuthObjection? {
        guard answer.opaque != challenge.opaque else { return nil }
        switch (answer.opaque, challenge.opaque) {
        case (let there?, let asked?):
            return AuthObjection(
                .wrongOpaque, "opaque is \(shown(there)), and must come back as it was sent: \(shown(asked))")
        case (let there?, nil):
            return AuthObjection(.wrongOpaque, "opaque is \(shown(there)), and the challenge has none")
        case (nil, let asked): return AuthObjection(.wrongOpaque, "opaque is missing: it was \(shown(asked ?? []))")
        }
    }

    private func objectionToAlgorithm(_ answer: DigestAnswer) -> AuthObjection? {
        let asked = challenge.algorithm.rawValue
        switch (answer.algorithm, challenge.namedAlgorithm) {
        case (nil, nil): return nil
        case (nil, let named?) where named != .md5:
            return AuthObjection(.wrongAlgorithm, "algorithm is missing, and that of the challenge is \(asked)")
        case (nil, _?):
            return AuthObjection(.wrongAlgorithm, "algorithm is missing, and the challenge has one: \(asked)")
        case (let there?, _) where there != challenge.algorithm:
            let whose =
                challenge.namedAlgorithm == nil ? "the challenge names none, which means MD5" : "asks for \(asked)"
            let sentence = challenge.namedAlgorithm == nil ? whose : "the challenge \(whose)"
            return AuthObjection(.wrongAlgorithm, "the algorithm is \(there.rawValue), and \(sentence)")
        case (_?, _): return nil
        }
    }

    private func objectionToProtection(_ answer: DigestAnswer) -> AuthObjection? {
        let offered = challenge.protections.map(\.rawValue).joined(separator: ",")
        guard let there = answer.protection else {
            if !challenge.protections.isEmpty {
                return AuthObjection(.wrongProtection, "qop is missing, although the challenge offers \"\(offered)\"")
            }
            if answer.count != nil { return .unasked("nc") }
            if answer.clientNonce != nil, !challenge.algorithm.isSession { return .unasked("cnonce") }
            if answer.clientNonce == nil, challenge.algorithm.isSession { return .missing("cnonce") }
            return nil
        }
        guard !challenge.protections.isEmpty else { return .unasked("qop") }
        guard !challenge.protections.contains(there) else { return nil }
        return AuthObjection(.wrongProtection, "qop is \(there.rawValue), and the challenge offers \"\(offered)\"")
    }

    private func objectionToTarget(_ answer: DigestAnswer) -> AuthObjection? {
        guard !request.targets.contains(answer.uri) else { return nil }
        let hint =
            request.targets.contains { $0.prefix { $0 != UInt8(ascii: "?") }.elementsEqual(answer.uri) }
            ? ": the query is missing" : ""
        return AuthObjection(
            .wrongTarget, "uri is \(shown(answer.uri)), and the request asks for \(shown(request.target))\(hint)")
    }

    private func objectionToName(_ answer: DigestAnswer) -> AuthObjection? {
        let forms = [Array(user.utf8)] + (challenge.saysUTF8 ? [] : Latin1.bytes(of: user).map { [$0] } ?? [])
        switch answer.name {
        case .plain(let name), .extended(let name):
            if forms.contains(name) { return nil }
            let hashed = challenge.algorithm.hex(forms[0] + [UInt8(ascii: ":")] + challenge.realm)
            if name == hashed {
                return AuthObjection(.wrongUser, "username is hashed, and userhash=true does not say so")
            }
            return .wrongUser(name, not: user)
        case .hashed(let name):
            guard challenge.takesUserHash else {
                return AuthObjection(.userHashNotOffered, "userhash=true, although the challenge does not offer it")
            }
            if forms.contains(where: { challenge.algorithm.hex($0 + [UInt8(ascii: ":")] + challenge.realm) == name }) {
                return nil
            }
            if forms.contains(name) {
                return AuthObjection(.wrongUser, "userhash=true, and username is \(shown(name)), which is not hashed")
            }
            return AuthObjection(
                .wrongUser,
                "username is \(shown(name)), which is not the hash of user and realm for \(Quoting.quoted(user.utf8))")
        }
    }

    private func shown(_ bytes: [UInt8]) -> String { Quoting.quoted(bytes.prefix(120)) }
}

extension AuthObjection {
    /// RFC 2617 section 3.2.2: the parameter must be absent if the challenge has no `qop`.
    static func unasked(_ name: String) -> AuthObjection {
        AuthObjection(.unasked, "\(name) must not be there: the challenge offers no qop")
    }
}
