// ReplyAdvice.swift: replies whose body does not fit status or coding, and answers to challenges nobody sent.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainAuth
internal import QuintainNotation
internal import QuintainWords

/// The state of the reply that is being sent in a lane, and of the challenges before it.
struct ReplyAdvice: Equatable {
    private var status = 0
    /// The coding of the body, by its head.
    private var coding: String?
    /// Warnings about the body are over: one was given, or the head is not fully known.
    private var isWarned = false
    /// The number of the line above, if it is coded.
    private var coded: Int?
    /// A challenge of the other side in a 401 or 407, to which no credentials had come.
    private var misplaced: (side: AuthSide, place: Place)?
    /// A 401 or 407 that has no challenge so far, and perhaps an answer below.
    private var unasked: Place?
    /// A redirect that has no Location so far, and behind which nothing has been ordered.
    private var unled: Place?
    /// The seconds that the reply asks the client to wait, and nothing else has happened since.
    private var pause: (seconds: Int, place: Place)?
    /// A `! wait` or `! quiet` below it that takes longer.
    private var longer: Place?
    /// The client is awaited or an act done above: a reply below it may be intended.
    private var hasBegun = false
    /// The reply above the first request.
    private var first: Place?
    /// The sides that have sent a challenge, or to which credentials came without one.
    private var sidesAsked: Set<AuthSide> = []

    static func == (one: Self, other: Self) -> Bool {
        one.status == other.status && one.coding == other.coding && one.isWarned == other.isWarned
            && one.unasked?.line == other.unasked?.line && one.unled?.line == other.unled?.line
            && one.pause?.place == other.pause?.place && one.longer == other.longer
            && one.sidesAsked == other.sidesAsked
            && one.hasBegun == other.hasBegun && one.misplaced?.place == other.misplaced?.place
            && one.coded == other.coded
    }

    static func merged(_ one: Self, _ other: Self) -> Self {
        if one == other { return one }
        var merged = Self()
        merged.isWarned = true
        merged.hasBegun = true
        merged.sidesAsked = Set(AuthSide.all)
        return merged
    }

    mutating func follow(_ line: Line, _ faults: inout Faults) {
        begin(line, &faults)
        // The reply goes on below the act.
        if case .send = line.deed { longer = nil }
        switch line.deed {
        case .send(.start(let start)):
            (status, coding, isWarned, unasked, misplaced) = (start.status ?? 0, nil, false, nil, nil)
            if status == 401 || status == 407 { unasked = line.place }
            unled = Self.redirects.contains(status) ? line.place : nil
            (pause, longer) = (nil, nil)
        case .send(.field(let field, let name, let isSpelled)):
            note(field, name, isSpelled, line.place)
            if name == "retry-after", !isSpelled, let seconds = Self.seconds(in: field) {
                pause = (seconds, line.place)
            }
        case .send(.raw):
            (isWarned, unasked, unled, misplaced, sidesAsked) = (true, nil, nil, nil, Set(AuthSide.all))
        case .send(.body(let template, let newline)):
            look(at: template, line.place, &faults)
            parted(template, newline, line.place, &faults)
        case .receive(.start):
            lead(to: line.place, &faults)
            wait(for: line, &faults)
        case .receive(.field(let name, let value, _)): answer(name, value, &faults)
        case .act(.wait(let time)), .act(.quiet(let time)):
            (unled, misplaced) = (nil, nil)
            longer = pause.flatMap { time > $0.seconds * 1000 ? line.place : nil }
            if longer == nil { pause = nil }
        case .callback(let callback): report(callback, line.place, &faults)
        case .order, .act, .await, .receive(.raw): (unled, pause, longer, misplaced) = (nil, nil, nil, nil)
        default: break
        }
    }

    private mutating func begin(_ line: Line, _ faults: inout Faults) {
        guard !hasBegun else { return }
        switch line.deed {
        case .send(.start): first = first ?? line.place
        case .receive(.start):
            hasBegun = true
            guard let first else { return }
            faults.add(
                .replyFirst, first, "this reply stands above the request in line \(line.place.line)",
                help: "put it below; one that nobody has asked for stands behind '! await connection'")
        case .receive, .await, .act, .send(.raw): hasBegun = true
        default: break
        }
    }

    private mutating func lead(to place: Place, _ faults: inout Faults) {
        guard let redirect = unled else { return }
        unled = nil
        faults.add(
            .neverKept, place, "nothing leads here: the redirect in line \(redirect.line) has no Location",
            help: "write '< Location: /path' there, or order this request: 'client GET /path'")
    }

    /// `* redirect` of a reply without a Location, `* challenge` of one that has none.
    private mutating func report(_ callback: Callback, _ place: Place, _ faults: inout Faults) {
        guard callback.occurrence == .once else { return }
        if callback.kind == .redirect, let redirect = unled {
            unled = nil
            faults.add(
                .neverKept, place, "no client reports this: the redirect in line \(redirect.line) has no Location",
                help: "write '< Location: /path' there, or '* response \(status)' here")
        } else if callback.kind == .challenge, let reply = unasked, sidesAsked.isEmpty,
            let kind = callback.subject.first?.literalText, Self.schemes.contains(kind)
        {
            unasked = nil
            let field = (status == 401 ? AuthSide.origin : .proxy).challengeField
            faults.add(
                .challengeMissing, reply, "this reply has no challenge, and line \(place.line) reports one",
                help: "such as '< \(field): \(kind) realm=\"x\"'; without one, '* response \(status)' stands there")
        }
    }

    /// Warns of a request that is to come sooner than the reply allows.
    private mutating func wait(for line: Line, _ faults: inout Faults) {
        guard let asked = pause else { return }
        defer { (pause, longer) = (nil, nil) }
        if let longer {
            faults.add(
                .neverKept, longer,
                "a client that asks again after \(asked.seconds) s, as line \(asked.place.line) says, comes while this goes on, and "
                    + "too soon",
                help: "let this take less time than the Retry-After says")
            return
        }
        guard asked.seconds < Self.longestPause, line.within <= asked.seconds * 1000 else { return }
        faults.add(
            .neverKept, line.place,
            "the reply in line \(asked.place.line) asks for \(asked.seconds) s, and this is awaited for "
                + "\(line.within.formattedSeconds) s only",
            help: "write above it: 'within \(asked.seconds + 5)s'")
    }

    private static func seconds(in field: Template) -> Int? {
        field.literalText.flatMap { $0.split(separator: ":").last }.flatMap { Int($0.trimmed) }
    }

    /// No one waits longer in a test: who writes more means that the client gives up.
    private static let longestPause = 600

    private mutating func note(_ field: Template, _ name: String?, _ isSpelled: Bool, _ place: Place) {
        // A name that a value makes may be any, and one that is a string is meant as it stands.
        guard let name else { return (isWarned, unasked, unled) = (true, nil, nil) }
        if name == "location" { unled = nil }
        if name == "content-encoding" {
            let value = field.literalText?.split(separator: ":", maxSplits: 1).last?.trimmed.lowercased()
            coding = isSpelled ? nil : value.flatMap { Self.codings.contains($0) ? $0 : nil }
        }
        // Chunks of a reply that allows no body have a warning of their own.
        if name == "transfer-encoding", status == 204 || status == 304 { isWarned = true }
        for side in AuthSide.all where name == side.challengeField.lowercased() {
            let own: AuthSide? = [401: .origin, 407: .proxy][status]
            if unasked != nil, side != own, !isSpelled, sidesAsked.isEmpty { misplaced = (side, place) }
            if side == own { misplaced = nil }
            sidesAsked.insert(side)
            unasked = nil
        }
    }

    private mutating func look(at body: Template, _ place: Place, _ faults: inout Faults) {
        guard !isWarned, !body.pieces.isEmpty else { return }
        if status == 204 || status == 304 {
            isWarned = true
            faults.add(
                .bodyForbidden, place,
                "a reply with status \(status) has no body: a client takes this for the next reply",
                help: "take the body away, or write another status; if it is meant, write it raw: '< {{raw \"…\"}}'")
        } else if let coding, let other = body.soleValue?.coded?.codings.last?.name, !other.hasPrefix(coding),
            Self.codings.contains(other)
        {
            isWarned = true
            faults.add(
                .uncodedBody, place, "this is coded with \(other), and the head says \(coding)",
                help: "write '| \(coding)', or 'Content-Encoding: \(other)'; if it is meant, the name is a string: "
                    + "'{{\"content-encoding\"}}: \(coding)'")
        } else if let coding, body.literalText != nil {
            isWarned = true
            faults.add(
                .uncodedBody, place, "this is sent as it stands, and the head says that it is coded with \(coding)",
                help: "write '{{\"…\" | \(coding)}}'; if it is meant, the name is a string: "
                    + "'{{\"content-encoding\"}}: \(coding)'")
        }
    }

    /// Warns of two coded lines: the line end between them is not coded, and the second one is read by nobody.
    private mutating func parted(_ body: Template, _ newline: Newline, _ place: Place, _ faults: inout Faults) {
        let isCoded = coding != nil && body.soleValue?.coded != nil
        defer { coded = isCoded ? place.line : nil }
        guard isCoded, !isWarned, newline != .none, let coded, coded == place.line - 1 else { return }
        isWarned = true
        faults.add(
            .uncodedBody, place, "the end of the line above stands between its coded bytes and these",
            help: "code the whole body at once, '{{\"one\\ntwo\" | \(coding ?? "gzip")}}', or write both values on one "
                + "line; if it is meant, the name is a string: '{{\"content-encoding\"}}: …'")
    }

    private mutating func answer(_ name: String, _ value: Template, _ faults: inout Faults) {
        for side in AuthSide.all where name.lowercased() == side.credentialsField.lowercased() {
            if let other = misplaced, value.asksForCredentials {
                misplaced = nil
                let right: AuthSide = other.side == .origin ? .proxy : .origin
                faults.add(
                    .challengeMissing, other.place,
                    "a client answers no \(other.side.challengeField) in a \(status), and credentials are expected below",
                    help: "write '< \(right.challengeField): …' here and '> \(right.credentialsField): …' below, or "
                        + "'< \(status == 401 ? 407 : 401)'")
            }
            guard !value.isAbsent, sidesAsked.insert(side).inserted, let place = unasked, value.asksForCredentials,
                status == (side == .origin ? 401 : 407)
            else { continue }
            faults.add(
                .challengeMissing, place,
                "this reply has no challenge, and the credentials that are expected below answer one",
                help: "such as '< \(side.challengeField): Basic realm=\"x\"'")
        }
        if value.asksForCredentials { unasked = nil }
    }

    /// The challenges that a field makes.
    private static let schemes: Set<String> = Set(
        [ChallengeKind.basic, .digest, .ntlm, .negotiate].map(\.rawValue))
    private static let redirects: Set<Int> = [301, 302, 303, 307, 308]
    private static let codings: Set<String> = ["gzip", "deflate", "br", "zstd"]
}

extension Template {
    /// The status of a start line; nil: a value makes it.
    fileprivate var status: Int? {
        guard case .literal(let bytes)? = pieces.first else { return nil }
        let words = bytes.split(separator: UInt8(ascii: " "))
        return words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) : nil
    }

    fileprivate var asksForCredentials: Bool {
        values.contains {
            switch $0.function {
            case .digest, .basic: true
            default: false
            }
        }
    }
}

extension Int {
    /// Milliseconds as seconds: `5`, `0.5`.
    fileprivate var formattedSeconds: String {
        isMultiple(of: 1000) ? "\(self / 1000)" : "\(Double(self) / 1000)"
    }
}

extension Substring {
    /// Without the blanks at both ends.
    var trimmed: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
