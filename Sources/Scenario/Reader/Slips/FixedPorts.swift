// FixedPorts.swift: addresses of this machine that are written out, though each run has ports of its own.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension Proofreader {
    /// `client GET http://localhost:8080/a`
    mutating func warnOfFixedPort(inLoadOf url: Text) {
        guard FixedAddress(url: url, hosts) != nil else { return }
        fixedPort(
            url, "write '/path', or '//name/path' for another origin", asItStands: Quoting.quoted(url.bytes))
    }

    /// `> GET http://localhost:8080/a`
    mutating func warnOfFixedPort(inTarget target: Text) {
        guard !scope.isRoutes else { return }
        if FixedAddress(url: target, hosts) != nil {
            fixedPort(
                target, "write '/path', or '//name/path' for another origin; a proxy is asked for it as well",
                asItStands: Self.asValue(target))
        } else if let (name, rest) = originNamed(inURL: target.string) {
            scope.origins[name]?.used = true
            faults.add(
                .oddTarget, target.place, "'\(name)' is an origin, and the host of its URLs is another",
                help: "write '//\(name)\(rest)'; if it is meant to come like this: '\(Self.asValue(target))'")
        } else if scope.proxies.isEmpty, !target.hasValue {
            faults.add(
                .oddTarget, target.place, "only a proxy is asked for a whole URL, and this file has none",
                help: "write '/path', or '//name/path' for another origin; a proxy is the line 'proxy gate http'; "
                    + "if it is meant to come like this: '\(Self.asValue(target))'")
        }
    }

    /// `shop` and `/a` of `https://shop/a`
    private func originNamed(inURL url: String) -> (name: String, rest: String)? {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        let behind = url[scheme.upperBound...]
        let name = String(behind.prefix { !"/?#:".contains($0) })
        guard scope.origins[name] != nil else { return nil }
        return (name, String(behind.dropFirst(name.count)))
    }

    /// `> CONNECT localhost:8443`, `> CONNECT web:443`
    mutating func warnOfFixedPort(inTunnelTo target: Text) {
        guard !scope.isRoutes, !target.hasValue else { return }
        let host = String(target.string.prefix { $0 != ":" })
        let isOrigin = scope.origins[host] != nil
        guard isOrigin || FixedAddress(authority: target.string[...], hosts) != nil else { return }
        fixedPort(
            target, "write '{{authority \(isOrigin ? host : "NAME")}}'", asItStands: Self.asValue(target))
    }

    /// `> Host: localhost:8080`. Another host, or one that an app sets, may be the test.
    mutating func warnOfFixedPort(inExpected content: Text) {
        guard let (name, value) = plainField(content) else { return }
        guard name == "host" else { return warnOfNameAsHost(value) }
        guard !scope.setsHost, !value.hasValue, !isNameInCode(value.string) else { return }
        let address = FixedAddress(authority: value.string[...], hosts)
        guard address != nil || isForeign(host: value.string) else { return }
        let meant = address.map(origin(at:)) ?? Origin.main.name
        fixedPort(
            value, "take the line away, for Host is looked at in any case, or write '{{authority \(meant)}}'",
            asItStands: Self.asValue(value))
    }

    /// `api.example.test` of an origin that is called so: a client that has the name in its code sends it without a port.
    private func isNameInCode(_ host: String) -> Bool {
        Origin.mayBeInCode(host) && scope.hosts.contains { $0.host == host }
    }

    /// `example.com`, where loads are ordered, and none of an origin that has a name of its own.
    private func isForeign(host: String) -> Bool {
        let isOrdered = !scope.loadsWithoutLane.isEmpty || !scope.loadsWithLane.isEmpty
        return isOrdered && scope.proxies.isEmpty && scope.hosts.isEmpty && host.contains(".") && !host.contains(",")
            && host.utf8.allSatisfy { Byte.isNameByte($0) || $0 == UInt8(ascii: ".") }
    }

    /// `< Location: http://127.0.0.1:8080/x`. In other fields an address is a name: `Access-Control-Allow-Origin`.
    mutating func warnOfFixedPort(inSent content: Text) {
        guard let (name, value) = plainField(content) else { return }
        if Self.fieldsOfPlaces.contains(name), let address = FixedAddress(url: value, hosts) {
            fixedPort(
                value, "write '\(Self.absolute(origin(at: address), address.rest))'", asItStands: Self.asValue(value))
        } else {
            warnOfNameAsHost(value)
        }
    }

    private static let fieldsOfPlaces: Set<String> = ["location", "content-location"]

    private func plainField(_ content: Text) -> (name: String, value: Text)? {
        guard !scope.isRoutes, let name = content.fieldName else { return nil }
        let value = content.from(content.start + name.utf8.count + 1).trimmed
        return value.isEmpty ? nil : (name, value)
    }

    /// The names of this machine, in the lines so far.
    private var hosts: [String] { FixedAddress.hosts + scope.hosts.map(\.host) }

    private func origin(at address: FixedAddress) -> String {
        guard let host = address.host else { return Origin.main.name }
        return scope.hosts.first { $0.host == host }?.origin ?? Origin.main.name
    }

    private mutating func fixedPort(_ text: Text, _ help: String, asItStands: String) {
        faults.add(
            .fixedPort, text.place, "no run has this host and port: each run has ports of its own",
            help: "\(help); if it is meant: '\(asItStands)'")
    }

    /// The text as one that is meant; a value in it stays one.
    private static func asValue(_ text: Text) -> String {
        let bytes = text.line.bytes
        let end = text.range.first { Scanner.opensValue(bytes, at: $0, to: text.end) } ?? text.end
        return "{{\(Quoting.quoted(text.upTo(end).bytes))}}\(text.from(end).string)"
    }

    /// `Location: //main/b`: in a field the name of an origin is a host like any other.
    private mutating func warnOfNameAsHost(_ value: Text) {
        guard value.starts(with: "//") else { return }
        let behind = value.from(value.start + 2)
        let end = Scanner.first(in: behind) { "/?#,; ".utf8.contains($0) || $0 == Byte.colon } ?? behind.end
        let name = behind.upTo(end)
        guard name.equals("main") || scope.origins[name.string] != nil || scope.proxies[name.string] != nil,
            !behind.from(end).starts(with: ":")
        else { return }
        faults.add(
            .oddField, value.place, "a client takes '\(name.string)' for the name of a host",
            help: "write '\(Self.absolute(name.string, behind.from(end).string))'; if it is meant, as a value: "
                + "'{{\"//\(name.string)\"}}\(behind.from(end).string)'")
    }

    /// The URL on an origin. A value cannot stand within another.
    private static func absolute(_ origin: String, _ rest: String) -> String {
        guard let value = rest.firstRange(of: "{{") else { return "{{//\(origin)\(rest.isEmpty ? "/" : rest)}}" }
        return "{{//\(origin)\(rest[..<value.lowerBound])}}\(rest[value.lowerBound...])"
    }
}

/// An address on this machine, or what stands for one in other tools.
struct FixedAddress {
    /// nil: something stands for it.
    let host: String?
    /// `/a` of `http://localhost:8080/a`
    let rest: String

    /// nil: the text is no URL on these hosts.
    init?(url: Text, _ hosts: [String] = hosts) {
        let typed = url.string
        guard let scheme = ["http://", "https://"].first(where: typed.hasPrefix) else { return nil }
        let behind = typed.dropFirst(scheme.count)
        guard Self.beginsWithPlaceholder(behind) else {
            self.init(authority: behind, hosts)
            return
        }
        self.init(host: nil, rest: String(behind.drop { $0 != "/" }))
    }

    /// `localhost:8080/a`
    init?(authority text: Substring, _ hosts: [String]) {
        let authority = text.prefix { !"/?#".contains($0) }
        let host = hosts.first { host in
            let port = authority.dropFirst(host.count)
            return authority.hasPrefix(host) && (port.isEmpty || port.hasPrefix(":")) && !Self.isDead(port.dropFirst())
        }
        guard let host else { return nil }
        self.init(host: host, rest: String(text.dropFirst(authority.count)))
    }

    private init(host: String?, rest: String) {
        self.host = host
        self.rest = rest
    }

    static let hosts = ["localhost", "127.0.0.1", "[::1]"]

    /// Whether a port is one where hardly anything listens, and is written for that: 1, 9.
    private static func isDead(_ port: Substring) -> Bool {
        guard let number = Int(port) else { return false }
        return number < 1024 && number != 80 && number != 443
    }

    /// `${HOST}:80`, `$HOST`, `%HOSTIP:%HTTPPORT`: what other tools put a host in for.
    private static func beginsWithPlaceholder(_ text: Substring) -> Bool {
        let name = Array(text.dropFirst().utf8.prefix(2))
        switch text.utf8.first {
        case UInt8(ascii: "$"): return name.first == Byte.open || name.first.map(Byte.isLetter) ?? false
        case UInt8(ascii: "%"):
            // `%C3` is a byte of a name.
            guard let first = name.first, Byte.isLetter(first) else { return false }
            return !name.allSatisfy { Byte.hexValue($0) != nil }
        default: return false
        }
    }
}
