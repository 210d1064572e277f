// PeerSteps.swift: steps that leave out proxies, TLS, origins and lanes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWords

extension Outline {
    var proxySteps: [Reduction] {
        settings(.proxy).map { row, name in
            var step = Reduction.removing(settingRows(row))
            for (index, anatomy) in anatomies.enumerated() where anatomy.form == .order {
                guard let via = anatomy.words.firstIndex(where: { text(index, $0) == "via" }),
                    anatomy.words.indices.contains(via + 1), text(index, anatomy.words[via + 1]) == name
                else { continue }
                step.replaced[index] = rows[index].without(
                    anatomy.words[via].lowerBound..<anatomy.words[via + 1].upperBound)
            }
            for exchange in lists.flatMap({ LaneTalk(items: $0).exchanges })
            where exchange.start?.method == "CONNECT" {
                step.removed.formUnion(exchange.rows)
            }
            return step
        }
    }

    /// Without TLS there is nothing to judge, to agree on or to break off.
    var securitySteps: [Reduction] {
        (settings(.origin) + settings(.proxy)).compactMap { row, name in
            guard let https = anatomies[row].words.first(where: { text(row, $0) == "https" }) else { return nil }
            var words = anatomies[row].words.dropFirst(2).map { text(row, $0) }
            words.removeAll { word in Self.securityOptions.contains { word.hasPrefix("\($0)=") } }
            let head = rows[row].part(0..<https.lowerBound) + "http"
            var step = Reduction(replaced: [row: ([head] + words).joined(separator: " ")])
            step.removed = Set(settingRows(row).dropFirst())
            for item in lists.joined() {
                guard let line = item.line, line.isAboutSecurity else { continue }
                step.removed.formUnion(item.rows)
            }
            for (index, anatomy) in anatomies.enumerated() where anatomy.form == .order {
                guard let word = anatomy.words.first(where: { text(index, $0) == "untrusted" }) else { continue }
                step.replaced[index] = rows[index].without(word)
            }
            return step
        }
    }

    var originSteps: [Reduction] {
        settings(.origin).flatMap { row, name -> [Reduction] in
            var plain = Reduction.removing(settingRows(row))
            guard name != "main" else { return [plain] }
            if apart.contains(name) || forbidsField(at: name) { return [] }
            var moved = Reduction()
            let renamed: [(String, String)] = [
                ("//\(name)/", "/"), ("//\(name)", "/"), ("authority \(name)", "authority main"),
                ("port \(name)", "port main"), ("host=\(name)", "host=main"), ("at=\(name)", "at=main"),
            ]
            for index in rows.indices where anatomies[index].form != .comment {
                var text = rows[index]
                for (old, new) in renamed where text.contains(old) {
                    // In a value it is a whole URL, which needs an origin's name.
                    let isValue = new == "/" && text.contains("{{\(old)")
                    text = text.replacing(wherever: old, with: isValue ? "//main/" : new) ?? text
                }
                if text != rows[index] { moved.replaced[index] = text }
            }
            plain = plain.joined(with: moved)
            // `main` may be missing, and the origin's own line can become its line.
            let words = anatomies[row].words
            guard let first = words.first else { return [plain] }
            moved.replaced[row] = rows[row].replacing(first, with: "main")
            return settings(.origin).contains { $0.name == "main" } ? [plain] : [plain, moved]
        }
    }

    /// The origins that must not get a password or a cookie.
    var guarded: Set<String> { Set(settings(.origin).map(\.name).filter { forbidsField(at: $0, of: Self.secrets) }) }

    /// Whether a request to this origin must lack a field, as one with credentials that another origin is to get. To main a
    /// right client may send it.
    private func forbidsField(at name: String, of names: [String] = []) -> Bool {
        var isThere = false
        return rows.indices.contains { row in
            guard anatomies[row].form == .request else { return false }
            if startRows.contains(row) {
                isThere = rows[row].contains(" //\(name)/") || rows[row].hasSuffix(" //\(name)")
            }
            guard isThere, rows[row].hasSuffix(": {{absent}}") else { return false }
            return names.isEmpty || names.contains { rows[row].lowercased().contains(" \($0): ") }
        }
    }

    var laneSteps: [Reduction] {
        lanes.map { lane in
            var step = Reduction()
            for item in lists.joined() {
                guard let line = item.line, line.lane == lane else { continue }
                let row = rows[item.first]
                switch anatomies[item.first].form {
                case .order:
                    let word = anatomies[item.first].words.first { text(item.first, $0) == "lane=\(lane.name)" }
                    step.replaced[item.first] = word.map(row.without)
                case .request, .reply, .callback, .act:
                    let mark = row.part(0..<1)
                    step.replaced[item.first] = mark + row.part((1 + lane.name.utf8.count)..<row.utf8.count)
                case .blank, .comment, .setting, .continuation: break
                }
            }
            return step
        }
    }

    /// The rows of the settings with this word, and the names that they give.
    private func settings(_ word: LineWord) -> [(row: Int, name: String)] {
        rows.indices.compactMap { row in
            guard anatomies[row].word == word, let name = anatomies[row].words.first else { return nil }
            return (row, text(row, name))
        }
    }

    private func settingRows(_ row: Int) -> Range<Int> {
        items.first { $0.first == row }?.rows ?? row..<(row + 1)
    }

    private static let secrets = ["authorization", "proxy-authorization", "cookie"]
    private static let securityOptions = ["certificate", "client-certificate", "tls"]
}

extension Line {
    fileprivate var isAboutSecurity: Bool {
        switch deed {
        case .callback(let callback):
            let kind = callback.subject.first?.literal.map { String(decoding: $0, as: UTF8.self) }
            return callback.kind == .challenge && (kind == "ServerTrust" || kind == "ClientCertificate")
        case .await(.clientHello), .await(.handshake), .await(.tlsAlert), .act(.tlsAlert), .act(.closeNotify),
            .order(.trust):
            return true
        default: return false
        }
    }
}
