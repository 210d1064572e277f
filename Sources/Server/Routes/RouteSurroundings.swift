// RouteSurroundings.swift: what values in routes may draw on beyond the request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainWire

/// The clock, the address, and a new nonce each time.
struct RouteSurroundings: TemplateEnvironment {
    let authority: String

    func bytes(of function: Function) -> [UInt8]? {
        switch function {
        case .now(let offset): HTTPDate.bytes(secondsSinceEpoch: Int(WallClock.seconds) + offset)
        case .nonce:
            (0..<16).flatMap { _ in Array(Quoting.hexDigits(.random(in: 0...255)).utf8) }
        case .authority: Array(authority.utf8)
        case .url(_, let path): Array("http://\(authority)\(path)".utf8)
        case .text, .bytes, .file, .hex, .raw, .length, .requestHeader, .requestBody, .pathPart, .count,
            .authorityCertificate, .generated, .absent, .any, .like, .regex, .contains, .listHas, .pathSegment,
            .capture,
            .captured, .basic, .digest:
            nil
        }
    }
}
