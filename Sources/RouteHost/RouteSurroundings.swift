// RouteSurroundings.swift: the values in routes that do not depend on the request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainLoop
import QuintainNotation
import QuintainRoutes
import QuintainWire

/// The clock, the address and the nonces. A class, because it is passed on with each request.
final class RouteSurroundings: TemplateEnvironment, DigestJudge {
    /// `http://127.0.0.1:8080`
    let url: String
    /// The nonces of Digest, shared by all requests, with a key that is new for each server.
    private var digestGuard = DigestGuard(key: (0..<32).map { _ in .random(in: 0...255) })

    init(url: String) { self.url = url }

    /// `http` or `https`.
    var scheme: Substring { url.prefix { $0 != ":" } }
    /// `127.0.0.1:8080`
    var authority: Substring { url[(url.firstRange(of: "://")?.upperBound ?? url.startIndex)...] }

    func bytes(of function: Function) -> [UInt8]? {
        switch function {
        case .now(let offset): HTTPDate.bytes(secondsSinceEpoch: Int(WallClock.seconds) + offset)
        case .nonce: digestGuard.nonce(at: Int(WallClock.seconds))
        case .authority(_, onlyPort: false): Array(authority.utf8)
        case .authority(_, onlyPort: true): authority.utf8.split(separator: UInt8(ascii: ":")).last.map { Array($0) }
        case .url(_, let path): Array("\(url)\(path)".utf8)
        default: nil
        }
    }

    // MARK: Credentials

    func judge(_ credentials: [UInt8], user: String, password: String, _ request: DigestRequest)
        -> DigestGuard.Ruling
    {
        digestGuard.judge(
            credentials, user: user, password: password, nil, request, at: Int(WallClock.seconds))
    }

    func note(_ input: DigestInput) { digestGuard.note(input) }
}
