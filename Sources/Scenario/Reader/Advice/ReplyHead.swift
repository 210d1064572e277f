// ReplyHead.swift: fields of a reply's head that exclude each other or come twice, and trailers that it does not announce.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// The head of the reply that is being sent in a lane. A name that is a string is meant as it stands.
struct ReplyHead: Equatable {
    /// The lines of the fields whose names are written.
    private var lines: [String: Place] = [:]
    /// The names that its `Trailer` announces; nil: there is none, or a value makes it.
    private var announced: (names: [String], line: Int)?

    static func == (one: Self, other: Self) -> Bool {
        one.lines == other.lines && one.announced?.line == other.announced?.line
    }

    static func merged(_ one: Self, _ other: Self) -> Self { one == other ? one : Self() }

    mutating func follow(_ line: Line, _ faults: inout Faults) {
        switch line.deed {
        case .send(.start), .send(.raw): self = Self()
        case .send(.field(let field, let name, let isSpelled)):
            guard let name, !isSpelled else { return self = Self() }
            note(field, name, line.place, &faults)
        case .send(.trailer(let trailer)): compare(trailer, line.place, &faults)
        default: break
        }
    }

    private mutating func note(_ field: Template, _ name: String, _ place: Place, _ faults: inout Faults) {
        switch name {
        case "trailer":
            let value = field.literalText?.drop { $0 != ":" }.dropFirst()
            announced = value.map { names in (names.split(separator: ",").map { String($0.trimmed) }, place.line) }
        case "content-length", "transfer-encoding":
            let other = name == "content-length" ? "transfer-encoding" : "content-length"
            guard let above = lines[other] else { break }
            let (length, coding) = name == "content-length" ? (place, above) : (above, place)
            faults.add(
                .oddField, length,
                "line \(coding.line) has a Transfer-Encoding, beside which a reply has no length (RFC 9112 section 6.2)",
                help: "take this line away; if it is meant, the name is a string: '{{\"content-length\"}}: …'")
        default: break
        }
        if let above = lines[name], Self.singles.contains(name) {
            faults.add(
                .oddField, place, "a reply has this field once, and line \(above.line) has it already",
                help: "leave one of the two out; if both are meant, the name is a string: '{{\"\(name)\"}}: …'")
        }
        lines[name] = place
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
