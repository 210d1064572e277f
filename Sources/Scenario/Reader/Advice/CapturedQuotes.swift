// CapturedQuotes.swift: strings that are taken out of JSON with their quotes, and used where those do not belong.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension Advice {
    /// Warns of `< Location: /users/{{n}}` below `> {{json {"name": {{capture n}}}}}`.
    mutating func warnOfCapturedQuotes(_ lines: [Line]) {
        var quotes = CapturedQuotes()
        for line in lines { quotes.follow(line.deed, &faults) }
    }
}

/// The values that were taken outside of the quotes of JSON, so that those of a string are a part of them.
struct CapturedQuotes {
    /// The numbers of the lines that took them.
    private var takers: [String: Int] = [:]
    private var told: Set<String> = []

    mutating func follow(_ deed: Deed, _ faults: inout Faults) {
        for template in deed.templates {
            take(template)
            for value in deed.valuesAsText(in: template) { warn(value, &faults) }
        }
    }

    /// Of several captures of one name the last counts. An expression says what is taken.
    mutating func take(_ template: Template) {
        for value in template.values {
            for case .capture(let name, _) in value.all.map(\.function) { takers[name] = nil }
            guard case .valued(.json(let pattern)) = value.function else { continue }
            for name in pattern.takenWithQuotes { takers[name] = value.place.line }
        }
    }

    private mutating func warn(_ value: Value, _ faults: inout Faults) {
        guard case .captured(let name) = value.function, let line = takers[name], told.insert(name).inserted else {
            return
        }
        faults.add(
            .capturedQuotes, value.place,
            "'\(name)' keeps its quotes here if it is a string: line \(line) takes the JSON of it",
            help:
                "line \(line) takes a string without them as '\"{{capture \(name)}}\"', in quotes; an expression says "
                + "what else it is: '{{capture \(name) \"[0-9]+\"}}'")
    }
}

extension Deed {
    /// The values in one of the line's templates that stand for text, and not for JSON.
    fileprivate func valuesAsText(in template: Template) -> [Value] {
        let within = template.values.flatMap { value -> [Value] in
            if case .valued(let pattern) = value.function { pattern.valuesAsText } else { [] }
        }
        return (isPlainText && !template.hasBrace ? template.values : template.valuesInQuotes) + within
    }

    /// Whether the line is no JSON, unless it has braces: a start line or a field whose value has no quotes of its own.
    private var isPlainText: Bool {
        switch self {
        case .send(.start), .receive(.start), .order(.load): true
        case .send(.field(_, let name, _)): !Self.fieldsWithQuotes.contains(name ?? "")
        case .receive(.field(let name, _, _)): !Self.fieldsWithQuotes.contains(name.lowercased())
        case .callback(let callback): callback.kind == .redirect || callback.kind == .canonical
        default: false
        }
    }

    /// Their values, or the parameters in them, may be quoted strings.
    private static let fieldsWithQuotes: Set<String> = [
        "", "etag", "if-match", "if-none-match", "if-range", "www-authenticate", "proxy-authenticate", "authorization",
        "proxy-authorization", "authentication-info", "content-disposition", "content-type", "link", "alt-svc",
    ]
}

extension Template {
    fileprivate var hasBrace: Bool {
        pieces.contains { if case .literal(let bytes) = $0 { bytes.contains(Byte.open) } else { false } }
    }

    /// The values behind an odd number of quotes.
    fileprivate var valuesInQuotes: [Value] {
        var isQuoted = false
        var found: [Value] = []
        for piece in pieces {
            switch piece {
            case .literal(let bytes):
                var isEscaped = false
                for byte in bytes {
                    if byte == Byte.quote, !isEscaped { isQuoted.toggle() }
                    isEscaped = byte == Byte.backslash && !isEscaped
                }
            case .value(let value): if isQuoted { found.append(value) }
            }
        }
        return found
    }
}
