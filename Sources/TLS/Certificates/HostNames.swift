// HostNames.swift: the host names and addresses of a certificate.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

/// Host names and addresses, told apart: RFC 9525 section 6 matches each only with its own kind.
struct HostNames: Hashable, Sendable {
    private(set) var names: [String] = []
    private(set) var addresses: [String] = []

    /// The names and addresses of this machine, and `others`, from which anything else than a host name or address is
    /// dropped.
    static func loopback(and others: [String]) -> HostNames {
        var hosts = HostNames()
        (others + ["localhost", "127.0.0.1", "::1"]).forEach { hosts.add($0) }
        return hosts
    }

    init(_ hosts: [String] = []) { hosts.forEach { add($0) } }

    private mutating func add(_ host: String) {
        let host = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        if Self.isAddress(host) {
            let address = host.lowercased()
            if !addresses.contains(address) { addresses.append(address) }
        } else if Self.isName(host) {
            let name = host.lowercased()
            if !names.contains(name) { names.append(name) }
        }
    }

    var isEmpty: Bool { names.isEmpty && addresses.isEmpty }
    var first: String? { names.first ?? addresses.first }

    /// The names in OpenSSL's syntax. ``isName(_:)`` rejects names that would inject something into it.
    var text: String { (names.map { "DNS:\($0)" } + addresses.map { "IP:\($0)" }).joined(separator: ",") }

    static func isAddress(_ host: String) -> Bool {
        // OpenSSL parses addresses with scanf, which accepts blanks and signs, and parses them differently as it signs.
        guard host.utf8.allSatisfy(isAddressByte), let address = a2i_IPADDRESS(host) else {
            OpenSSLFault.clear()
            return false
        }
        ASN1_OCTET_STRING_free(address)
        return true
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func isName(_ host: String) -> Bool {
        !host.isEmpty && host.utf8.count <= 253
            && host.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "*"):
                    true
                default: false
                }
            }
    }
}
