// RouteSurroundings.swift: what values in routes may draw on beyond the request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainWire

/// The clock, the address, and a new nonce each time.
struct RouteSurroundings: TemplateEnvironment {
    /// `http://127.0.0.1:8080`. One string and no more: so it fits where an existential keeps values in place.
    let url: String

    /// `127.0.0.1:8080`
    private var authority: Substring { url[(url.firstRange(of: "://")?.upperBound ?? url.startIndex)...] }

    func bytes(of function: Function) -> [UInt8]? {
        switch function {
        case .now(let offset): HTTPDate.bytes(secondsSinceEpoch: Int(WallClock.seconds) + offset)
        case .nonce:
            (0..<16).flatMap { _ in Array(Quoting.hexDigits(.random(in: 0...255)).utf8) }
        case .authority: Array(authority.utf8)
        case .url(_, let path): Array("\(url)\(path)".utf8)
        case .text, .bytes, .file, .hex, .raw, .length, .requestHeader, .requestBody, .pathPart, .count,
            .authorityCertificate, .absent, .any, .like, .regex, .contains, .listHas, .pathSegment, .capture,
            .captured, .basic, .digest:
            nil
        }
    }
}
