// DigestAlgorithm.swift: the words of Digest: algorithms and qualities of protection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainCoding
import QuintainWire

/// The algorithms of RFC 7616 section 3.4.2, registered in section 6.1.
package enum DigestAlgorithm: String, CaseIterable, Hashable, Sendable {
    case md5 = "MD5"
    case md5Session = "MD5-sess"
    case sha256 = "SHA-256"
    case sha256Session = "SHA-256-sess"
    case sha512 = "SHA-512-256"
    case sha512Session = "SHA-512-256-sess"

    /// The algorithm of this name in any case; nil: there is none.
    package init?(named name: [UInt8]) {
        guard let known = Self.allCases.first(where: { CaseInsensitive.equals(name, Array($0.rawValue.utf8)) }) else {
            return nil
        }
        self = known
    }

    package var hash: Hash {
        switch self {
        case .md5, .md5Session: .md5
        case .sha256, .sha256Session: .sha256
        case .sha512, .sha512Session: .sha512t256
        }
    }

    /// Whether the key is made once, from the first nonces of both sides.
    package var isSession: Bool {
        switch self {
        case .md5Session, .sha256Session, .sha512Session: true
        case .md5, .sha256, .sha512: false
        }
    }

    /// The digest in lower-case hexadecimal digits, which RFC 7616 uses everywhere.
    package func hex(_ bytes: [UInt8]) -> [UInt8] { Hexadecimal.digits(hash.of(bytes)) }
}

/// Quality of protection: the parts of the request that the response covers.
package enum DigestProtection: String, CaseIterable, Hashable, Sendable {
    case auth
    /// The response covers the body, too.
    case authInt = "auth-int"
}

enum Hexadecimal {
    static func digits(_ bytes: some Collection<UInt8>) -> [UInt8] {
        bytes.flatMap { [alphabet[Int($0 >> 4)], alphabet[Int($0 & 15)]] }
    }

    static func isLowerCase(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy(alphabet.contains) }

    private static let alphabet = Array("0123456789abcdef".utf8)
}
