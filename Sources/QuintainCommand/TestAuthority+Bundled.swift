// TestAuthority+Bundled.swift: the test authority that comes with the program.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainSessions
import QuintainTLS

extension TestAuthority {
    /// The authority of `QUINTAIN_CERTS`, or of the bundled `certs`. Nil if it is missing, which matters for TLS only.
    nonisolated static func bundled() throws(WrongUse) -> TestAuthority? {
        try BundledFolder.find("certs", variable: "QUINTAIN_CERTS").map { TestAuthority(folder: $0) }
    }

    /// The same for a program that serves TLS; it writes the secrets of TLS into the file of `SSLKEYLOGFILE`, if that
    /// is set.
    nonisolated static func bundledForServing() throws(WrongUse) -> TestAuthority? {
        let path = Environment.value("SSLKEYLOGFILE").flatMap { $0.isEmpty ? nil : $0 }
        if let path { try Output.claim(path, as: nil, by: "SSLKEYLOGFILE") }
        let keyLog: KeyLog?
        do throws(LoopError) {
            keyLog = try path.map(KeyLog.init)
        } catch {
            throw WrongUse("SSLKEYLOGFILE: \(error.message)", help: error.help)
        }
        return try BundledFolder.find("certs", variable: "QUINTAIN_CERTS").map {
            TestAuthority(folder: $0, keyLog: keyLog)
        }
    }

    /// The authority of the folder; without a folder, the bundled authority.
    @OnLoop
    static func read(from folder: String?) throws(WrongUse) -> (path: String, authority: CertificateAuthority) {
        let named = folder.map { TestAuthority(folder: $0) }
        guard let test = if let named { named } else { try bundled() } else {
            throw WrongUse(
                "the test authority is not found",
                help: "set QUINTAIN_CERTS to a folder with \(certificateName) and \(keyName)")
        }
        do throws(LoopError) {
            return ((try? Files.realPath(test.path)) ?? test.path, try test.load())
        } catch {
            throw WrongUse(error.message, help: error.help)
        }
    }
}
