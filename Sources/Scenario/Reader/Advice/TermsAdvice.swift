// TermsAdvice.swift: terms that the client is to agree to, but the server does not offer.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainAuth
internal import QuintainNotation
internal import QuintainWords

extension Advice {
    /// Warns of `! await handshake version=1.3` where all origins speak TLS 1.2.
    mutating func warnOfUnspokenTLS(_ scenario: Scenario, _ lines: [Line]) {
        let offered = Set(scenario.origins.filter { $0.scheme == .https && $0.at == nil }.flatMap(\.versionsOfTLS))
        guard !offered.isEmpty else { return }
        for line in lines {
            guard case .await(.handshake(let demands)) = line.deed,
                let version = demands.first(where: { $0.field == .version })?.value.literalText,
                !offered.contains(version)
            else { continue }
            faults.add(
                .neverKept, line.place, "no origin of this file speaks TLS \(version)",
                help:
                    "write version=\(offered.sorted().joined(separator: " or ")), or add \(version) to the 'tls=' of an origin"
            )
        }
    }

    /// Warns of `! await handshake client-certificate=alice` where no origin asks for a certificate.
    mutating func warnOfUnaskedCertificate(_ scenario: Scenario, _ lines: [Line]) {
        let secure = scenario.origins.filter { $0.scheme == .https && $0.at == nil }
        guard !secure.isEmpty, !secure.contains(where: \.asksForCertificate) else { return }
        for line in lines {
            guard case .await(.handshake(let demands)) = line.deed,
                let name = demands.first(where: { $0.field == .clientCertificate })?.value.literalText, name != "none"
            else { continue }
            faults.add(
                .neverKept, line.place, "no origin of this file asks for a certificate, so no client sends one",
                help: "write 'client-certificate=required' or 'client-certificate=requested' behind an origin: 'origin "
                    + "\(secure[0].name) https client-certificate=required'")
        }
    }

    /// Warns of `! await handshake` below the only request for which a connection was opened.
    mutating func warnOfLateHandshake(_ scenario: Scenario, _ lines: [Line]) {
        let isPlain = scenario.nodes.allSatisfy { if case .line = $0 { true } else { false } }
        let loads = lines.count { if case .order(.load) = $0.deed { true } else { false } }
        guard isPlain, loads <= 1, let index = lines.lastIndex(where: \.deed.isHandshake),
            let request = lines[..<index].lastIndex(where: \.deed.isRequest),
            // A tunnel has a handshake within, and a second connection may have been opened for a reason.
            lines.count(where: \.deed.isRequest) == 1, case .receive(.start(let method, _, _)) = lines[request].deed,
            method.literalText != "CONNECT",
            lines[request..<index].allSatisfy({ $0.deed.isReceived }),
            lines[(index + 1)...].contains(where: \.deed.isReply)
        else { return }
        faults.add(
            .neverKept, lines[index].place,
            "the handshake of this connection was over before the request in line \(lines[request].place.line) came",
            help: "put this line above the request")
    }

    /// `{{digest … algorithm=SHA-256}}`, where all challenges are of MD5, `stale`, where none is, and any, where there is
    /// none.
    mutating func warnOfUnaskedDigest(_ lines: [Line]) {
        let offered = AuthSide.all.map { Self.digestChallenges(of: $0, in: lines) }
        for (side, clauses) in zip(AuthSide.all, offered) {
            guard let clauses else { continue }
            // An answer to the other side is another slip, and an answer to no challenge may be told of where that is missing.
            let mayBeUnasked =
                offered.allSatisfy { $0?.isEmpty ?? false } && !faults.all.contains { $0.slug == .challengeMissing }
            for line in lines {
                guard case .receive(.field(let name, let value, _)) = line.deed,
                    name.lowercased() == side.credentialsField.lowercased(),
                    case .digest(_, let demands)? = value.soleValue?.function
                else { continue }
                if clauses.isEmpty {
                    if mayBeUnasked { warnOfNoChallenge(line, side) }
                } else {
                    warnOfUnasked(demands, line, clauses)
                }
            }
        }
    }

    private mutating func warnOfNoChallenge(_ line: Line, _ side: AuthSide) {
        faults.add(
            .neverKept, line.place, "no reply of this file has a Digest challenge, and an answer names its nonce",
            help: "such as '< \(side.challengeField): Digest realm=\"v\", qop=\"auth\", nonce=\"{{nonce a}}\"' in a "
                + "reply above")
    }

    private mutating func warnOfUnasked(_ demands: DigestDemands, _ line: Line, _ clauses: [AuthClause]) {
        let algorithms = Set(clauses.map(\.algorithmName))
        if let asked = demands.algorithm, !algorithms.contains(asked) {
            faults.add(
                .neverKept, line.place, "no challenge of this file is for \(asked)",
                help: "write algorithm=\(algorithms.sorted().joined(separator: " or ")), or let the challenge say it")
        }
        if let asked = demands.qop, clauses.allSatisfy({ $0.isKnownToLack(protection: asked) }) {
            faults.add(
                .neverKept, line.place, "no challenge of this file offers qop=\(asked)",
                help: "let the challenge above offer it: qop=\"\(asked)\", or leave it out here")
        }
        // One that a value makes may be either.
        if demands.isStale, clauses.allSatisfy({ $0["stale"]?.says("false") ?? true }) {
            faults.add(
                .neverKept, line.place, "no challenge of this file says stale=true",
                help: "let the challenge above say it, with a new nonce, or leave 'stale' out")
        }
    }

    /// All Digest challenges of a side; nil: nobody can tell.
    private static func digestChallenges(of side: AuthSide, in lines: [Line]) -> [AuthClause]? {
        var clauses: [AuthClause] = []
        for line in lines {
            switch line.deed {
            case .send(.raw), .send(.field(_, .none, _)), .act(.frame): return nil
            case .send(.field(let field, let name, _)) where name == side.challengeField.lowercased():
                let reading = AuthClause.challenges(in: Array(field.masked.drop { $0 != Byte.colon }.dropFirst()))
                guard reading.faults.isEmpty else { return nil }
                for clause in reading.clauses where !clause.isScheme("Basic") {
                    guard clause.isScheme("Digest") else { return nil }
                    if let known = clause["algorithm"].map({ DigestAlgorithm(named: $0.value) }), known == nil {
                        return nil
                    }
                    clauses.append(clause)
                }
            default: break
            }
        }
        return clauses
    }
}

extension Deed {
    fileprivate var isHandshake: Bool { if case .await(.handshake) = self { true } else { false } }
    fileprivate var isRequest: Bool {
        switch self {
        case .receive(.start), .receive(.raw(_, .start)): true
        default: false
        }
    }
    fileprivate var isReceived: Bool { if case .receive = self { true } else { false } }
    fileprivate var isReply: Bool { if case .send(.start) = self { true } else { false } }
}

extension Origin {
    fileprivate var asksForCertificate: Bool {
        options.contains { $0.name == OriginOption.clientCertificate.rawValue }
    }

    fileprivate var versionsOfTLS: [String] {
        guard let written = options.first(where: { $0.name == OriginOption.tls.rawValue })?.value.literalText else {
            return ["1.2", "1.3"]
        }
        return written.split(separator: ",").map(String.init)
    }
}

extension AuthClause {
    /// That of a Digest challenge, by its registered name.
    fileprivate var algorithmName: String {
        self["algorithm"].flatMap { DigestAlgorithm(named: $0.value) }?.rawValue ?? DigestAlgorithm.md5.rawValue
    }

    /// Whether the challenge certainly does not offer this quality of protection. One that a value makes may be any.
    fileprivate func isKnownToLack(protection name: String) -> Bool {
        guard let offered = self["qop"]?.value else { return true }
        return !offered.contains(UInt8(ascii: "~")) && !CommaList.has(Array(name.utf8), in: Array(offered))
    }
}

extension Template {
    /// The template's bytes, and a `~` for each value.
    fileprivate var masked: [UInt8] {
        pieces.flatMap { piece in
            if case .literal(let bytes) = piece { bytes } else { [UInt8(ascii: "~")] }
        }
    }
}
