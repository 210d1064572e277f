// Rows.swift: what a line can be warned of, one row each.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainWords

/// A row stays only if it prevents a green run that should not be green, or if the first run cannot show the problem.
struct Row: Sendable {
    let slug: Slug
    /// What is wrong with the line, below all that the lane has seen so far, and where; nil: nothing.
    let when: @Sendable (_ line: Line, _ wire: Wire, _ walk: Walk) -> (place: Place, message: String)?
    let help: String

    static let all = [
        Row(
            slug: .misspeltField,
            when: { line, _, _ in
                guard let name = line.deed.fieldNames.first(where: { FieldNames.meant(by: $0) != nil }),
                    let meant = FieldNames.meant(by: name)
                else { return nil }
                return (line.place, "no field is known as '\(name)'; '\(meant)' is")
            },
            help: "a name that is meant may be a string: '{{\"Name\"}}: value'"),
        Row(
            slug: .strayBrace,
            when: { line, _, walk in
                let (templates, isSent) = line.deed.texts
                guard let text = templates.lazy.compactMap({ $0.braced(walk.names, isSent: isSent) }).first else {
                    return nil
                }
                return (line.place, "a value stands between '{{' and '}}', and '\(text)' is text")
            },
            help: "write two braces on each side; text that is meant is a string: '{{\"{\"}}'"),
        Row(
            slug: .fieldInBody,
            when: { line, wire, _ in
                guard case .send(.body(let text, _)) = line.deed, let literal = text.literalText else { return nil }
                let name = literal.split(separator: ":", maxSplits: 1).first ?? ""
                let isField = wire.reply?.hasBody == false && literal.contains(":") && FieldNames.isSpelled(name)
                return isField || literal == "trailers"
                    ? (line.place, "this is body: the bare mark above has ended the head") : nil
            },
            help: "put a field above the bare mark, and trailers below '! trailers'; text is written as a string: "
                + "'< {{\"…\"}}'"),
        Row(
            slug: .chunksUnframed,
            when: { line, wire, walk in
                guard walk.hasChunks, let reply = wire.reply, reply.isFinal, !reply.isChunked else { return nil }
                switch line.deed {
                case .send(.body(let text, _)) where text.isCutIntoChunks:
                    return (line.place, "a body that is not chunked is not cut into chunks")
                case .act(.trailers): return (line.place, "a body that is not chunked has no trailers")
                default: return nil
                }
            },
            help: "write 'Transfer-Encoding: chunked' into the head, as its last coding"),
        Row(
            slug: .nothingToConfirm,
            when: { line, wire, _ in
                guard case .send(.field(let value, _, _)) = line.deed, !wire.hasDigest,
                    value.values.contains(where: \.confirms)
                else { return nil }
                return (line.place, "the request has no '{{digest …}}' that could be confirmed")
            },
            help: "> Authorization: {{digest alice:secret}}"),
        bodyWhole,
        Row(
            slug: .secondReply,
            when: { line, wire, _ in
                guard case .send(.start) = line.deed, let above = wire.answered else { return nil }
                return (line.place, "the reply in line \(above.line) has answered the request, and this is another")
            },
            help: "a request that comes again has a '>' line of its own; stray bytes are written '{{raw \"…\"}}'"),
        Row(
            slug: .sentAfterEnd,
            when: { line, wire, _ in
                guard case .send = line.deed, wire.hasEnded else { return nil }
                return (line.place, "nothing can be sent here any more: the connection has ended above")
            },
            help: "put this line above the act that ends it, or '! new-connection' and a request before it"),
        Row(
            slug: .resetUnproven,
            when: { line, wire, walk in
                guard case .act(.reset) = line.deed, wire.isUnproven, walk.below?.mayBeLeftOut != true else {
                    return nil
                }
                return (line.place, "a reset may destroy bytes that the client has not read yet")
            },
            help:
                "put the '*' line that proves their arrival above it, such as '* response 200', or '! wait 100ms' for a "
                + "client without a driver"),
        Row(
            slug: .bodyForbidden,
            when: { line, wire, _ in
                guard case .send(.body(let text, _)) = line.deed, !text.isEmpty, let status = wire.reply?.bodiless
                else {
                    return nil
                }
                return (line.place, "a reply with status \(status) has no body: a client takes this for the next reply")
            },
            help: "take the body away, or write another status; if it is meant, write it raw: '< {{raw \"…\"}}'"),
        Row(
            slug: .bodyUnsaid,
            when: { line, wire, _ in
                guard case .send(let sent) = line.deed, sent.startsMessage, let mark = wire.bareMark else { return nil }
                return (mark, "nothing stands below this mark, so that any body may come")
            },
            help: "'> {{absent}}' below it says that none comes; if it does not matter, take the mark away"),
        unbound,
    ]

    /// An end of the connection below a chunked body, which is whole by then, behind which the load fails or nothing comes.
    static let bodyWhole = Row(
        slug: .bodyWhole,
        when: { line, wire, _ in
            guard case .callback(let callback) = line.deed, callback.kind == .fail, let place = wire.cut else {
                return nil
            }
            return (place, bodyWholeMessage)
        },
        help: "write what is cut off as raw bytes: '{{raw \"5\\r\\nhel\"}}', or put 'at=' behind the act")
    static let bodyWholeMessage = "this cuts nothing off: the last chunk leaves before it, and the body is whole"

    static let unbound = Row(
        slug: .boundToNothing,
        when: { line, wire, _ in
            guard case .send = line.deed, let place = wire.bound else { return nil }
            return (place, unboundMessage)
        },
        help: "put it directly above the '>' line that comes on that connection")
    static let unboundMessage = "no request stands below this line"
}

extension Deed {
    /// The texts in which a value may have lost its braces, and whether they are sent. A body that is expected is text.
    fileprivate var texts: (templates: [Template], areSent: Bool) {
        switch self {
        case .send(let sent): (sent.template.map { [$0] } ?? [], true)
        case .receive(.start(_, .path(_, let path), _)): ([path], false)
        case .receive(.field(_, let value, _)): ([value], false)
        default: ([], false)
        }
    }

    /// The names of the fields that it has, as they are written; one that is a string is meant as it stands.
    fileprivate var fieldNames: [String] {
        switch self {
        case .send(.field(let line, .some(let name), isSpelled: false)):
            [
                line.pieces.first.flatMap { piece in
                    guard case .literal(let bytes) = piece else { return nil }
                    return String(decoding: bytes.prefix(name.utf8.count), as: UTF8.self)
                } ?? name
            ]
        case .receive(.field(let name, _, isSpelled: false)): [name]
        case .order(.load(let load)): load.header.map(\.name)
        default: []
        }
    }
}

extension Template {
    /// `{any}` or `{json …}` in its text: one pair of braces around the name of a value; nil: there is none.
    fileprivate func braced(_ names: Set<String>, isSent: Bool) -> String? {
        for case .literal(let bytes) in pieces {
            for start in bytes.indices where bytes[start] == UInt8(ascii: "{") {
                guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "}")) else { break }
                let inner = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
                let words = inner.split(separator: " ", maxSplits: 1)
                guard let word = words.first.map(String.init), inner.hasPrefix(word) else { continue }
                // `{file not found}` is a sentence, `{nonce a}` and `{json {"a": 1}}` are calls.
                let isCall = words.count == 2 && (!words[1].contains(" ") || words[1].contains { "=\"{".contains($0) })
                let isMeant = FunctionWord(rawValue: word).map {
                    isCall || words.count == 1 && $0.standsAlone && $0.onlyMatches != isSent
                }
                if isMeant ?? names.contains(inner) {
                    return "{\(inner)}"
                }
            }
        }
        return nil
    }

    /// Whether one of the values says in which chunks it is sent.
    fileprivate var isCutIntoChunks: Bool {
        values.contains { $0.transforms.contains { if case .chunks = $0 { true } else { false } } }
    }
}

extension Value {
    fileprivate var confirms: Bool { if case .digestConfirmation = function { true } else { false } }

    /// Whether it asks for Digest credentials.
    var isDigest: Bool { if case .digest = function { true } else { false } }
}
