// ReportAdvice.swift: callbacks that tell of replies which the file never sends.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension ScenarioBuilder {
    /// `* response 404` where all replies say 200, `* data "other"` where no body has those bytes. A file in which a value
    /// or raw bytes make a reply is left alone: what that comes to is known when it is played.
    mutating func warnOfUnsentReports(_ lines: [Line]) {
        let sent = SentReplies(lines)
        for line in lines {
            guard case .callback(let callback) = line.deed, callback.occurrence == .once, callback.styles.isEmpty,
                let first = callback.subject.first?.literalText
            else { continue }
            // One warning of a line is enough.
            if faults.all.contains(where: { $0.place.line == line.place.line }) { continue }
            switch callback.kind {
            case .response, .redirect: warnOfUnsent(status: first, callback.kind, line.place, sent)
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

    private mutating func warnOfUnsent(data: String, _ place: Place, _ sent: SentReplies) {
        guard let bodies = sent.bodies, !bodies.isEmpty, !bodies.contains(data) else { return }
        faults.add(
            .neverKept, place, "no body of this file has the bytes \(Quoting.quoted(Array(data.utf8)))",
            help: "write what the '<' lines below the bare mark send, or 'data' alone, which stands for any")
    }
}

/// What the replies of a file come to, as far as the file alone decides that.
private struct SentReplies {
    /// nil: a value makes one, or raw bytes.
    private(set) var statuses: Set<String>? = []
    /// One behind the other, because several may be put together; nil as above.
    private(set) var bodies: String? = ""

    init(_ lines: [Line]) {
        var last: Int?
        for line in lines {
            guard case .send(let sent) = line.deed else { continue }
            switch sent {
            case .start(let start):
                if let status = start.literalText?.split(separator: " ").dropFirst().first {
                    statuses?.insert(String(status))
                } else {
                    statuses = nil
                }
            case .raw: (statuses, bodies) = (nil, nil)
            case .body(let template, let newline):
                if last == line.place.line - 1 { bodies?.append(String(decoding: newline.bytes, as: UTF8.self)) }
                last = line.place.line
                if let text = template.literalText { bodies?.append(text) } else { bodies = nil }
            // A body of another charset or coding is told as something else.
            case .field(_, let name, _): if name == nil || name == "content-encoding" { bodies = nil }
            case .headEnd, .trailer: break
            }
        }
    }
}
