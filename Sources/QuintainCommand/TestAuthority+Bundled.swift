// TestAuthority+Bundled.swift: the test authority that comes with the program.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainSessions
import QuintainTLS

extension TestAuthority {
    /// In the folder of `QUINTAIN_CERTS`, or in `certs` as it comes with the program. Nil: it is not there, which
    /// only TLS misses.
    nonisolated static func bundled() throws(WrongUse) -> TestAuthority? {
        try BundledFolder.find("certs", variable: "QUINTAIN_CERTS").map { TestAuthority(folder: $0) }
    }

    /// Read from that folder, or else from where the bundled one is.
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
