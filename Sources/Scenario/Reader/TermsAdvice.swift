// TermsAdvice.swift: terms that the client is to agree to, but the server does not offer.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainAuth
internal import QuintainNotation
internal import QuintainWords

extension ScenarioBuilder {
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

    /// Warns of `{{digest … algorithm=SHA-256}}` where all challenges are of MD5.
    mutating func warnOfUnaskedDigest(_ lines: [Line]) {
        for side in AuthSide.all {
            guard let offered = Self.algorithms(of: side, in: lines), !offered.isEmpty else { continue }
            for line in lines {
                guard case .receive(.field(let name, let value, _)) = line.deed,
                    name.lowercased() == side.credentialsField.lowercased(),
                    case .digest(_, let demands)? = value.soleValue?.function, let asked = demands.algorithm,
                    !offered.contains(asked)
                else { continue }
                faults.add(
                    .neverKept, line.place, "no challenge of this file is for \(asked)",
                    help: "write algorithm=\(offered.sorted().joined(separator: " or ")), or let the challenge say it")
            }
        }
    }

    /// The algorithms of all Digest challenges of a side; nil: the file alone does not decide them.
    private static func algorithms(of side: AuthSide, in lines: [Line]) -> Set<String>? {
        var algorithms: Set<String> = []
        for line in lines {
            switch line.deed {
            case .send(.raw), .send(.field(_, .none, _)): return nil
            case .send(.field(let field, let name, _)) where name == side.challengeField.lowercased():
                let reading = AuthClause.challenges(in: Array(field.masked.drop { $0 != Byte.colon }.dropFirst()))
                guard reading.faults.isEmpty else { return nil }
                for clause in reading.clauses where !clause.isScheme("Basic") {
                    guard clause.isScheme("Digest") else { return nil }
                    guard let algorithm = clause["algorithm"] else {
                        algorithms.insert(DigestAlgorithm.md5.rawValue)
                        continue
                    }
                    guard let known = DigestAlgorithm(named: algorithm.value) else { return nil }
                    algorithms.insert(known.rawValue)
                }
            default: break
            }
        }
        return algorithms
    }
}

extension Origin {
    fileprivate var versionsOfTLS: [String] {
        guard let written = options.first(where: { $0.name == OriginOption.tls.rawValue })?.value.literalText else {
            return ["1.2", "1.3"]
        }
        return written.split(separator: ",").map(String.init)
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
