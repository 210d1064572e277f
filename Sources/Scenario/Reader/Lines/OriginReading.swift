// OriginReading.swift: `origin` and `proxy` lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainTLS
internal import QuintainWords

/// The origins of a file, while it is read.
struct OriginList {
    /// The versions of origins that do not name theirs.
    let version: HTTPVersions
    private var all: [Origin] = []
    /// The origins that say `at=`, and the origins that they name there.
    private var shares: [(origin: String, owner: Text)] = []

    init(over version: HTTPVersions) { self.version = version }

    mutating func add(_ origin: Origin) { all.append(origin) }

    mutating func share(_ origin: String, _ owner: Text) { shares.append((origin, owner)) }

    /// All of them; `main` is the first, written or not.
    var withMain: [Origin] {
        var origins = all
        if let index = origins.firstIndex(where: { $0.name == Origin.main.name }) {
            origins.insert(origins.remove(at: index), at: 0)
        } else {
            var main = Origin.main
            main.versions = version
            origins.insert(main, at: 0)
        }
        return origins
    }

    /// Checks that can only be made when all origins are known.
    func checkShares(_ faults: inout Faults) {
        let origins = withMain
        for (name, owner) in shares {
            guard let origin = origins.first(where: { $0.name == name }),
                let other = origins.first(where: { $0.name == owner.string })
            else { continue }
            let hasOptions = !origin.options.isEmpty || origin.reach != .open || other.reach != .open
            if other.at != nil || other.name == name || other.scheme != origin.scheme || hasOptions {
                faults.add(
                    .badOrigin, owner.place, "'\(name)' cannot share the port of '\(other.name)'",
                    help:
                        "the line of the other has a port, its options and the same scheme; only 'host' stands beside 'at'"
                )
            } else if origin.host == nil || origins.contains(where: { $0.name != name && $0.isNeighbour(of: origin) }) {
                faults.add(
                    .badOrigin, owner.place, "nothing tells '\(name)' from another origin at this port",
                    help: "a name that no other has there: host=\(name).localhost")
            }
        }
    }
}

extension ScenarioBuilder {
    mutating func origin(_ role: Origin.Role, _ rest: Text, _ line: SourceLine, _ inner: [Text]) {
        var words: [Word] = []
        for text in [rest] + inner {
            guard let more = reader.words(text) else { return }
            words += more
        }
        let word = role == .server ? "origin" : "proxy"
        guard let name = words.first else {
            faults.add(
                .missingValue, line.whole.place, "'\(word)' needs a name",
                help: role == .server ? "origin secure https" : "proxy gate http")
            return
        }
        guard isOriginName(name.text) else { return }
        var origin = Origin(name: name.string, role: role)
        origin.place = line.whole.place
        // A tunnel through a proxy begins with HTTP/1.1's CONNECT.
        if role == .server { origin.versions = draft.origins.version }
        var hasScheme = false
        var tlsOption: Word?
        var given: Set<String> = []
        for word in words.dropFirst() {
            if let name = word.name {
                if !given.insert(name.string).inserted {
                    faults.add(.duplicateName, word.text.place, "'\(name.string)' is said already", help: "say it once")
                }
                option(name, word, &origin)
                if OriginOption(rawValue: name.string)?.concernsTLS == true { tlsOption = tlsOption ?? word }
            } else if let scheme = Origin.Scheme(rawValue: word.string), !hasScheme {
                origin.scheme = scheme
                hasScheme = true
            } else if word.text.equals("refused") {
                origin.reach = .refused
            } else {
                faults.addUnknown(.badOrigin, word.text, "property of an origin", among: Self.originWords)
                hasScheme = true
            }
        }
        if let option = tlsOption, origin.scheme == .http, words.contains(where: { $0.text.equals("http") }) {
            faults.add(
                .badOrigin, option.text.place, "'\(option.string)' concerns TLS, and this origin has none",
                help: "write https in place of http")
        }
        if !hasScheme {
            faults.add(
                .badOrigin, name.text.place, "'\(origin.name)' needs a scheme",
                help: "write http or https behind the name")
        }
        if origin.scheme == .https { reader.demands.insert(.tls) }
        if origin.versions.contains(.two) { reader.demands.insert(.http2) }
        draft.origins.add(origin)
    }

    /// Whether the name can be written behind `//`; if not, a fault was left.
    private mutating func isOriginName(_ text: Text) -> Bool {
        let good = text.bytes.allSatisfy { Byte.isLower($0) || Byte.isDigit($0) || $0 == UInt8(ascii: "-") }
        if good, let first = text.bytes.first, Byte.isLower(first) { return true }
        faults.add(
            .badOrigin, text.place, "'\(text.string)' is no name of an origin",
            help: "small letters, digits and hyphens, a letter first")
        return false
    }

    private mutating func option(_ name: Text, _ word: Word, _ origin: inout Origin) {
        let typed = name.string
        guard let option = OriginOption(rawValue: typed) else {
            return faults.addUnknown(
                .unknownOption, name, "option of an origin", among: OriginOption.words, now: OldWord.origin.now(typed))
        }
        guard !word.value.isEmpty else {
            faults.add(
                .missingValue, word.text.place, "'\(typed)' needs a value",
                help: "write it behind '=', without blanks: '\(typed)=…'")
            return
        }
        var value = reader.value(word.value, .order)
        let text = value.literalText ?? ""
        switch option {
        case .host: origin.host = text
        case .at: share(word.value, &origin)
        case .certificate:
            guard let certificate = certificate(word, value) else { return }
            value = certificate
        case .clientCertificate: known(text, ClientCertificateWord.words, word.value)
        case .tls:
            for version in Self.parts(text) { known(version, TLSVersion.words, word.value) }
        case .http:
            let versions = Self.parts(text).compactMap { name in
                known(name, VersionWord.words, word.value)
                return VersionWord(rawValue: name)?.versions
            }
            origin.versions = HTTPVersions(versions)
        }
        if option != .host, option != .at { origin.options.append(NamedValue(typed, value)) }
    }

    // MARK: - Several names at one port

    private mutating func share(_ owner: Text, _ origin: inout Origin) {
        guard origin.role == .server else {
            faults.add(
                .badOrigin, owner.place, "a proxy has a port of its own", help: "take 'at=\(owner.string)' away")
            return
        }
        guard let name = reader.originName(owner) else { return }
        origin.at = name
        draft.origins.share(origin.name, owner)
    }

    mutating func known(_ text: String, _ words: [String], _ place: Text) {
        guard !words.contains(text) else { return }
        faults.add(
            .badOrigin, place.place, "'\(text)' is not known here",
            help: NearestWord.suggestionOrList(for: text, among: words))
    }

    private static func parts(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    static let originWords = ["http", "https", "refused"]
}

extension Origin {
    /// Whether both have the same port and the same name.
    fileprivate func isNeighbour(of other: Origin) -> Bool {
        guard at ?? name == other.at ?? other.name else { return false }
        return host?.lowercased() == other.host?.lowercased()
            || host == nil && ["localhost", "127.0.0.1", "[::1]"].contains(other.host?.lowercased())
    }
}
