// EndAdvice.swift: lines that can never be played as they are written.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

/// What stands in the head of the message that is being sent or awaited, and whether the load has ended.
struct Prospects {
    /// Raw bytes in a head that nothing has ended since.
    var openHead: Place?
    var isInHead = false
    var isChunked = true
    /// Loads that were ordered in this lane, and those that have ended.
    var loads = 0
    var ends = 0

    static func merged(_ one: Prospects, _ other: Prospects) -> Prospects {
        Prospects(
            openHead: one.openHead == nil ? nil : other.openHead, isInHead: one.isInHead && other.isInHead,
            isChunked: one.isChunked || other.isChunked, loads: max(one.loads, other.loads),
            ends: min(one.ends, other.ends))
    }

    mutating func follow(_ line: Line, _ rest: ArraySlice<Node>, isWithin block: Bool, _ faults: inout Faults) {
        switch line.deed {
        case .send(let sent): send(sent, line, &faults)
        case .receive(.start):
            warnOfOpenHead(&faults)
            isChunked = false
        case .receive(.field(let name, _, _)): if name.lowercased() == "transfer-encoding" { isChunked = true }
        case .receive(.raw): isChunked = true
        case .callback(let callback): hear(callback, line, &faults)
        case .act(let act) where act.has(.endsSending): (openHead, isInHead) = (nil, false)
        case .act(.trailers):
            if !isChunked {
                faults.add(
                    .trailersUnframed, line.place, "a body that is not chunked has no trailers",
                    help: "write 'Transfer-Encoding: chunked' into the head")
            }
        case .order(.load), .order(.resume): loads += 1
        case .binding: bind(line, rest.dropFirst(), isWithin: block, &faults)
        case .act, .receive, .await, .order: break
        }
    }

    private mutating func send(_ sent: SendLine, _ line: Line, _ faults: inout Faults) {
        switch sent {
        case .start:
            warnOfOpenHead(&faults)
            (isInHead, isChunked) = (true, false)
        case .field(_, let name): if name == nil || name == "transfer-encoding" { isChunked = true }
        case .headEnd: isInHead = false
        case .raw(let template, let starts):
            isChunked = true
            if starts {
                warnOfOpenHead(&faults)
                isInHead = true
            }
            guard isInHead, let value = template.soleValue, case .raw(let bytes) = value.function else { return }
            if !value.transforms.isEmpty || ScenarioBuilder.endsHead([13, 10] + bytes) {
                (openHead, isInHead) = (nil, false)
            } else {
                openHead = openHead ?? line.place
            }
        case .body, .trailer: break
        }
    }

    /// The head was cut off, and what follows shows that it was to be whole.
    mutating func warnOfOpenHead(_ faults: inout Faults) {
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
        case .response, .finish: warnOfOpenHead(&faults)
        case .fail: openHead = nil
        default: break
        }
        if loads > 0, ends >= loads {
            faults.add(
                .afterTheEnd, line.place, "nothing is reported here any more: the load has ended above",
                help: "put this line above '* finish' or '* fail', or order another load: 'client GET /'")
            // Once is enough.
            (loads, ends) = (0, 0)
            return
        }
        if callback.kind == .finish || callback.kind == .fail { ends += 1 }
    }

    /// `! new-connection` is part of the request below it.
    private func bind(_ line: Line, _ rest: ArraySlice<Node>, isWithin block: Bool, _ faults: inout Faults) {
        // What follows a block is not seen from within it.
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
            .boundToNothing, line.place, "no request stands below this line, of which it could be part",
            help: "put it directly above the '>' line that comes on that connection")
    }
}
