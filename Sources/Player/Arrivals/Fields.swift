// Fields.swift: header fields, compared with the lines that name them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire

extension Player {
    /// The breaches of the fields, line by line. A name that is mentioned must be there as often as it is written, in
    /// that order.
    func fieldBreaches(
        _ expected: [ExpectedField], _ fields: [Field], _ values: inout Values,
        _ scope: Scope
    ) -> [(line: Int, sentence: String)] {
        hold(expected, fields, &values, scope).breaches
    }

    /// The breaches, and the fields that depend on the body: indices of `expected`, and the values that came.
    func hold(
        _ expected: [ExpectedField], _ fields: [Field], _ values: inout Values,
        _ scope: Scope
    ) -> (breaches: [(line: Int, sentence: String)], provisional: [(index: Int, value: [UInt8])]) {
        var breaches: [(line: Int, sentence: String)] = []
        var provisional: [(index: Int, value: [UInt8])] = []
        var scope = scope
        var seen: [String: Int] = [:]
        let lists = Self.lists(among: expected)
        for (index, line) in expected.enumerated() {
            let name = line.name.lowercased()
            let there = fields.filter { $0.isNamed(line.name) }
            if line.value.isAbsent {
                if let first = there.first(where: { !line.isSpelled || $0.name == line.name }) {
                    breaches.append(
                        (line.line, "\(line.name) must be absent, but is \(Quoting.quoted(first.value.prefix(120)))"))
                }
                continue
            }
            let nth = seen[name, default: 0]
            seen[name] = nth + 1
            if !there.isEmpty, lists.contains(name) {
                seen[name] = max(nth + 1, there.count)
                let all = Array(there.map(\.value).joined(separator: Array(", ".utf8)))
                if !values.match(line.value, all, scope).fits {
                    let wanted = values.description(of: line.value, scope)
                    breaches.append((line.line, "\(line.name) is \(Quoting.quoted(all.prefix(120))), not \(wanted)"))
                }
                continue
            }
            guard nth < there.count else {
                let more = nth == 0 ? "is missing" : "is there only \(Self.times(there.count))"
                breaches.append((line.line, "\(line.name) \(more)"))
                continue
            }
            if line.isSpelled, there[nth].name != line.name {
                breaches.append((line.line, "\(line.name) is spelled \(Quoting.quoted(there[nth].name.utf8))"))
            }
            scope.judged?.field = line.name
            let match = values.match(line.value, there[nth].value, scope)
            if match.isProvisional { provisional.append((index, there[nth].value)) }
            if let objection = match.objection {
                breaches.append((line.line, "\(line.name): \(objection)"))
            } else if !match.fits {
                let wanted = values.description(of: line.value, scope)
                breaches.append(
                    (line.line, "\(line.name) is \(Quoting.quoted(there[nth].value.prefix(120))), not \(wanted)"))
            }
        }
        for (name, count) in seen.sorted(by: { $0.key < $1.key }) {
            let there = fields.filter { $0.isNamed(name) }
            guard there.count > count, let last = expected.last(where: { $0.name.lowercased() == name }) else {
                continue
            }
            breaches.append(
                (last.line, "\(last.name) is there \(Self.times(there.count)), not \(Self.times(count))"))
        }
        return (breaches, provisional)
    }

    /// The names whose lines all look for members. All fields of such a name are one list (RFC 9110 section 5.3).
    private static func lists(among expected: [ExpectedField]) -> Set<String> {
        let names = Set(expected.lazy.filter(\.value.looksForMember).map { $0.name.lowercased() })
        guard !names.isEmpty else { return [] }
        return names.subtracting(expected.lazy.filter { !$0.value.looksForMember }.map { $0.name.lowercased() })
    }

    /// The breaches of rules on the whole head.
    func ruleBreaches(_ expected: ExpectedRequest, _ fields: [Field]) -> [(line: Int, sentence: String)] {
        expected.rules.compactMap { rule, line in
            let sentence =
                switch rule {
                case .noOthers: others(expected.fields, fields)
                case .inOrder: disorder(expected.fields, fields)
                }
            return sentence.map { (line, $0) }
        }
    }

    private func others(_ expected: [ExpectedField], _ fields: [Field]) -> String? {
        let written = Set(expected.map { $0.name.lowercased() })
        let others = fields.filter { !written.contains($0.name.lowercased()) }
        guard !others.isEmpty else { return nil }
        let names = others.prefix(Self.othersAtMost).map { String($0.name.prefix(120)) }.joined(separator: ", ")
        let more = others.count > Self.othersAtMost ? " and \(others.count - Self.othersAtMost) more" : ""
        return "the head has fields that are not written: \(names)\(more)"
    }

    /// The first field out of order: each line stands for the next field of its name, and unwritten fields may stand
    /// between.
    private func disorder(_ expected: [ExpectedField], _ fields: [Field]) -> String? {
        var seen: [String: Int] = [:]
        var last: (place: Int, name: String)?
        for line in expected where !line.value.isAbsent {
            let name = line.name.lowercased()
            let from = seen[name] ?? 0
            guard let place = fields[from...].firstIndex(where: { $0.isNamed(name) }) else { continue }
            seen[name] = place + 1
            if let last, place < last.place {
                return "\(line.name) came before \(last.name), which is written above it"
            }
            last = (place, line.name)
        }
        return nil
    }

    private static let othersAtMost = 8

    private static func times(_ count: Int) -> String { count == 1 ? "once" : count == 2 ? "twice" : "\(count) times" }

    /// Checks the form of the target, the hop and `Host`, where the line names an origin and the file writes nothing
    /// else about them.
    mutating func checkTarget(
        _ head: RequestHead, _ item: Item, _ expected: ExpectedRequest, _ number: ConnectionNumber
    ) {
        guard case .path(let origin, _) = expected.target, let endpoint = values.endpoints[origin] else {
            return checkHost(head, item, expected, number)
        }
        checkHop(head, item, number)
        guard !expected.fields.contains(where: { $0.name.lowercased() == "host" }) else { return }
        let hosts = head.values(of: "Host").map { String(decoding: $0, as: UTF8.self) }
        guard let host = hosts.first else {
            if head.version >= .http11 { record.breach(.wrongField, item.first, "Host is missing") }
            return
        }
        if hosts.count > 1 { record.breach(.wrongField, item.first, "Host is there \(Self.times(hosts.count))") }
        if !endpoint.isNamed(by: host) {
            record.breach(.wrongField, item.first, "Host is \"\(host.prefix(120))\", not \"\(endpoint.authority)\"")
        }
    }

    /// Checks, for a target that is compared as text, that `Host` names the origin to which the connection leads.
    /// Whether it is a host at all is judged as form, and a proxy may be asked for other hosts.
    private mutating func checkHost(
        _ head: RequestHead, _ item: Item, _ expected: ExpectedRequest, _ number: ConnectionNumber
    ) {
        guard head.form == .origin || head.form == .asterisk, number.stream == nil, !expected.isRaw,
            !expected.fields.contains(where: { $0.name.lowercased() == "host" }),
            let connection = connections[number], connection.tunnel == nil, !origins.isProxy(connection.origin),
            let host = head.soleHost, !origins.isNamed(connection.origin, by: host)
        else { return }
        record.breach(
            .malformedRequest, item.first,
            "connection \(number): Host is \"\(host.prefix(120))\", and it leads to '\(connection.origin)' "
                + "(\(WireRule.hostDiffers.citation))")
    }
}

extension Endpoint {
    /// The port as text: `8080`.
    var port: String {
        let port = Authority(authority)?.port ?? defaultPort
        return "\(port)"
    }

    private var defaultPort: Int { scheme == "https" ? 443 : 80 }

    /// Whether a `Host` names this endpoint. `localhost` and `::1` also stand for the loopback address.
    func isNamed(by host: String) -> Bool {
        guard let named = Authority(host.lowercased()), let own = Authority(authority.lowercased()),
            named.userInformation == nil, named.port ?? defaultPort == own.port ?? defaultPort
        else { return false }
        return named.host == own.host || own.host == "127.0.0.1" && ["localhost", "::1"].contains(named.host)
    }
}

extension RequestHead {
    var isAbsolute: Bool { form == .absolute }

    /// The target as text, for messages.
    var shortTarget: String { String(decoding: target.prefix(200), as: UTF8.self) }
    /// The target without scheme and authority as text, to be compared with a path.
    var shortPath: String { String(decoding: originForm.prefix(200), as: UTF8.self) }

    /// The target without scheme and authority.
    var originForm: [UInt8] {
        guard isAbsolute else { return target }
        var slashes = 0
        for (index, byte) in target.enumerated() {
            if byte == UInt8(ascii: "/") { slashes += 1 }
            if slashes == 3 { return Array(target[index...]) }
        }
        return [UInt8(ascii: "/")]
    }
}
