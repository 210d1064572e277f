// CookieNames.swift: cookies that must come back under a name that is nearly the one under which they were set.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension Advice {
    /// Warns of `> Cookie: sdi=1` where `< Set-Cookie: sid=1` stands. What a client sends by itself is known by name: the
    /// cookies of its orders, and those above any that is set.
    mutating func warnOfCookieNames(_ lines: [Line]) {
        var known: Set<String> = []
        var set: Set<String> = []
        for line in lines {
            switch line.deed {
            case .send(.field(let field, name: "set-cookie", _)):
                let text = field.literalStart.drop { $0 != ":" }.dropFirst().prefix { $0 != ";" }
                guard let name = Self.names(in: text).first else { return }
                set.insert(name)
            case .order(.load(let load)):
                for field in load.header where field.name.lowercased() == "cookie" {
                    known.formUnion(field.value.cookieNames)
                }
            case .order(.addCookie(let cookie)): known.formUnion(cookie.cookieNames)
            case .receive(.field(let name, let value, _)) where name.lowercased() == "cookie":
                for name in value.cookieNames where !known.contains(name) && !set.contains(name) {
                    known.insert(name)
                    guard let meant = NearestWord.nearest(to: name, among: set.sorted()) else { continue }
                    faults.add(
                        .misspeltField, line.place, "no line above sets a cookie '\(name)'",
                        help: "did you mean '\(meant)'?")
                }
            default: break
            }
        }
    }

    fileprivate static func names(in text: Substring) -> [String] {
        text.split(separator: ";").compactMap { part in
            let name = part.prefix { $0 != "=" }
            return name.isEmpty || name.count == part.count ? nil : String(name.trimmed)
        }
    }
}

extension Template {
    /// The text before the first value.
    fileprivate var literalStart: String {
        if case .literal(let bytes)? = pieces.first { String(decoding: bytes, as: UTF8.self) } else { "" }
    }

    /// The names of the cookies that it has, those aside that must be absent.
    fileprivate var cookieNames: [String] {
        if case .valued(.cookies(let pairs))? = soleValue?.function {
            return pairs.list.filter { !$0.value.isAbsent }.map { String(decoding: $0.name, as: UTF8.self) }
        }
        let text = pieces.map { piece in
            if case .literal(let bytes) = piece { String(decoding: bytes, as: UTF8.self) } else { "" }
        }
        return Advice.names(in: text.joined()[...])
    }
}
