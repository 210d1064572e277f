// ByteCuts.swift: connections of HTTP/1.1 that end at a byte of a reply.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario
internal import QuintainWords

/// Cuts one reply at its bytes. What is right follows from RFC 9112 sections 8 and 9.8.
struct ByteCuts {
    private enum How: String, CaseIterable {
        case fin, rst, tls

        var act: String { self == .rst ? "reset" : "close" }
    }

    private let text: CutText

    init(_ text: CutText) { self.text = text }

    func changes() -> [Change] {
        let hows = How.allCases.filter { $0 != .tls || text.subject.isSecure(text.exchange) }
        return text.message.positions(drawing: Self.drawnOfBodies).flatMap { byte in
            hows.compactMap { change($0, at: byte) }
        }
    }

    /// Ends the connection in place of the reply.
    func deaths(_ value: String) -> [Change] {
        [How.fin, .rst].compactMap { how in
            guard var change = change(how, at: 0) else { return nil }
            change.value = value + (how == .fin ? "" : "-\(how.rawValue)")
            change.place = "when the request has come"
            return change
        }
    }

    private func change(_ how: How, at byte: Int) -> Change? {
        let (reply, message) = (text.reply, text.message)
        // A client may act on the head of such a reply, and leave its body unread.
        if text.leadsOn, byte >= message.headEnd, byte < message.byteCount { return nil }
        guard let below = lines(behind: how, at: byte) else { return nil }
        let acts = (how == .tls ? ["! close-notify off"] : []) + ["! \(how.act) at=\(byte)"]
        let edits =
            [.insert(acts, above: reply.start)] + text.withoutGates(above: text.behind)
            + Edit.remove(text.behind..<text.subject.lines.count) + [.insert(below, above: text.behind)]
        return Change(
            reply.label + "\(byte)" + (how == .fin ? "" : "-\(how.rawValue)"), place: place(byte), edits: edits)
    }

    private func place(_ byte: Int) -> String {
        let place = text.message.place(at: byte)
        return place == "before the reply" || place == "behind the reply" ? place : "in \(place)"
    }

    /// The lines below the cut; nil: nothing says what is right.
    private func lines(behind how: How, at byte: Int) -> [String]? {
        // A 1xx is no reply yet.
        if text.reply.isInformational { return text.lines(for: .broken, byte) }
        let outcome: CutText.Outcome
        switch text.message.end {
        case .beyond: outcome = .broken
        case .byte(let end): outcome = byte < end ? .broken : how == .rst ? .either : .whole
        case .chunks(let lastLine, let end):
            outcome = byte < lastLine ? .broken : byte == end && how != .rst ? .whole : .either
        case .close(let from):
            if byte >= from, how == .fin {
                // A body that ends with the connection is whole, but not what it codes: clients may do either.
                return text.reply.fields("content-encoding").isEmpty ? shorter(byte - from) : nil
            }
            outcome = byte >= from && how == .rst ? .either : .broken
        }
        return text.lines(for: outcome, byte)
    }

    /// The lines for a body that ends with the connection after so many bytes.
    private func shorter(_ count: Int) -> [String]? {
        var lines: [String] = []
        var isTold = count == 0
        for index in text.reply.start..<text.loadEnd {
            let line = text.subject.lines[index]
            switch text.subject.deeds[index]?.deed {
            case .callback(let callback)? where callback.kind == .data:
                guard let data = text.message.body(before: text.message.headEnd + count) else { return nil }
                if !isTold { lines.append("* data " + data) }
                isTold = true
            case .callback(let callback)?:
                switch callback.kind {
                case .progress, .file, .resumed, .decode, .destination, .created, .redirect, .challenge, .event:
                    return nil
                default: lines.append(line)
                }
            case .binding(.same)?: continue
            case _ where index < text.behind: continue
            default: lines.append(line)
            }
        }
        return lines
    }

    private static let drawnOfBodies = 16
}
