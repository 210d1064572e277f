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
        var known: Set<Substring>?
        var secrets: Set<String> = []
        let transcript = play.transcript.mapped { event in
            guard event.line == nil, case .received(let part, let payload) = event.happening,
                part == .field || part == .trailer
            else { return event }
            let text = String(decoding: payload.kept, as: UTF8.self)
            guard let colon = text.firstIndex(of: ":") else { return event }
            let (name, value) = (text[..<colon].lowercased(), text[text.index(after: colon)...])
            guard CredentialFields.contains(name) || more.contains(name) else { return event }
            let words = known ?? Self.words(of: play)
            known = words
            let own = Set(
                Self.credentials(in: value, of: name).filter { !Self.words(in: $0).allSatisfy(words.contains) }
                    .map(String.init))
            secrets.formUnion(own)
            var event = event
            event.happening = .received(part, Payload(Array("\(text[...colon])\(Self.without(own, in: value))".utf8)))
            return event
        }
        return (transcript, secrets)
    }

    /// The text without these values, the longest first, since a value may be a part of another one.
    static func without(_ secrets: Set<String>, in text: some StringProtocol) -> String {
        secrets.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }.reduce(String(text)) {
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

    /// What is no secret: the words of the file, and of the fields and bodies that the server has sent.
    private static func words(of play: CaseResult.Play) -> Set<Substring> {
        var words = Set(play.scenario.source.flatMap { Self.words(in: $0) })
        for event in play.transcript.events {
            // A refusal quotes the request.
            guard case .sent(let part, let payload) = event.happening, part != .refusal else { continue }
            words.formUnion(Self.words(in: String(decoding: payload.kept, as: UTF8.self)))
        }
        return words
    }

    private static func words(in text: some StringProtocol) -> [Substring] {
        Substring(text).split { !$0.isLetter && !$0.isNumber && !"-_.+/~%".contains($0) }
    }
}
