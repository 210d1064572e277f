// CookieScope.swift: which hosts and paths a cookie belongs to.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// The matching of domains and paths, RFC 6265 sections 5.1.3 and 5.1.4.
package enum CookieScope {
    /// Whether the host matches the domain, both in lower case. An IP address matches only itself.
    package static func domain(_ domain: String, matches host: String) -> Bool {
        if host == domain { return true }
        let end = domain.utf8
        guard !domain.isEmpty, host.utf8.count > end.count, host.utf8.reversed().starts(with: end.reversed()) else {
            return false
        }
        return host.utf8.dropLast(end.count).last == UInt8(ascii: ".") && !isAddress(host)
    }

    package static func path(_ path: String, matches target: String) -> Bool {
        guard target.utf8.starts(with: path.utf8) else { return false }
        let rest = target.utf8.dropFirst(path.utf8.count)
        return rest.isEmpty || path.utf8.last == UInt8(ascii: "/") || rest.first == UInt8(ascii: "/")
    }

    /// The folder of a target, without its last slash.
    package static func defaultPath(of target: String) -> String {
        guard target.utf8.first == UInt8(ascii: "/"), let slash = target.utf8.lastIndex(of: UInt8(ascii: "/")),
            slash > target.startIndex
        else { return "/" }
        return String(target[..<slash])
    }

    /// Whether the host is an address: an IPv6 one has a colon; a name whose last label is a number is read as an IPv4
    /// one.
    package static func isAddress(_ host: String) -> Bool {
        if host.utf8.contains(UInt8(ascii: ":")) { return true }
        guard let label = host.utf8.split(separator: UInt8(ascii: ".")).last else { return false }
        return label.allSatisfy(Octet.isDigit)
    }

    /// Whether the host is this machine: RFC 6761 section 6.3, RFC 1122 section 3.2.1.3, RFC 4291 section 2.5.3.
    package static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || domain("localhost", matches: host) || host == "::1" { return true }
        let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count == 4 && labels[0].elementsEqual("127".utf8)
            && labels.allSatisfy { ASCII.number($0, atMost: 256).map { $0 < 256 } ?? false }
    }

    /// The host, and every domain above it.
    static func domains(of host: String) -> [String] {
        guard !isAddress(host) else { return [host] }
        var domains = [host]
        var rest = Substring(host)
        while let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) {
            rest = rest[rest.utf8.index(after: dot)...]
            if !rest.isEmpty { domains.append(String(rest)) }
        }
        return domains
    }
}

/// Domains shared by sites of different owners, so that no cookie may be for the whole domain.
///
/// A single label is one: `com`, `localhost`. The many others, such as `co.uk`, are in a list that changes every
/// week (publicsuffix.org) and that is not here: a client that needs some of them names them.
package struct PublicSuffixes: Hashable, Sendable {
    /// In lower case, without a leading dot.
    package var named: Set<String>

    package init(_ named: Set<String> = []) { self.named = named }

    package func contains(_ domain: String) -> Bool {
        !domain.utf8.contains(UInt8(ascii: ".")) && !CookieScope.isAddress(domain) || named.contains(domain)
    }

    /// The widest domain of a host that is no public suffix: the registered domain.
    package func site(of host: String) -> String {
        CookieScope.domains(of: host).last { !contains($0) } ?? host
    }
}
