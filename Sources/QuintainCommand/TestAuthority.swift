// TestAuthority.swift: the authority that signs the certificates of our servers, as it lies on disk.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainTLS

struct TestAuthority {
    /// Of the certificate, which clients are to be handed.
    let path: String
    let authority: CertificateAuthority

    /// In that folder; nil: in the one of `QUINTAIN_CERTS`, or in `certs` as it comes with the program.
    static func find(in folder: String? = nil) throws(WrongUse) -> TestAuthority {
        let found = folder == nil ? try BundledFolder.find("certs", variable: "QUINTAIN_CERTS") : folder
        guard let folder = found else {
            throw WrongUse(
                "the test authority is not found",
                help: "set QUINTAIN_CERTS to a folder with quintain-test-ca.pem and quintain-test-ca.key")
        }
        let (path, key) = ("\(folder)/quintain-test-ca.pem", "\(folder)/quintain-test-ca.key")
        let files: (certificate: [UInt8], key: [UInt8])
        do throws(LoopError) {
            files = (try Files.read(path, limit: sizeLimit), try Files.read(key, limit: sizeLimit))
        } catch {
            throw WrongUse(error.message, help: error.help)
        }
        do throws(CertificateFault) {
            let authority = try CertificateAuthority(certificate: files.certificate, key: files.key)
            return TestAuthority(path: (try? Files.realPath(path)) ?? path, authority: authority)
        } catch {
            throw WrongUse("'\(error.part == .key ? key : path)' \(error.predicate)", help: error.help)
        }
    }

    private static let sizeLimit = 1 << 20
}
