// HealthQuestion.swift: asks a server whether it is there.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation

/// `GET /health` of the control API.
enum HealthQuestion {
    /// Whether a server of Quintain answers at this `http://HOST:PORT`.
    ///
    /// - Parameter identity: the word by which the server calls itself; nil: any server will do.
    @OnLoop
    static func isAnswered(at url: String, by identity: String?, until deadline: Moment) async -> Bool {
        let authority = url.hasPrefix(scheme) ? url.dropFirst(scheme.count) : url[...]
        guard let colon = authority.lastIndex(of: ":"), let port = UInt16(authority[authority.index(after: colon)...]),
            let address = try? SocketAddress(String(authority[..<colon]), port: port),
            let channel = try? await Channel.connect(to: address, loop: .shared, until: deadline)
        else { return false }
        defer { channel.close() }
        var question = WriteBuffer(loop: .shared)
        question.append("GET /health HTTP/1.1\r\nHost: \(String(authority))\r\nConnection: close\r\n\r\n")
        guard await channel.flush(&question, until: deadline) == .done else { return false }
        var answer = ReadBuffer(loop: .shared, limit: 4096)
        while true {
            switch channel.read(into: &answer) {
            case .bytes: continue
            case .nothing: if await channel.wait(for: .readable, until: deadline) == .deadline { return false }
            case .finished: return isHealthy(answer.drain(), identity)
            case .reset, .failed, .full, .closed: return false
            }
        }
    }

    /// Another server may have the port of one that was killed, one of Quintain as well.
    private static func isHealthy(_ answer: [UInt8], _ identity: String?) -> Bool {
        let text = String(decoding: answer, as: UTF8.self)
        guard text.hasPrefix("HTTP/1.1 200 "), let head = text.firstRange(of: "\r\n\r\n"),
            let said = try? JSONText(parsing: Array(text[head.upperBound...].utf8))
        else { return false }
        return said["status"]?.text == "ok" && (identity == nil || said["server"]?.text == identity)
    }

    private static let scheme = "http://"
}
