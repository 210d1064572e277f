// ReplyLength.swift: replies whose body is longer or shorter than their head says.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainCoding
internal import QuintainNotation
internal import QuintainWords

/// The `Content-Length` and the `Content-Range` of the reply that is being sent in a lane, and the written length of
/// its body.
struct ReplyLength: Equatable {
    private var declared: (count: Int, place: Place)?
    /// The range that `Content-Range` states.
    private var range: (first: Int, last: Int, rest: String, place: Place)?
    /// The `Content-Length` does not count: raw bytes or another field decide, or it has been warned of.
    private var isOff = false
    /// The number of bytes that are written, at least.
    private var count = 0
    /// A body that seems too short may be right: a value makes more of it, none is due, or the client is not to get
    /// all.
    private var mayBeShort = false
    private var isForHead = false
    /// An act at a byte of the next reply ends it.
    private var endsAtByte = false
    /// The number of the last line of the body.
    private var last: Int?
    private var isInBody = false
    /// The head says what becomes of the connection, or allows no body.
    private var isEnded = false
    /// A raw body of a reply whose head says nothing of its end.
    private var endless: Place?

    static func == (one: Self, other: Self) -> Bool {
        one.declared?.place == other.declared?.place && one.range?.place == other.range?.place
            && one.isOff == other.isOff && one.count == other.count
            && one.mayBeShort == other.mayBeShort && one.isForHead == other.isForHead
            && one.endless == other.endless
    }

    static func merged(_ one: Self, _ other: Self) -> Self {
        if one == other { return one }
        var merged = one.count < other.count ? one : other
        if one.declared?.place != other.declared?.place { merged.isOff = true }
        (merged.range, merged.endless) = (nil, nil)
        merged.mayBeShort = true
        return merged
    }

    mutating func follow(_ line: Line, _ faults: inout Faults) {
        switch line.deed {
        case .send(let sent): follow(sent, line, &faults)
        case .receive(.start(let method, _, _)):
            finish(&faults)
            warnOfNoEnd(&faults)
            self = Self()
            isForHead = !["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"].contains(method.literalText)
        case .act(.wait), .act(.quiet), .act(.flush), .act(.rate), .act(.segment), .act(.tear), .act(.early): break
        // Another load: nothing more comes of the reply, and nothing says that the reply is given up.
        case .order(.load):
            finish(&faults)
            self = Self()
        case .act(.at(_, let act)): endsAtByte = endsAtByte || act.has(.endsSending)
        // The lines also say what the client does instead of waiting.
        case .act, .order, .await: mayBeShort = true
        case .callback(let callback): if callback.kind == .fail || callback.decision != nil { mayBeShort = true }
        case .receive, .binding: break
        }
    }

    private mutating func follow(_ sent: SendLine, _ line: Line, _ faults: inout Faults) {
        switch sent {
        case .start(let start):
            finish(&faults)
            let (isForHead, endsAtByte) = (isForHead, endsAtByte)
            self = Self()
            self.isForHead = isForHead
            isEnded = sent.isInformational
            mayBeShort =
                isForHead || endsAtByte || [" 204", " 304"].contains { start.literalText?.contains($0) ?? true }
        case .field(let field, let name, let isSpelled): note(field, name, isSpelled, line)
        case .raw:
            if isInBody, declared == nil, !isOff, !isEnded { endless = endless ?? line.place }
            (isOff, range) = (true, nil)
        case .body(let template, let newline):
            let length = template.fixedCount ?? (declared == nil || isOff ? nil : template.codedCount)
            if length == nil { mayBeShort = true }
            count += length ?? 0
            if last == line.place.line - 1 { count += newline.bytes.count }
            last = line.place.line
            warn(&faults)
        case .headEnd: isInBody = true
        case .trailer: break
        }
    }

    /// Warns of a body that only the end of the connection ends, where there is none.
    func warnOfNoEnd(_ faults: inout Faults) {
        guard let endless, !mayBeShort else { return }
        faults.add(
            .lengthUnknown, endless,
            "nothing says where this body ends, for no field is added to raw bytes: a client waits for more",
            help: "write 'Content-Length' or 'Transfer-Encoding: chunked' into the head, or '! close' below the body")
    }

    /// Warns at the end of a reply of a body that is not as long as its head says.
    func finish(_ faults: inout Faults) {
        if let range, !mayBeShort, range.last - range.first + 1 != count {
            let end = range.first + count
            let rest = Int(range.rest).map { String(max($0, end)) } ?? range.rest
            faults.add(
                range.last - range.first + 1 < count ? .bodyTooLong : .bodyTooShort, range.place,
                "the range has \(range.last - range.first + 1) bytes, and the body that is written below \(count)",
                help: (count == 0
                    ? "write a body"
                    : "write 'Content-Range: bytes \(range.first)-\(end - 1)/\(rest)', or another body")
                    + "; if it is meant, the name is a string: '{{\"content-range\"}}: …'")
        }
        guard !isOff, !mayBeShort, let declared, count < declared.count else { return }
        faults.add(
            .bodyTooShort, declared.place,
            "the body that is written below has \(count) bytes: a client waits for the rest",
            help:
                "leave the line out, so that the server adds it; if it is meant, '! close', '! reset', '! stall' or "
                + "'* fail' below says what becomes of it, or the name is a string: '{{\"content-length\"}}: \(declared.count)'"
        )
    }

    private mutating func note(_ field: Template, _ name: String?, _ isSpelled: Bool, _ line: Line) {
        switch name {
        // A name that is a string is intended.
        case "content-length" where declared == nil && !isSpelled:
            guard let text = field.literalText, let colon = text.firstIndex(of: ":"),
                let count = Int(text[colon...].dropFirst().filter { $0 != " " })
            else {
                isOff = true
                return
            }
            declared = (count, line.place)
        case "content-length", "transfer-encoding": isOff = true
        case nil: (isOff, range) = (true, nil)
        case "connection": isEnded = true
        case "content-range" where !isSpelled: range = field.literalText.flatMap { Self.range(in: $0, line.place) }
        default: break
        }
    }

    /// `Content-Range: bytes 0-4/20`
    private static func range(in field: String, _ place: Place) -> (Int, Int, String, Place)? {
        guard let colon = field.firstIndex(of: ":") else { return nil }
        let words = field[colon...].dropFirst().split(separator: " ")
        guard words.count == 2, words[0] == "bytes" else { return nil }
        let parts = words[1].split(separator: "/")
        let ends = parts[0].split(separator: "-").map { Int($0) }
        guard parts.count == 2, ends.count == 2, let first = ends[0], let last = ends[1], 0 <= first, first <= last,
            last < .max
        else { return nil }
        return (first, last, String(parts[1]), place)
    }

    private mutating func warn(_ faults: inout Faults) {
        guard !isOff, let declared, count > declared.count else { return }
        isOff = true
        faults.add(
            .bodyTooLong, declared.place, "the body that is written below is longer than this",
            help: "leave the line out, so that the server adds it, or write '{{length}}'; if it is meant, "
                + "the name is a string: '{{\"content-length\"}}: \(declared.count)'")
    }
}

extension Template {
    /// The number of bytes that a body line leaves with, transforms done; nil: the run decides, or it is long.
    fileprivate var codedCount: Int? {
        pieces.reduce(0) { (sum: Int?, piece) in
            guard let sum else { return nil }
            switch piece {
            case .literal(let bytes): return sum + bytes.count
            case .value(let value):
                if case .bytes(let count, _) = value.function, count > Self.quick { return nil }
                guard (value.function.ownBytes?.count ?? 0) <= Self.quick else { return nil }
                return value.bytes(in: Codings()).map { sum + $0.count }
            }
        }
    }

    /// What is coded in no time.
    private static let quick = 64 << 10
}

/// Knows no values, and does all transforms.
private struct Codings: CodingEnvironment {
    func bytes(of function: Function) -> [UInt8]? { nil }
}
