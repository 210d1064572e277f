// EndAdvice.swift: lines that can never be played as they are written.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire
internal import QuintainWords

/// The state of the message that is being sent or awaited in a lane, and whether its load has ended.
struct Prospects {
    /// Raw bytes in a head that nothing has ended since.
    var openHead: Place?
    /// A string without a colon, with which the head ends so far.
    var openString: Place?
    /// A 1xx behind which no reply has come yet.
    var openReply: Place?
    /// The requests that nothing has answered yet. A reply answers the last request above it.
    var unanswered: [Place] = []
    /// Those above a short pause: they count if another request comes below it.
    var paused: [Place] = []
    /// The number of replies above which no request waits.
    var ahead = 0
    /// The request that was answered last, with nothing below its reply but more of the server's lines.
    var answered: Place?
    /// A reply to a request that has one, unless it answers a request below.
    var second: (place: Place, of: Place)?
    /// The body of the reply to this request has begun.
    var bodyOf: Place?
    /// The same, and a `! flush` or `! wait` has divided it.
    var dividedBodyOf: Place?
    /// The number of requests above that may be unanswered; those in blocks are not counted, and are many.
    var open = 0
    var isInHead = false
    var isChunked = true
    /// Whether a Transfer-Encoding is written.
    var isCoded = false
    /// The status of the reply, if that allows no body.
    var bodiless: String?
    /// Loads that were ordered in this lane, and those that have ended.
    var loads = 0
    var ends = 0
    /// Whether no line orders a load: the client begins another one by itself then.
    var isOrderedByNobody = false

    static func merged(_ one: Prospects, _ other: Prospects) -> Prospects {
        Prospects(
            openHead: one.openHead == nil ? nil : other.openHead,
            openString: one.openString == nil ? nil : other.openString,
            openReply: one.openReply == nil ? nil : other.openReply,
            unanswered: one.unanswered.count > other.unanswered.count ? other.unanswered : one.unanswered,
            paused: one.paused.count > other.paused.count ? other.paused : one.paused,
            ahead: max(one.ahead, other.ahead), answered: one.answered == other.answered ? one.answered : nil,
            second: one.second?.place == other.second?.place ? one.second : nil,
            bodyOf: one.bodyOf == other.bodyOf ? one.bodyOf : nil,
            dividedBodyOf: one.dividedBodyOf == other.dividedBodyOf ? one.dividedBodyOf : nil,
            open: max(one.open, other.open),
            isInHead: one.isInHead && other.isInHead,
            isChunked: one.isChunked || other.isChunked, isCoded: one.isCoded || other.isCoded,
            bodiless: one.bodiless ?? other.bodiless,
            loads: max(one.loads, other.loads),
            ends: min(one.ends, other.ends),
            isOrderedByNobody: one.isOrderedByNobody && other.isOrderedByNobody)
    }

    mutating func follow(_ line: Line, _ rest: ArraySlice<Node>, isWithin block: Bool, _ faults: inout Faults) {
        if line.deed.endsWaiting {
            if line.deed.isShortPause { paused += unanswered } else { paused = [] }
            (unanswered, ahead, answered, second) = ([], 0, nil, nil)
        }
        divide(line, isWithin: block, &faults)
        switch line.deed {
        case .send(let sent): send(sent, line, &faults)
        case .receive(.start):
            warnOfOpenMessage(&faults)
            (isChunked, isCoded, bodiless) = (false, false, nil)
            if isOrderedByNobody, ends >= loads { loads += 1 }
            takeBackPaused()
            answered = nil
            if ahead > 0 { (ahead, second) = (ahead - 1, nil) } else { unanswered.append(line.place) }
        case .receive(.field(let name, _, _)): if name.lowercased() == "transfer-encoding" { isChunked = true }
        case .receive(.raw): isChunked = true
        case .callback(let callback): hear(callback, line, &faults)
        case .act(let act) where act.has(.endsSending):
            (openHead, openReply, openString, isInHead) = (nil, nil, nil, false)
        case .act(.trailers): warnOfUnframed(.trailersUnframed, "has no trailers", line, &faults)
        case .order(.load), .order(.resume): (loads, answered) = (loads + 1, nil)
        case .binding: bind(line, rest.dropFirst(), isWithin: block, &faults)
        case .act, .receive, .await, .order: break
        }
    }

    /// A request behind a pause ends it. The lists may be long, and are joined only where both have something.
    private mutating func takeBackPaused() {
        if unanswered.isEmpty {
            swap(&unanswered, &paused)
        } else if !paused.isEmpty {
            (unanswered, paused) = (paused + unanswered, [])
        }
    }

    /// Warns of a part of a body that is read as the next reply, because an act stands above it: `< 200 apples` below
    /// `! flush`. Nobody has asked for another reply, and its phrase is none of a status.
    private mutating func divide(_ line: Line, isWithin block: Bool, _ faults: inout Faults) {
        switch line.deed {
        case .send(.start(let start)):
            if let request = dividedBodyOf, open == 0, let words = Self.oddStart(start) {
                faults.add(
                    .secondReply, line.place,
                    "the reply to the request in line \(request.line) goes on below the act, and this begins another",
                    help: "if it is a part of the body, it is a string: '< {{\(Quoting.quoted(words.utf8))}}'")
            }
            (bodyOf, dividedBodyOf) = (nil, nil)
            if !(SendLine.start(start).isInformational && Self.status(start) != "101") { open = max(0, open - 1) }
        case .send(.body): bodyOf = bodyOf ?? answered
        case .act(.flush), .act(.wait): dividedBodyOf = dividedBodyOf ?? bodyOf
        case .receive(.start), .receive(.raw(_, .start)):
            open += block ? Self.many : 1
            (bodyOf, dividedBodyOf) = (nil, nil)
        case .act, .await, .order, .binding, .receive, .send(.raw): (bodyOf, dividedBodyOf) = (nil, nil)
        case .send, .callback: break
        }
    }

    /// The text of a start line with a phrase that no status has; nil: it is none, or has a version.
    private static func oddStart(_ start: Template) -> String? {
        guard let text = start.literalText, text.hasPrefix("HTTP/1.1 ") else { return nil }
        let words = text.dropFirst("HTTP/1.1 ".count)
        let phrase = words.dropFirst(3).split(separator: " ").joined(separator: " ")
        guard !phrase.isEmpty else { return nil }
        let isKnown = (100..<600).contains { status in
            ReasonPhrase.phrase(for: status).map { CaseInsensitive.equals("\($0)", phrase) } ?? false
        }
        return isKnown ? nil : String(words)
    }

    private static let many = 1_000_000

    private mutating func send(_ sent: SendLine, _ line: Line, _ faults: inout Faults) {
        switch sent {
        case .start(let start):
            warnOfOpenHead(&faults)
            let status = Self.status(start)
            // Behind a 101 no reply comes, but another protocol.
            let isFollowed = sent.isInformational && status != "101"
            if !isFollowed { reply(line.place) }
            (isInHead, isChunked, isCoded, openString) = (true, false, false, nil)
            bodiless = status == "204" || status == "304" ? status : nil
            openReply = isFollowed ? line.place : nil
        case .field(let field, let name, _):
            openString = name == nil && field.isText ? line.place : nil
            if name == nil || name == "transfer-encoding" { note(field) }
        case .headEnd: (isInHead, openString) = (false, nil)
        case .raw(let template, let starts):
            (isChunked, bodiless, openReply, openString) = (true, nil, nil, nil)
            if starts {
                warnOfOpenHead(&faults)
                isInHead = true
            }
            guard isInHead, let value = template.soleValue, case .raw(let bytes) = value.function else { return }
            if !starts, openHead == nil, value.transforms.isEmpty, Self.isNoField(bytes) {
                faults.add(
                    .headOpen, line.place, "these bytes go out as a part of the head, and are no field",
                    help:
                        "put a bare mark '<' above them, if they are body; a line of the head that is no field is a string: "
                        + "'< {{\"…\"}}'")
            }
            if !value.transforms.isEmpty || ScenarioBuilder.endsHead([13, 10] + bytes) {
                (openHead, isInHead) = (nil, false)
            } else {
                openHead = openHead ?? line.place
            }
        case .body(let template, _):
            guard template.isCutIntoChunks else { return }
            warnOfUnframed(.chunksUnframed, "is not cut into chunks", line, &faults)
        case .trailer: break
        }
    }

    private mutating func reply(_ place: Place) {
        if let request = unanswered.popLast() ?? paused.popLast() {
            answered = request
            return
        }
        ahead += 1
        if let answered, second == nil { second = (place, answered) }
    }

    /// Whether a whole line begins the bytes, and has no colon. The rest of a line above may begin with a blank.
    private static func isNoField(_ bytes: [UInt8]) -> Bool {
        let first = bytes.prefix { $0 != Byte.carriageReturn && $0 != Byte.newline }
        guard first.count < bytes.count, let start = first.first else { return false }
        return start != Byte.space && start != Byte.tab && !first.contains(Byte.colon)
    }

    /// Takes in a field that may frame the body: the last coding decides, where it is written.
    private mutating func note(_ field: Template) {
        guard let text = field.literalText, let colon = text.firstIndex(of: ":") else {
            isChunked = true
            return
        }
        let codings = CommaList.members(of: Array(text[colon...].dropFirst().utf8))
        guard let last = codings.last else { return }
        isCoded = true
        isChunked = CommaList.has(Array("chunked".utf8), in: Array(last))
    }

    /// The status; nil: a value makes it.
    private static func status(_ start: Template) -> String? {
        guard case .literal(let bytes)? = start.pieces.first else { return nil }
        let status = bytes.drop { $0 != Byte.space }.drop { $0 == Byte.space }.prefix { $0 != Byte.space }
        return status.isEmpty ? nil : String(decoding: status, as: UTF8.self)
    }

    private func warnOfUnframed(_ slug: Slug, _ what: String, _ line: Line, _ faults: inout Faults) {
        if let bodiless {
            faults.add(
                slug, line.place, "a \(bodiless) has no body, and what is sent below it \(what)",
                help: "take another status, or write the chunks as raw bytes: '{{raw \"3\\r\\n…\"}}'")
        } else if !isChunked {
            faults.add(
                slug, line.place, "a body that is not chunked \(what)",
                help: isCoded
                    ? "let 'chunked' be the last coding of its Transfer-Encoding"
                    : "write 'Transfer-Encoding: chunked' into the head")
        }
    }

    /// Warns of a message that was begun and not completed, where the lines below show that it was to be whole.
    mutating func warnOfOpenMessage(_ faults: inout Faults) {
        warnOfOpenHead(&faults)
        guard let place = openReply else { return }
        (openReply, unanswered, ahead) = (nil, [], 0)
        faults.add(
            .replyMissing, place, "behind a 1xx the client waits for a reply, and none follows",
            help: "write the reply below it, such as '< 200', or '! stall' if none is to come")
    }

    /// Warns of requests that no line in the lane answers, or shows to remain without an answer.
    mutating func warnOfOpenRequest(_ faults: inout Faults) {
        if let second {
            faults.add(
                .secondReply, second.place, "the request in line \(second.of.line) has its reply, and this is another",
                help: "a client that asks again has a '>' line of its own above it; stray bytes are written "
                    + "'{{raw \"…\"}}'")
        }
        for place in unanswered {
            faults.add(
                .replyMissing, place, "no line answers this request: its client waits in vain",
                help: "write the reply below it, such as '< 200', or '! stall' if none is to come")
        }
    }

    /// Warns of a head that was cut off, where the lines below show that it was to be whole.
    private mutating func warnOfOpenHead(_ faults: inout Faults) {
        if let string = openString {
            openString = nil
            faults.add(
                .headOpen, string, "this goes out as the last line of the head, and is no field",
                help: "put a bare mark '<' above it, if it is body, or below it, if the head is to have such a line")
        }
        guard let place = openHead else { return }
        openHead = nil
        isInHead = false
        faults.add(
            .headOpen, place, "nothing ends the head in which these bytes stand: no empty line is added to them",
            help: "put a bare mark above them, if they are body, or end them in '\\r\\n\\r\\n'")
    }

    private mutating func hear(_ callback: Callback, _ line: Line, _ faults: inout Faults) {
        guard callback.occurrence != .optional, callback.styles.isEmpty else { return }
        switch callback.kind {
        case .finish: warnOfOpenMessage(&faults)
        case .response: warnOfOpenHead(&faults)
        case .fail: (openHead, openReply, openString) = (nil, nil, nil)
        default: break
        }
        if loads > 0, ends >= loads {
            faults.add(
                .afterTheEnd, line.place, "nothing is reported here any more: the load has ended above",
                help: "put this line above '* finish' or '* fail', or order another load: 'client GET /'")
            // One warning is enough.
            (loads, ends) = (0, 0)
            return
        }
        if callback.kind == .finish || callback.kind == .fail { ends += 1 }
    }

    /// `reset` of `! connection reset`
    private static func act(meantBy line: Line) -> String? {
        guard case .binding(.named(let name)) = line.deed else { return nil }
        return ActWord(rawValue: name)?.rawValue
    }

    /// Warns of `! new-connection` and the like without a request below, of which they are a part.
    private func bind(_ line: Line, _ rest: ArraySlice<Node>, isWithin block: Bool, _ faults: inout Faults) {
        // The lines behind a block are not seen from within it.
        var isBound = block
        search: for node in rest {
            guard case .line(let next) = node else {
                isBound = true
                break
            }
            guard next.lane == line.lane else { continue }
            switch next.deed {
            case .receive, .binding, .await, .act, .order, .callback: isBound = true
            case .send: isBound = false
            }
            break search
        }
        guard !isBound else { return }
        faults.add(
            .boundToNothing, line.place, "no request stands below this line",
            help: Self.act(meantBy: line).map { "if the server is to do it, write '! \($0)'" }
                ?? "put it directly above the '>' line that comes on that connection")
    }
}

extension Deed {
    /// Whether a client need not wait for a reply any more behind this line.
    fileprivate var endsWaiting: Bool {
        switch self {
        case .send(.raw), .act: true
        case .await(let awaited): [.close, .fin, .reset].contains(awaited)
        case .callback(let callback): callback.kind == .fail
        case .order(.load), .order(.resume): false
        case .order: true
        case .send, .receive, .binding: false
        }
    }
}

extension Deed {
    /// A `! wait` within which no client gives up a request; behind a longer one it may ask again.
    fileprivate var isShortPause: Bool { if case .act(.wait(let time)) = self { time < 1000 } else { false } }
}

extension Template {
    /// Whether all of it is a string or text, without a colon.
    fileprivate var isText: Bool { literal.map { !$0.isEmpty && !$0.contains(Byte.colon) } ?? false }

    /// Whether one of the values says in which chunks it is sent.
    fileprivate var isCutIntoChunks: Bool {
        values.contains { $0.transforms.contains { if case .chunks = $0 { true } else { false } } }
    }
}
