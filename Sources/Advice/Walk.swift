// Walk.swift: a file gone through as a play would, each line held against the rows.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainWords

/// Goes from line to line with what is known of the connection under each lane. Behind a block the play came one of several
/// ways, so that nothing is known of what stands above.
struct Walk {
    /// Whether the file has callbacks; without any, it is about the wire alone.
    let hasCallbacks: Bool
    /// Whether its bodies of JSON are to be right: a file in which a load fails may have one that is broken on purpose.
    let judgesJSON: Bool
    /// Whether its replies may go over HTTP/1.1, which has chunks.
    let hasChunks: Bool
    /// The names that stand for values of the file's own.
    let names: Set<String>
    private(set) var remarks: [Remark] = []
    /// What stands directly below the line that is held against the rows.
    private(set) var below: Node?
    private var wires: [Lane: Wire] = [:]

    init(hasCallbacks: Bool, judgesJSON: Bool, hasChunks: Bool, names: Set<String>) {
        self.hasCallbacks = hasCallbacks
        self.judgesJSON = judgesJSON
        self.hasChunks = hasChunks
        self.names = names
    }

    mutating func follow(_ nodes: [Node]) {
        for (index, node) in nodes.enumerated() {
            switch node {
            case .line(let line):
                below = nodes[(index + 1)...].first
                follow(line)
            case .repeated(let block):
                warnOfNoRange(block, above: nodes[(index + 1)...])
                follow(ways: [block.nodes])
            case .either(let block):
                warnOfUnchosen(block)
                follow(ways: block.branches.map(\.nodes))
            case .anyOrder(let block):
                warnOfAlikeParts(block)
                follow(ways: block.parts.map(\.nodes))
            }
        }
    }

    private mutating func follow(ways: [[Node]]) {
        for nodes in ways {
            wires = [:]
            follow(nodes)
        }
        wires = [:]
    }

    private mutating func follow(_ line: Line) {
        var wire = wires.removeValue(forKey: line.lane) ?? Wire()
        for row in Row.all {
            guard let (place, message) = row.when(line, wire, self) else { continue }
            warn(row.slug, place, message, help: row.help)
        }
        if line.beginsMessage { remarks += wire.reply?.remarks(judgesJSON: judgesJSON) ?? [] }
        wire.follow(line, hasCallbacks: hasCallbacks)
        wires[line.lane] = wire
    }

    /// Tells of what has not come by the end of the file.
    mutating func finish() {
        for wire in wires.values {
            remarks += wire.reply?.remarks(judgesJSON: judgesJSON) ?? []
            if let place = wire.cut {
                warn(Row.bodyWhole.slug, place, Row.bodyWholeMessage, help: Row.bodyWhole.help)
            }
            if let place = wire.bound { warn(Row.unbound.slug, place, Row.unboundMessage, help: Row.unbound.help) }
            guard let pace = wire.pace, case .act(let act) = pace.deed else { continue }
            warn(
                .idleSetting, pace.place,
                "this '! \(act.word?.rawValue ?? "")' has no effect: nothing is sent below it",
                help: "it applies from its line down: put it above the lines it is for")
        }
    }

    mutating func warn(_ slug: Slug, _ place: Place, _ message: String, help: String) {
        remarks.append(Remark(slug, place, message, help: help))
    }
}

/// What is known of the connection under a lane.
struct Wire {
    private(set) var reply: SentBody?
    /// The place of the last reply's start, if it has answered the last request, and nothing but its own lines stands below.
    private(set) var answered: Place?
    /// The requests that no reply has answered; nil: none is known, for the play may have come here by a block.
    private var open: Int?
    /// Bytes are under way that no callback has shown to have arrived.
    private(set) var isUnproven = false
    /// An act has ended the connection above.
    private(set) var hasEnded = false
    /// An act that ends the connection directly below a chunked body.
    private(set) var cut: Place?
    /// A field of the last request asks for Digest credentials.
    private(set) var hasDigest = false
    /// The method of the last request.
    private(set) var method: String?
    /// A field of the last request says how long its body is.
    private var saysLength = false
    /// The bare mark of a request that usually has a body, as long as nothing is said of one.
    private(set) var bareMark: Place?
    /// `! new-connection` and its kin above a request that has not come yet.
    private(set) var bound: Place?
    /// `! rate` or `! segment`, as long as nothing is sent below it.
    private(set) var pace: Line?
    /// An act at a byte ends the reply below.
    private var endsAtByte = false

    mutating func follow(_ line: Line, hasCallbacks: Bool) {
        switch line.deed {
        case .send(let sent): send(sent, line)
        case .receive(let received): receive(received, line)
        case .callback(let callback):
            if callback.occurrence != .optional { isUnproven = false }
            if callback.kind == .fail || callback.decision != nil { reply?.mayBeShort = true }
            cut = nil
            answered = nil
        case .act(let act): perform(act, line, hasCallbacks: hasCallbacks)
        case .binding: (bound, hasEnded, answered) = (line.place, false, nil)
        case .await(let awaited):
            // The server's part of a handshake leaves at its pace.
            switch awaited {
            case .handshake, .clientHello: pace = nil
            default: break
            }
            reply?.mayBeShort = true
            (bound, hasEnded, answered) = (nil, false, nil)
        case .order(let order):
            if case .load = order { reply = nil } else { reply?.mayBeShort = true }
            (hasEnded, answered) = (false, nil)
        }
    }

    private mutating func receive(_ received: ReceiveLine, _ line: Line) {
        (bound, answered, cut) = (nil, nil, nil)
        switch received {
        case .start(let method, _, _):
            self.method = method.literalText
            open = max(open ?? 0, 0) + 1
            (reply, bareMark) = (nil, nil)
            (hasEnded, isUnproven, hasDigest, saysLength) = (false, false, false, false)
        case .field(let name, let value, _):
            if name.lowercased() == "content-length" { saysLength = true }
            if value.values.contains(where: \.isDigest) { hasDigest = true }
        case .headEnd: if !saysLength, ["POST", "PUT", "PATCH"].contains(method) { bareMark = line.place }
        case .exactHead, .body, .raw, .trailer: bareMark = nil
        }
    }

    private mutating func send(_ sent: SendLine, _ line: Line) {
        (isUnproven, pace, bound, bareMark, hasEnded, cut) = (true, nil, nil, nil, false, nil)
        if sent.startsMessage {
            reply = SentBody(to: method, of: sent, isCut: endsAtByte)
            if reply?.isFinal == true { open = open.map { $0 - 1 } }
            answered = reply?.isFinal == true && open.map { $0 <= 0 } == true ? line.place : nil
            endsAtByte = false
        }
        reply?.follow(sent, line.place)
    }

    private mutating func perform(_ act: Act, _ line: Line, hasCallbacks: Bool) {
        switch act {
        case .wait, .quiet: if !hasCallbacks { isUnproven = false }
        case .rate, .segment:
            pace = line
            return
        case .at(_, let act): endsAtByte = endsAtByte || act.has(.endsSending)
        case .flush, .trailers: return
        default:
            reply?.mayBeShort = true
            if reply?.endsItself == true, act.has(.closes) { cut = line.place }
            if act.has(.isOfHTTP2) { pace = nil }
            if act.has(.endsSending) { hasEnded = true }
        }
        answered = nil
    }
}

extension Line {
    fileprivate var beginsMessage: Bool {
        switch deed {
        case .send(let sent): sent.startsMessage
        case .receive(.start), .order(.load): true
        default: false
        }
    }
}

extension Node {
    /// Whether it begins with a callback that may be left out, on one way at least.
    var mayBeLeftOut: Bool {
        switch self {
        case .line(let line):
            if case .callback(let callback) = line.deed { callback.occurrence == .optional } else { false }
        case .either(let block): block.branches.contains { $0.nodes.first?.mayBeLeftOut == true }
        case .repeated, .anyOrder: false
        }
    }
}
