// RouteCredentials.swift: `{{basic …}}` and `{{digest …}}` in routes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainAuth
internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWire

/// Judges Digest credentials by the clock and by its own nonces: a ``DigestGuard``.
package protocol DigestJudge {
    func judge(_ credentials: [UInt8], user: String, password: String, _ request: DigestRequest)
        -> DigestGuard.Ruling
    /// Notes that a route answers: the accepted credentials are used up.
    func note(_ input: DigestInput)
}

extension RequestEnvironment {
    /// Whether credentials are right. Routes have no order, and so no challenge that was sent before: realm, algorithm
    /// and quality of protection are those that the client names, and those that the line demands.
    func acceptsCredentials(_ bytes: [UInt8], as function: Function) -> Acceptance? {
        switch function {
        case .basic(let credentials):
            let objection = BasicAnswer.objection(
                to: bytes, user: half(credentials.user), password: half(credentials.password), saysUTF8: false)
            return objection.map { .differs($0.sentence) } ?? .whole
        case .digest(let credentials, let demands):
            guard let decision = decision(on: bytes, credentials) else { return .differs(nil) }
            let unmet = unmet(demands, bytes)
            switch decision {
            case .needsBody: return unmet ?? .soFar
            case .granted: return unmet ?? (demands.isStale ? .differs("its nonce is not stale") : .whole)
            case .refused(_, isStale: true) where demands.isStale: return unmet ?? .whole
            case .refused(let objection, _): return .differs(objection.sentence)
            }
        default: return nil
        }
    }

    /// The accepted credentials of the fields that a route demands.
    func granted(_ lines: [RouteConditions.DigestLine]) -> [DigestInput] {
        lines.compactMap { line in
            guard let value = request.value(of: line.key), !line.demands.isStale,
                case .granted(let input)? = decision(on: Array(value), line.credentials)
            else { return nil }
            return input
        }
    }

    private func decision(on bytes: [UInt8], _ credentials: Credentials) -> DigestGuard.Ruling? {
        guard let judge = surroundings as? any DigestJudge else { return nil }
        let request = DigestRequest(
            method: request.method, target: request.target, body: request.body.map { Array($0) })
        return judge.judge(bytes, user: half(credentials.user), password: half(credentials.password), request)
    }

    private func unmet(_ demands: DigestDemands, _ bytes: [UInt8]) -> Acceptance? {
        guard let answer = try? DigestAnswer(reading: bytes, anyQuoting: true) else { return .differs(nil) }
        return demands.objection(to: answer, isStale: demands.isStale).map { .differs($0.sentence) }
    }

    /// A user or password; `path.name` stands for that segment of the path, decoded.
    private func half(_ text: String) -> String {
        let prefix = "path."
        guard text.hasPrefix(prefix), let part = bytes(of: .pathPart(String(text.dropFirst(prefix.count)))) else {
            return text
        }
        return String(decoding: PercentCoding.decoded(part), as: UTF8.self)
    }
}
