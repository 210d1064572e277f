// MaskedFields.swift: the credentials that a report does not show.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainRunner
import QuintainScenario
import QuintainTranscript
import QuintainWords

/// The fields of requests whose values stay out of reports, unless a line of the scenario names them.
///
/// A client may have credentials of the place where it is tested, and reports are kept elsewhere, and read by others. What a
/// line names, what stands in the file, and what the server has sent is what the test is about.
package struct MaskedFields: Sendable {
    /// More names, in lower case; nil: nothing is masked.
    private let more: Set<String>?

    /// The fields of credentials alone.
    package static let usual = MaskedFields(more: [])
    package static let none = MaskedFields(more: nil)

    package init(more: Set<String>?) { self.more = more }

    /// What happened without these values, and the values that are left out.
    func masked(_ play: CaseResult.Play) -> (transcript: Transcript, secrets: Set<String>) {
        guard let more else { return (play.transcript, []) }
        var known: [String]?
        var secrets: Set<String> = []
        let transcript = play.transcript.mapped { event in
            guard event.line == nil, case .received(let part, let payload) = event.happening,
                part == .field || part == .trailer
            else { return event }
            let text = String(decoding: payload.kept, as: UTF8.self)
            guard let colon = text.firstIndex(of: ":") else { return event }
            let name = text[..<colon].lowercased()
            guard CredentialFields.contains(name) || more.contains(name) else { return event }
            let texts = known ?? Self.texts(of: play)
            known = texts
            let pieces = Self.credentials(in: text[text.index(after: colon)...], of: name).filter { piece in
                !texts.contains { $0.contains(piece) }
            }
            secrets.formUnion(pieces.map(String.init))
            var event = event
            event.happening = .received(part, Payload(Array(Self.without(pieces.map(String.init), in: text).utf8)))
            return event
        }
        return (transcript, secrets)
    }

    /// The text without these values, of which none that is short is looked for elsewhere.
    static func without(_ secrets: some Sequence<String>, in text: String) -> String {
        // A value may be a part of another one.
        secrets.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }.reduce(text) {
            $0.replacing($1, with: CredentialFields.mask)
        }
    }

    /// The values of cookies, what stands behind a scheme, or the words of another field.
    private static func credentials(in value: Substring, of name: String) -> [Substring] {
        if name == "cookie" {
            return value.split(separator: ";").compactMap { pair in
                let value = pair.firstIndex(of: "=").map { pair[pair.index(after: $0)...] } ?? pair
                return value.split(whereSeparator: \.isWhitespace).first
            }
        }
        let words = value.split(whereSeparator: \.isWhitespace)
        return name.hasSuffix("authorization") && words.count > 1 ? Array(words.dropFirst()) : words
    }

    /// What is no secret: the file, and the fields and bodies that the server has sent.
    private static func texts(of play: CaseResult.Play) -> [String] {
        let sent = play.transcript.events.compactMap { event -> String? in
            // A refusal quotes the request.
            guard case .sent(let part, let payload) = event.happening, part != .refusal else { return nil }
            return String(decoding: payload.kept, as: UTF8.self)
        }
        return Array(play.scenario.source) + sent
    }
}
