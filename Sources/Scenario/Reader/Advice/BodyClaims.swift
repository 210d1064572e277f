// BodyClaims.swift: awaited bytes of a body that the request does not have.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// The length of the body of a lane's last request, as its lines tell it.
struct BodyClaims: Equatable {
    private struct Awaited: Equatable {
        var count: Int
        var place: Place
    }

    private var awaited: [Awaited] = []
    /// The number of bytes in all lines of the body; nil: not known.
    private var written: Int?
    private var hasBody = false
    /// The value of 'Content-Length'; nil: it is missing, or no single number.
    private var announced: Int?
    private var announcedAt: Place?
    private var hasLength = false
    /// A 'Transfer-Encoding' is written: no length frames the body.
    private var isFramed = false
    /// Lines of the body so far, and whether the first one is compared by what it says.
    private var lines = 0
    private var isByValue = false
    /// The bare mark that is the only other line.
    private var behind: Place?
    /// What is not written of the body may come all the same.
    private var isEarly = false
    /// A value that is a body by itself, below another one.
    private var second: Place?
    private var isForm = false
    /// Lines of JSON may follow each other: a Content-Type says so, or a value makes it.
    private var mayBeLines = false

    static func merged(_ one: Self, _ other: Self) -> Self { one == other ? one : Self() }

    mutating func follow(_ line: Line, isWithin block: Bool, _ faults: inout Faults) {
        switch line.deed {
        case .receive(.start):
            finish(&faults)
            self = Self()
            written = 0
        case .receive(.raw(_, .start)):
            finish(&faults)
            self = Self()
        case .receive(.raw): (written, announced, hasLength) = (nil, nil, true)
        case .receive(.field(let name, let value, _)): head(name.lowercased(), value, line.place)
        case .receive(.body(let template, let newline)):
            note(template, line.place)
            let separator = hasBody ? newline.bytes.count : 0
            hasBody = true
            if template.isAbsent { return }
            // A block may come more than once.
            let length = block ? nil : template.fixedCount
            written = written.flatMap { sum in length.map { sum + separator + $0 } }
        case .act(.early): isEarly = true
        case .await(.bytes(let count)): awaited.append(Awaited(count: count, place: line.place))
        default: break
        }
    }

    private mutating func note(_ body: Template, _ place: Place) {
        lines += 1
        switch lines {
        case 1: isByValue = body.isComparedByValue
        case 2:
            behind = isByValue && body.isEmpty ? place : nil
            second = isByValue && body.isComparedByValue ? place : nil
            if case .valued(.form)? = body.soleValue?.function { isForm = true }
        default:
            behind = nil
            // A newline behind the last value is one of lines.
            if body.isEmpty { second = nil }
        }
    }

    private mutating func head(_ name: String, _ value: Template, _ place: Place) {
        switch name {
        case "content-length":
            announced = hasLength ? nil : value.literalText.flatMap { Int($0) }
            announcedAt = place
            hasLength = true
        case "transfer-encoding": isFramed = true
        case "content-type":
            mayBeLines =
                value.literalText.map { type in Self.typesOfLines.contains { type.lowercased().contains($0) } } ?? true
        default: break
        }
    }

    private static let typesOfLines = ["ndjson", "jsonl", "json-seq", "json-lines", "jsonlines"]

    /// Warns at the end of a request of lengths that its body does not have.
    func finish(_ faults: inout Faults) {
        if let behind {
            faults.add(
                .newlineBehind, behind, "this asks for a newline behind the value, which is a body by itself",
                help: "take this line away; the lines of the reply follow directly")
        }
        if let second, isForm || !mayBeLines {
            faults.add(
                .neverKept, second, "the value above is a whole body, and this asks for another one below it",
                help: isForm
                    ? "write one value with all of it: '> {{form a=1 b=2}}'"
                    : "write one value with all of it; where lines of JSON come, a field above says so: "
                        + "'> Content-Type: application/x-ndjson'")
        }
        let whole = hasBody && !isEarly ? written : nil
        if let whole, let announced, let announcedAt, announced != whole, !isFramed {
            faults.add(
                .neverKept, announcedAt, "the body that is written below has \(whole) bytes",
                help: "write 'Content-Length: \(whole)', or another body")
        }
        guard let count = isFramed || !hasLength ? whole : announced else { return }
        for awaited in awaited where awaited.count > count {
            faults.add(
                .neverKept, awaited.place, "so many bytes never come: the body of this request has \(count)",
                help: "await fewer, or let the client send more")
        }
    }
}

extension Template {
    /// The number of bytes that the template makes; nil: the run decides.
    var fixedCount: Int? {
        pieces.reduce(0) { (sum: Int?, piece) in
            guard let sum else { return nil }
            switch piece {
            case .literal(let bytes): return sum + bytes.count
            case .value(let value): return value.fixedCount.map { sum + $0 }
            }
        }
    }
}

extension Template {
    /// It is `{{json …}}` or `{{form …}}`.
    fileprivate var isComparedByValue: Bool {
        if case .valued(let pattern)? = soleValue?.function { pattern.isOfBody } else { false }
    }
}

extension Value {
    fileprivate var fixedCount: Int? {
        guard transforms.allSatisfy({ if case .chunks = $0 { true } else { false } }) else { return nil }
        return switch function {
        case .text(let bytes), .hex(let bytes), .raw(let bytes), .file(_, let bytes): bytes.count
        case .bytes(let count, _): count
        default: nil
        }
    }
}
