// LayoutTests.swift: the two sides that a play prints.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `What a play shows` {
    /// The right side, from the first line with this beginning.
    private func happened(_ output: String, from start: String) -> [String] {
        let right = output.split(separator: "\n").compactMap { line in
            line.firstRange(of: "│ ").map { String(line[$0.upperBound...]) }
        }
        return Array(right.drop { !$0.hasPrefix(start) })
    }

    @Test func `has a handshake in few lines, and all of each`() async throws {
        let result = try await Quintain.run([
            "play", "\(Quintain.fixtures)/tls/trusted.scenario", "--colour", "never", "--", "curl", "-q", "-s",
            "--noproxy", "*", "--no-alpn", "--cacert", "{{ca}}", "{{//web}}/",
        ])
        #expect(result.exit == .code(0))
        let lines = happened(result.output, from: "# tls client: ClientHello").prefix { !$0.hasPrefix("> ") }
        let text = lines.joined(separator: "\n").replacing("\n#  ", with: "")
        #expect(lines.contains { $0.hasPrefix("#   ") })
        #expect(lines.allSatisfy { $0.count <= 60 && !$0.contains("…") }, "\(result.output)")
        #expect(
            text.split(separator: "\n").dropFirst().map(String.init) == [
                "# tls server: ServerHello, ChangeCipherSpec, EncryptedExtensions, Certificate, CertificateVerify, Finished",
                "# tls client: ChangeCipherSpec, Finished",
                "# tls server: NewSessionTicket, NewSessionTicket",
                "# tls server: the handshake is done: version=1.3 cipher=TLS_AES_256_GCM_SHA384 alpn=none resumed=no"
                    + " client-certificate=none",
            ])
    }
}
