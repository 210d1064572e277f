// Trust.swift: trust in the anchors on Apple's systems, where the delegate decides.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Security)
    import Foundation
    import Security

    enum Trust {
        /// The credential for `default` at a server's certificate: nil if there are no anchors, or none of them vouches
        /// for it.
        static func credential(for space: URLProtectionSpace, _ paths: [String]) -> URLCredential? {
            guard !paths.isEmpty, space.authenticationMethod == NSURLAuthenticationMethodServerTrust,
                let trust = space.serverTrust
            else { return nil }
            SecTrustSetAnchorCertificates(trust, paths.flatMap(certificates) as CFArray)
            SecTrustSetAnchorCertificatesOnly(trust, true)
            return SecTrustEvaluateWithError(trust, nil) ? URLCredential(trust: trust) : nil
        }

        private static func certificates(in path: String) -> [SecCertificate] {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
            return text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().compactMap { part in
                let lines = part.components(separatedBy: "-----END CERTIFICATE-----")[0]
                let bytes = Data(base64Encoded: lines, options: .ignoreUnknownCharacters)
                return bytes.flatMap { SecCertificateCreateWithData(nil, $0 as CFData) }
            }
        }
    }
#endif
