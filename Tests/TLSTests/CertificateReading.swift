// CertificateReading.swift: laws that hold for any certificates, keys and host names.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTLS

/// The fuzz harness and the tests check the same laws.
enum CertificateReading {
    /// The first byte chooses the input: text in PEM form, the inside of a certificate or a
    /// key, or host names. nil: no law is broken.
    static func fault(in input: [UInt8]) -> String? {
        guard let kind = input.first else { return nil }
        let rest = Array(input.dropFirst())
        switch kind % 6 {
        case 0: return faultInText(rest)
        case 1: return faultInText(pem("CERTIFICATE", rest))
        case 2: return faultInText(pem("PRIVATE KEY", rest))
        case 3: return faultInText(pem("EC PRIVATE KEY", rest))
        case 4: return faultInText(pem("RSA PRIVATE KEY", rest))
        default: return faultInHosts(rest)
        }
    }

    // MARK: Files

    private static func faultInText(_ text: [UInt8]) -> String? {
        let certificates: [Certificate]
        do throws(CertificateFault) {
            certificates = try Certificate.read(text)
            if let fault = faultInCertificates(certificates, of: text) { return fault }
        } catch {
            certificates = []
            if error.part != .certificate || error.predicate.isEmpty || error.help.isEmpty { return "\(error)" }
        }
        let key: PrivateKey
        do throws(CertificateFault) {
            key = try PrivateKey.read(text)
            if let fault = faultInKey(key) { return fault }
        } catch {
            return error.part != .key || error.predicate.isEmpty || error.help.isEmpty ? "\(error)" : nil
        }
        return certificates.isEmpty ? nil : faultInIdentity(text, certificates)
    }

    /// Certificates that are written read back the same; the text around them is ignored.
    private static func faultInCertificates(_ certificates: [Certificate], of text: [UInt8]) -> String? {
        if certificates.isEmpty || certificates.count > text.count / 40 + 1 { return "\(certificates.count) of them" }
        let written = Array("A remark: of no weight\n".utf8) + certificates.flatMap { Array($0.pem.utf8) }
        guard let again = try? Certificate.read(written + Array("and another\n".utf8)) else {
            return "they cannot be read again"
        }
        if again != certificates || again.map(\.der) != certificates.map(\.der) {
            return "they are others when read again"
        }
        let twice = certificates + certificates
        if twice.count < 1_000, (try? Certificate.read(written + written)) != twice { return "they are not read twice" }
        for one in certificates {
            let digits = one.fingerprint.utf8
            guard digits.count == 64, digits.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }) else {
                return "the fingerprint '\(one.fingerprint)'"
            }
            if one.der.isEmpty || one.pem.isEmpty { return "there is nothing in it" }
            // A report shows subject and common name.
            if one.subject.utf8.count > 64 * one.der.count { return "a subject of \(one.subject.utf8.count) bytes" }
            if let name = one.commonName, name.utf8.count > 4 * one.der.count { return "a name without end" }
        }
        return nil
    }

    private static func faultInKey(_ key: PrivateKey) -> String? {
        let written = key.pem
        // An incomplete key cannot be written; it is useless and harmless.
        if written.isEmpty { return nil }
        guard let again = try? PrivateKey.read(Array(written.utf8)) else { return "the key cannot be read again" }
        return again.pem == written ? nil : "the key is another one when it is read again"
    }

    /// A server can use both, or says why not.
    private static func faultInIdentity(_ text: [UInt8], _ certificates: [Certificate]) -> String? {
        do throws(CertificateFault) {
            let identity = try TLSIdentity(certificates: text, key: text)
            if identity.certificates != certificates { return "the identity has other certificates" }
            do throws(TLSFailure) {
                _ = try TLSContext(server: TLSServerSettings(identity: identity))
            } catch {
                return error.sentence.isEmpty ? "a server refuses it without a sentence" : nil
            }
            return nil
        } catch {
            return error.kind == .otherKey ? nil : "\(error.predicate), though both were read"
        }
    }

    /// These bytes in PEM form: RFC 7468 section 3.
    private static func pem(_ label: String, _ bytes: [UInt8]) -> [UInt8] {
        var text = "-----BEGIN \(label)-----\n"
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".unicodeScalars)
        for start in stride(from: 0, to: bytes.count, by: 48) {
            let line = bytes[start..<min(start + 48, bytes.count)]
            for group in stride(from: line.startIndex, to: line.endIndex, by: 3) {
                let three = line[group..<min(group + 3, line.endIndex)]
                let bits = three.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - three.count))
                for place in 0..<4 {
                    text.unicodeScalars.append(place <= three.count ? digits[bits >> (18 - 6 * place) & 63] : "=")
                }
            }
            text += "\n"
        }
        return Array((text + "-----END \(label)-----\n").utf8)
    }

    // MARK: Hosts

    /// Every name that passes as a host can be certified, together with any others.
    private static func faultInHosts(_ bytes: [UInt8]) -> String? {
        let hosts = bytes.split(separator: 10, maxSplits: 3).map { String(decoding: $0, as: UTF8.self) }
        let taken = hosts.filter(Mint.takes)
        let mint = Mint(authority)
        let identity = mint.identity(hosts: hosts, at: now)
        guard let own = identity.certificates.first else { return "there is no certificate" }
        let plain = mint.identity(hosts: [], at: now)
        if taken.isEmpty, identity != plain { return "names of no host make a difference" }
        let alone = mint.identity(hosts: taken, at: now)
        if alone != identity { return "what is left out makes a difference" }
        let louder = hosts.map { String(decoding: $0.utf8.map { $0 &- 0x61 < 26 ? $0 - 0x20 : $0 }, as: UTF8.self) }
        if mint.identity(hosts: louder, at: now) != identity { return "the case of letters makes a difference" }
        return (try? Certificate.read(Array(own.pem.utf8))) == [own] ? nil : "the certificate cannot be read"
    }

    private static let now: Int64 = 1_750_000_000
    private static let authority = CertificateAuthority.made("Authority of a test", at: now)
}
