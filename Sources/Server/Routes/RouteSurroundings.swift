// RouteSurroundings.swift: what values in routes may draw on beyond the request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainLoop
import QuintainNotation
import QuintainRoutes
import QuintainWire

/// The clock, the address, and nonces that are known again.
struct RouteSurroundings: TemplateEnvironment, DigestJudge {
    /// `http://127.0.0.1:8080`. No more than this and a reference: so it fits where an existential keeps its value.
    let url: String
    private let nonces = Nonces()

    init(url: String) { self.url = url }

    /// `127.0.0.1:8080`
    private var authority: Substring { url[(url.firstRange(of: "://")?.upperBound ?? url.startIndex)...] }

    func bytes(of function: Function) -> [UInt8]? {
        switch function {
        case .now(let offset): HTTPDate.bytes(secondsSinceEpoch: Int(WallClock.seconds) + offset)
        case .nonce: nonces.digestGuard.nonce(at: Int(WallClock.seconds))
        case .authority: Array(authority.utf8)
        case .url(_, let path): Array("\(url)\(path)".utf8)
        case .text, .bytes, .file, .hex, .raw, .length, .requestHeader, .requestBody, .pathPart, .count,
            .authorityCertificate, .digestConfirmation, .absent, .any, .like, .regex, .contains, .listHas, .pathSegment,
            .capture,
            .captured, .basic, .digest:
            nil
        }
    }

    // MARK: Credentials

    func judge(_ credentials: [UInt8], user: String, password: String, _ request: DigestRequest)
        -> DigestGuard.Decision
    {
        nonces.digestGuard.judge(
            credentials, user: user, password: password, nil, request, at: Int(WallClock.seconds))
    }

    func note(_ input: DigestInput) { nonces.digestGuard.note(input) }

    /// What all requests share, with a key that is new for each server.
    private final class Nonces {
        var digestGuard = DigestGuard(key: (0..<32).map { _ in .random(in: 0...255) })
    }
}
