// BodyFormAdvice.swift: bodies whose lines do not have the form that the head announces.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire
internal import QuintainWords

extension Advice {
    /// Warns of streams of events that no client reads as such, and of multipart forms whose lines end in LF alone or
    /// whose head says something else.
    mutating func warnOfBodyForms(_ lines: [Line]) {
        // A file in which a load fails may have such a body on purpose.
        let mayFail = lines.contains {
            if case .callback(let callback) = $0.deed { callback.kind == .fail } else { false }
        }
        let awaited = lines.compactMap { line -> [UInt8]? in
            guard case .callback(let callback) = line.deed, callback.kind == .event else { return nil }
            return callback.subject.first?.literal
        }
        var streams: [Lane: EventBody] = [:]
        var forms: [Lane: FormBody] = [:]
        for line in lines {
            switch line.deed {
            case .send(let sent):
                if sent.startsMessage { streams[line.lane]?.finish(awaited, &faults) }
                guard !mayFail else { continue }
                let isMeant = scope.madeLines.contains(line.place.line)
                streams[line.lane, default: EventBody()].follow(sent, line.place, isMeant: isMeant, &faults)
            case .act(let act) where act.has(.endsSending): streams[line.lane]?.isCut()
            case .receive(let received): forms[line.lane, default: FormBody()].follow(received, line.place, &faults)
            default: break
            }
        }
        for lane in streams.keys.sorted(by: { $0.name < $1.name }) { streams[lane]?.finish(awaited, &faults) }
    }
}

/// The body of the reply that is being sent in a lane, if it is a stream of events.
private struct EventBody {
    /// Without its parameters; nil: none is written, or a value makes it.
    private var type: String?
    private var isOff = false
    private var body: [UInt8] = []
    private var data: Place?
    /// The last line of data is written as a string: it may be left open.
    private var isDataMeant = false
    /// The number of the line above in the body.
    private var above: Int?

    mutating func follow(_ sent: SendLine, _ place: Place, isMeant: Bool, _ faults: inout Faults) {
        switch sent {
        case .start: self = Self()
        case .raw: isOff = true
        case .field(let field, let name, _):
            if name == nil || name == "content-encoding" { isOff = true }
            guard name == "content-type" else { return }
            guard let text = field.literalText else { return isOff = true }
            let value = text.drop { $0 != ":" }.dropFirst().prefix { $0 != ";" }
            type = value.trimmed.lowercased()
        case .body(let line, let newline):
            guard !isOff else { return }
            if type != Self.eventStream {
                guard line.isEvent else { return }
                isOff = true
                faults.add(
                    .oddField, place,
                    "clients read events where the head says '\(Self.eventStream)', and this one "
                        + (type.map { "says '\($0)'" } ?? "has no Content-Type"),
                    help: "write '< Content-Type: \(Self.eventStream)' into the head")
                return
            }
            guard let bytes = line.literal else { return isOff = true }
            if bytes.starts(with: "data".utf8) { (data, isDataMeant) = (place, isMeant) }
            // Behind an act a line goes on with the one above.
            let isWhole = body.isEmpty || above == place.line - 1
            if isWhole, !isMeant, let help = Self.helpForField(bytes) {
                faults.add(
                    .oddField, place, "clients pass over this line: no field of an event stream is called so",
                    help: help + ", or write it as a string, if it is meant: '< {{\(Quoting.quoted(bytes))}}'")
            }
            above = place.line
            body += (body.isEmpty ? [] : newline.bytes) + bytes
        case .headEnd, .trailer: break
        }
    }

    /// The event that is not complete is lost with the connection: it may be the point of the file.
    mutating func isCut() { isDataMeant = true }

    /// Warns of a stream that sends off no event, or not the last one that is awaited: HTML standard section 9.2.6.
    func finish(_ awaited: [[UInt8]], _ faults: inout Faults) {
        guard !isOff, type == Self.eventStream, let data else { return }
        let lines = EventLines.replacingEnds(in: body, with: [Byte.newline])
            .split(separator: Byte.newline, omittingEmptySubsequences: false)
        // What stands behind the last line end is no line yet, and what below the last empty line no event.
        let end = lines.dropLast().lastIndex(where: \.isEmpty)
        if let end {
            let open = Self.data(of: lines[(end + 1)...])
            guard !open.isEmpty, !isDataMeant || awaited.contains(open) else { return }
        }
        faults.add(
            .neverKept, data, "no client tells of this event: an empty line ends one, and none stands below",
            help: "write two bare marks '<' below it, or the whole event: '< {{event data=\"…\"}}'")
    }

    /// `dta: x`, `DATA: x`, `{"a": 1}`; nil: a field, a comment, or text that is passed over as any client knows.
    private static func helpForField(_ line: [UInt8]) -> String? {
        if let first = line.first, "{[".utf8.contains(first) {
            return "write '< data: \(String(decoding: line, as: UTF8.self))'"
        }
        let typed = String(decoding: line.prefix { $0 != Byte.colon }, as: UTF8.self)
        guard typed.utf8.count < line.count, !fields.contains(typed) else { return nil }
        let name = typed[...].trimmed.lowercased()
        let meant = fields.contains(name) ? name : NearestWord.nearest(to: name, among: fields)
        return meant.map { "write '\($0):'" }
    }

    private static let fields = ["data", "event", "id", "retry"]

    /// The text of an event.
    private static func data(of lines: ArraySlice<ArraySlice<UInt8>>) -> [UInt8] {
        let texts = lines.filter { $0.starts(with: "data:".utf8) }.map { line in
            let text = line.dropFirst(5)
            return text.first == Byte.space ? text.dropFirst() : text
        }
        return Array(texts.joined(separator: [Byte.newline]))
    }

    private static let eventStream = "text/event-stream"
}

/// The body of the request that is awaited in a lane, if it is a multipart form.
private struct FormBody {
    private var isMultipart = false
    private var hasBoundary = false
    /// A written `Content-Type` with which no form comes.
    private var other: Place?

    mutating func follow(_ line: ReceiveLine, _ place: Place, _ faults: inout Faults) {
        switch line {
        case .start: self = Self()
        case .field(let name, let value, _):
            guard name.lowercased() == "content-type", case .literal(let bytes)? = value.pieces.first else { return }
            isMultipart = bytes.starts(with: "multipart/".utf8)
            if let text = value.literalText?.lowercased() {
                other = text.hasPrefix("multipart/form-data") && text.contains("boundary=") ? nil : place
            }
        case .body(let line, let newline):
            if case .valued(.multipart)? = line.soleValue?.function, let other {
                faults.add(
                    .neverKept, other,
                    "the Content-Type of a form in parts is 'multipart/form-data' and names a boundary",
                    help: "take the line away, for '{{multipart …}}' asks for it")
            }
            guard newline == .lf, isMultipart else { return self = Self() }
            guard hasBoundary else {
                guard case .literal(let bytes)? = line.pieces.first, bytes.starts(with: "--".utf8) else {
                    return self = Self()
                }
                return hasBoundary = true
            }
            // One warning is enough.
            self = Self()
            faults.add(
                .neverKept, place, "the lines of a multipart body end in CRLF (RFC 2046 section 4.1.1), not in LF",
                help:
                    "'> {{multipart NAME=VALUE}}' compares the parts by name; byte for byte they come below 'lines crlf' "
                    + "above the request, with 'lines lf' below it")
        case .raw: self = Self()
        case .headRule, .headEnd, .trailer: break
        }
    }
}

extension Template {
    /// Whether the line is what `{{event …}}` makes: it has its own line ends, and an empty line.
    fileprivate var isEvent: Bool {
        guard case .literal(let end)? = pieces.last, case .literal(let start)? = pieces.first else { return false }
        let begins = [":", "event:", "data:", "id:", "retry:"].contains { start.starts(with: $0.utf8) }
        return begins && end.suffix(2).elementsEqual("\n\n".utf8)
    }
}
