// EventPrinter.swift: events in the notation of scenarios.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTalk
import QuintainWire

/// Prints an event as lines of a scenario; an event without words in the notation becomes a comment.
package enum EventPrinter {
    package static func lines(of event: Event) -> [String] {
        let lane = event.lane ?? ""
        switch event.happening {
        case .received(.start, let payload):
            return message(.start, Payload(withoutVersion(payload.kept)), mark: ">" + lane)
        case .received(let part, let payload):
            return message(part, payload, mark: ">" + lane)
        case .sent(let part, let payload):
            return message(part, payload, mark: "<" + lane)
        case .acted(let act):
            return ["!\(lane) \(act)"]
        case .awaited(let what):
            return ["!\(lane) \(what)"]
        case .ordered(_, let text):
            return [text ?? impliedOrder]
        case .reported(let callback):
            return ["*\(lane) \(callback.notation)"]
        case .answered(let decision, _):
            return ["# -> \(decision.description)"]
        case .connectionOpened(let origin, let peer):
            return ["# connection \(number(event)) to \(origin), from \(peer)"]
        case .connectionClosed(let side, let how):
            let way = how == .fin ? "closed" : "reset"
            return ["# connection \(number(event)) \(way) by the \(side.rawValue)"]
        case .tls(let side, let what):
            return ["# tls \(side.rawValue): \(text(what))"]
        case .frame(let side, let what):
            return ["# frame \(side.rawValue): \(what.description)"]
        case .requestEnded(let length):
            return length == 0 ? [] : ["# the request is whole, \(length) body byte\(length == 1 ? "" : "s")"]
        case .deviation(let offset, let rule, let sentence, let citation):
            return ["# deviation \(rule) at byte \(offset): \(sentence) (\(citation))"]
        case .branched(let label):
            return ["# \(label)"]
        case .broken(let breach, let root):
            return ["# \(root == nil ? breach.severity.rawValue : "so"): \(breach.sentence)"]
        case .noted(let note):
            return ["# \(FindingText.sentence(note))"]
        case .leftOut(let last):
            return ["# … \(last - event.number + 1) events are left out"]
        }
    }

    static let impliedOrder = "client (the first request below)"

    static func text(_ fact: SecureFact) -> String {
        switch fact {
        case .message(let name): return name
        case .alert(let name): return "alert \(name)"
        case .open(let terms):
            var fields = HandshakeField.allCases.map { "\($0.rawValue)=\(terms.value(of: $0))" }
            fields.insert("cipher=\(terms.cipher)", at: 1)
            return "the handshake is done: " + fields.joined(separator: " ")
        }
    }

    private static func number(_ event: Event) -> String { event.connection.map(\.description) ?? "?" }

    private static func message(_ part: Part, _ payload: Payload, mark: String) -> [String] {
        switch part {
        case .start, .field, .trailer, .added:
            var bytes = withoutLineEnd(payload.kept)
            if part == .start, mark.first == "<" { bytes = shortened(bytes) }
            return (part == .added ? ["# added:"] : []) + [mark + " " + text(bytes)] + rest(payload)
        case .lineEnd:
            return []
        case .headEnd:
            return [mark]
        case .chunk:
            return ["# chunk \(Quoting.escaped(payload.kept))"]
        case .raw, .refusal:
            return [mark + " {{raw \(Quoting.quoted(payload.kept))}}"] + rest(payload)
        case .body:
            return body(payload).map { $0.isEmpty ? mark : mark + " " + $0 } + rest(payload)
        }
    }

    /// The lines of a body: text as text, long stretches of the pseudo-random stream as `{{bytes …}}`, the rest as hex.
    private static func body(_ payload: Payload) -> [String] {
        if let offset = payload.pattern, payload.count >= 16 {
            return ["{{bytes \(payload.count)\(offset == 0 ? "" : " from=\(offset)")}}"]
        }
        let lines = payload.kept.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
        let isText = lines.allSatisfy { Quoting.isText($0.last == 13 ? $0.dropLast() : $0[...]) }
        guard isText else {
            let hex = Quoting.hexDigits(payload.kept)
            return ["{{hex \"\(hex)\"}}"]
        }
        return lines.map { text($0.last == 13 ? Array($0.dropLast()) : $0) }
    }

    /// A comment that counts the bytes that are not shown.
    private static func rest(_ payload: Payload) -> [String] {
        payload.isWhole ? [] : ["# and \(payload.count - payload.kept.count) bytes more"]
    }

    /// A request line as a scenario has it: method and target.
    private static func withoutVersion(_ line: [UInt8]) -> [UInt8] {
        let bytes = withoutLineEnd(line)
        for version in [Array(" HTTP/1.1".utf8), Array(" HTTP/2".utf8)]
        where bytes.suffix(version.count) == version[...] {
            return Array(bytes.dropLast(version.count))
        }
        return bytes
    }

    /// Bytes as an author would type them, with a blank at the end in quotes, so that it is not lost.
    private static func text(_ bytes: [UInt8]) -> String {
        var text = Quoting.isText(bytes[...]) ? String(decoding: bytes, as: UTF8.self) : Quoting.escaped(bytes)
        if let last = bytes.last, last == 32 || last == 9 {
            text.removeLast()
            text += "{{\(Quoting.quoted([last]))}}"
        }
        return text
    }

    /// A status line as an author would write it: `302 Found`, `200`.
    private static func shortened(_ line: [UInt8]) -> [UInt8] {
        let pseudo = Array(":status: ".utf8)
        if line.starts(with: pseudo) { return Array(line.dropFirst(pseudo.count)) }
        let version = Array("HTTP/1.1 ".utf8)
        let status = line.dropFirst(version.count)
        guard line.starts(with: version), status.count > 4, status.prefix(3).allSatisfy({ 48...57 ~= $0 }),
            status[status.startIndex + 3] == 32
        else { return line }
        return Array(status)
    }

    private static func withoutLineEnd(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        if bytes.last == 10 { bytes.removeLast() }
        if bytes.last == 13 { bytes.removeLast() }
        return bytes
    }
}
