// ReplyHead.swift: fields of a reply's head that exclude each other, come twice, or are missing.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// The head of the reply that is being sent in a lane. A name that is a string is meant as it stands.
struct ReplyHead: Equatable {
    /// The start line of a 206 that has no Content-Range so far.
    private var part: Place?
    /// The lines of the fields whose names are written.
    private var lines: [String: Int] = [:]
    /// The names that its `Trailer` announces; nil: there is none, or a value makes it.
    private var announced: (names: [String], line: Int)?

    static func == (one: Self, other: Self) -> Bool {
        one.part?.line == other.part?.line && one.lines == other.lines && one.announced?.line == other.announced?.line
    }

    static func merged(_ one: Self, _ other: Self) -> Self { one == other ? one : Self() }

    /// - Parameter isMeant: the status is written as a string.
    mutating func follow(_ line: Line, isMeant: Bool, _ faults: inout Faults) {
        switch line.deed {
        case .send(.start(let start)):
            finish(&faults)
            self = Self()
            if start.status == 206, !isMeant { part = line.place }
        case .send(.raw): self = Self()
        case .send(.field(let field, let name, let isSpelled)):
            guard let name, !isSpelled else { return self = Self() }
            note(field, name, line.place, &faults)
        case .send(.trailer(let trailer)): compare(trailer, line.place, &faults)
        case .send(.headEnd), .receive(.start): finish(&faults)
        case .act(let act) where act.has(.endsSending): part = nil
        default: break
        }
    }

    /// Warns at the end of the head of what it lacks.
    mutating func finish(_ faults: inout Faults) {
        guard let part else { return }
        self.part = nil
        faults.add(
            .oddField, part,
            "a 206 says with Content-Range which part it is, and this one has none (RFC 9110 section 15.3.7)",
            help:
                "such as '< Content-Range: bytes 0-99/200'; if it is to have none, the status is a string: '< {{\"206\"}}'"
        )
    }

    private mutating func note(_ field: Template, _ name: String, _ place: Place, _ faults: inout Faults) {
        switch name {
        case "content-range": part = nil
        case "content-type":
            let value = field.literalText?.drop { $0 != ":" }.dropFirst().trimmed.lowercased()
            if value?.hasPrefix("multipart/byteranges") ?? true { part = nil }
        case "trailer":
            let value = field.literalText?.drop { $0 != ":" }.dropFirst()
            announced = value.map { names in (names.split(separator: ",").map { String($0.trimmed) }, place.line) }
        case "content-length", "transfer-encoding":
            let other = name == "content-length" ? "transfer-encoding" : "content-length"
            guard let above = lines[other] else { break }
            faults.add(
                .oddField, place,
                "line \(above) frames this body already: a reply has one of both fields (RFC 9112 section 6.2)",
                help: "leave one of the two out; if both are meant, the name is a string: '{{\"\(name)\"}}: …'")
        default: break
        }
        if let above = lines[name], Self.singles.contains(name) {
            faults.add(
                .oddField, place, "a reply has this field once, and line \(above) has it already",
                help: "leave one of the two out; if both are meant, the name is a string: '{{\"\(name)\"}}: …'")
        }
        lines[name] = place.line
    }

    private mutating func compare(_ trailer: Template, _ place: Place, _ faults: inout Faults) {
        guard let announced, let name = trailer.fieldName,
            !announced.names.contains(where: { $0.lowercased() == name }),
            let typed = trailer.literalText?.prefix(name.count)
        else { return }
        self.announced = nil
        faults.add(
            .oddField, place, "the Trailer in line \(announced.line) does not announce '\(typed)'",
            help:
                "let it name each trailer: '< Trailer: \((announced.names + [String(typed)]).joined(separator: ", "))'")
    }

    /// RFC 9110 section 5.3: a field whose value is no list comes once. Lengths are the subject of many a file.
    private static let singles: Set<String> = [
        "content-type", "etag", "last-modified", "date", "expires", "age", "retry-after", "content-range",
    ]
}
