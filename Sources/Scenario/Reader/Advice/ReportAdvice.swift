// ReportAdvice.swift: callbacks that tell of replies that the file never sends.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension Advice {
    /// Warns of `* response 404` where all replies say 200, and of `* data "other"` where no body has those bytes. A
    /// file in which a value or raw bytes make a reply is left alone: that reply is known only when it is played.
    mutating func warnOfUnsentReports(_ lines: [Line]) {
        let sent = SentReplies(lines)
        for line in lines {
            guard case .callback(let callback) = line.deed, callback.occurrence == .once, callback.styles.isEmpty,
                let first = callback.subject.first?.literalText
            else { continue }
            // One warning of a line is enough.
            if faults.all.contains(where: { $0.place.line == line.place.line }) { continue }
            let second = callback.subject.dropFirst().first?.literalText
            switch callback.kind {
            case .response:
                warnOfUnsent(status: first, callback.kind, line.place, sent)
                if let second { warnOfUnsent(type: second, line.place, sent) }
            case .redirect:
                warnOfUnsent(status: first, callback.kind, line.place, sent)
                if let second { warnOfUnsent(location: second, line.place, sent) }
            case .data where !first.isEmpty: warnOfUnsent(data: first, line.place, sent)
            default: break
            }
        }
    }

    private mutating func warnOfUnsent(status: String, _ kind: CallbackKind, _ place: Place, _ sent: SentReplies) {
        guard let statuses = sent.statuses, !statuses.isEmpty, Int(status) != nil, !statuses.contains(status) else {
            return
        }
        let meant = statuses.filter { kind != .redirect || $0.hasPrefix("3") }.sorted().joined(separator: " or ")
        faults.add(
            .neverKept, place, "no reply of this file has the status \(status)",
            help: (meant.isEmpty ? "" : "write \(meant), or ") + "let a '<' line say '\(status)'")
    }

    private mutating func warnOfUnsent(type: String, _ place: Place, _ sent: SentReplies) {
        guard let types = sent.types, !types.isEmpty, !types.contains(type.lowercased()) else { return }
        faults.add(
            .neverKept, place, "no reply of this file has the type \(type)",
            help: "write \(types.sorted().joined(separator: " or ")), or let a '< Content-Type' line say '\(type)'")
    }

    /// Compares plain paths only: other forms are resolved by the client, which is perhaps the point of the file.
    private mutating func warnOfUnsent(location: String, _ place: Place, _ sent: SentReplies) {
        guard SentReplies.isPlainPath(location), let paths = sent.locations, !paths.isEmpty, !paths.contains(location)
        else { return }
        faults.add(
            .neverKept, place, "no reply of this file leads to \(location)",
            help: "write \(paths.sorted().joined(separator: " or ")), or let a '< Location' line say '\(location)'")
    }

    private mutating func warnOfUnsent(data: String, _ place: Place, _ sent: SentReplies) {
        guard let bodies = sent.bodies, !bodies.isEmpty, !bodies.contains(data) else { return }
        faults.add(
            .neverKept, place, "no body of this file has the bytes \(Quoting.quoted(Array(data.utf8)))",
            help: "write what the '<' lines below the bare mark send, or 'data' alone, which stands for any")
    }
}

/// The statuses, bodies, types and locations of a file's replies, as far as the file alone decides them.
struct SentReplies {
    /// nil: a value makes one, or raw bytes.
    private(set) var statuses: Set<String>? = []
    /// All bodies, one behind the other, because several may be put together; nil as above.
    private(set) var bodies: String? = ""
    /// Media types without their parameters, in lower case; nil as above.
    private(set) var types: Set<String>? = []
    /// The values of `Location`; nil as above, and if one is no plain path.
    private(set) var locations: Set<String>? = []

    init(_ lines: [Line]) {
        var last: Int?
        for line in lines {
            // A frame that is written out may be part of a reply.
            if case .act(let act) = line.deed, act.word == .frame { isUnknown() }
            guard case .send(let sent) = line.deed else { continue }
            switch sent {
            case .start(let start):
                if let status = start.literalText?.split(separator: " ").dropFirst().first {
                    statuses?.insert(String(status))
                } else {
                    statuses = nil
                }
            case .raw: isUnknown()
            case .body(let template, let newline):
                if last == line.place.line - 1 { bodies?.append(String(decoding: newline.bytes, as: UTF8.self)) }
                last = line.place.line
                if let text = template.literalText { bodies?.append(text) } else { bodies = nil }
            // A body in another coding is reported with other bytes.
            case .field(let field, let name, _):
                if name == nil || name == "content-encoding" { bodies = nil }
                note(field, named: name)
            case .headEnd, .trailer: break
            }
        }
    }

    private mutating func isUnknown() { (statuses, bodies, types, locations) = (nil, nil, nil, nil) }

    private mutating func note(_ field: Template, named name: String?) {
        guard let name else {
            (types, locations) = (nil, nil)
            return
        }
        guard name == "content-type" || name == "location" else { return }
        let value = field.literalText.map { text in
            let value = text.drop { $0 != ":" }.dropFirst().drop(while: Self.isBlank)
            let end = value.lastIndex { !Self.isBlank($0) }
            return end.map { String(value[...$0]) } ?? ""
        }
        if name == "location" {
            if let value, Self.isPlainPath(value) { locations?.insert(value) } else { locations = nil }
        } else if let value {
            let type = value.prefix { $0 != ";" && !Self.isBlank($0) }.lowercased()
            // The parts of a body may be reported with types of their own.
            if type.contains("/"), !type.hasPrefix("multipart/") { types?.insert(type) } else { types = nil }
        } else {
            types = nil
        }
    }

    private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

    /// A path that every client takes as it is: nothing in it is resolved or coded.
    static func isPlainPath(_ text: String) -> Bool {
        text.hasPrefix("/") && !text.hasPrefix("//") && !text.contains("/.")
            && text.utf8.allSatisfy { Byte.isNameByte($0) || "/.?=&~".utf8.contains($0) }
    }
}
