// RunSurvey.swift: finds requests, replies and loads among the lines of a run.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWords

/// Goes through the nodes of a run from top to bottom.
struct RunSurvey {
    private let lines: [String]
    private(set) var deeds: [Int: Line] = [:]
    private(set) var loads: [LoadLines] = []
    private(set) var exchanges: [SweptExchange] = []
    /// By lane: the exchange that goes on, the load under way, orders and client's lines since the last `<` line.
    private var current: [Lane: Int] = [:]
    private var underWay: [Lane: Int] = [:]
    private var meanwhile: [Lane: [Int]] = [:]
    private var binding: [Lane: Int] = [:]
    private var replyCount = 0

    init(_ lines: [String]) { self.lines = lines }

    mutating func go(through nodes: [Node], in block: SweptExchange.Block?) {
        for node in nodes {
            switch node {
            case .line(let line): take(line, in: block)
            case .repeated(let inner): go(through: inner.nodes, in: inner.isInAnyOrder ? .anyOrder : .repeated)
            case .either(let inner): for branch in inner.branches { go(through: branch.nodes, in: .either) }
            case .anyOrder(let inner): for part in inner.parts { go(through: part.nodes, in: .anyOrder) }
            }
        }
    }

    private mutating func take(_ line: Line, in block: SweptExchange.Block?) {
        let index = line.place.line - 1
        deeds[index] = line
        switch line.deed {
        case .order(let order): take(order, line, index, in: block)
        case .receive(let receive): take(receive, line.lane, index, in: block)
        case .binding: binding[line.lane] = index
        case .send(let send): take(send, line.lane, index)
        case .act(let act): take(act, line.lane, index)
        case .callback(let callback): take(callback, line.lane, index, in: block)
        case .await: meanwhile[line.lane, default: []].append(index)
        }
        if let load = underWay[line.lane] { loads[load].last = index }
    }

    private mutating func take(_ order: ClientOrder, _ line: Line, _ index: Int, in block: SweptExchange.Block?) {
        meanwhile[line.lane, default: []].append(index)
        let lane: Lane
        switch order {
        case .load(let load): lane = load.lane
        case .resume: lane = line.lane
        default: return
        }
        underWay[lane] = loads.count
        loads.append(LoadLines(lane: lane, order: index, block: block, client: order, last: index))
    }

    private mutating func take(_ receive: ReceiveLine, _ lane: Lane, _ index: Int, in block: SweptExchange.Block?) {
        let begins: Bool
        var (method, origin): (String?, String?)
        switch receive {
        case .start(let template, let target, _):
            (begins, method) = (true, template.literalText)
            if case .path(let name, _) = target { origin = name }
        case .raw(_, .start): begins = true
        case .field, .exactHead, .headEnd, .body, .raw, .trailer: begins = false
        }
        if begins {
            if underWay[lane] == nil, loads.isEmpty {
                underWay[lane] = 0
                loads.append(LoadLines(lane: lane, order: nil, block: block, client: nil, last: index))
            }
            current[lane] = exchanges.count
            var exchange = SweptExchange(
                lane: lane, load: underWay[lane], block: block, method: method, origin: origin, request: [index])
            exchange.binding = binding.removeValue(forKey: lane)
            exchanges.append(exchange)
        } else if let exchange = current[lane] {
            exchanges[exchange].request.append(index)
        }
        meanwhile[lane, default: []].append(index)
    }

    private mutating func take(_ callback: Callback, _ lane: Lane, _ index: Int, in block: SweptExchange.Block?) {
        meanwhile[lane, default: []].append(index)
        guard let load = underWay[lane] else { return }
        loads[load].callbacks.append(index)
        if callback.kind == .finish || callback.kind == .fail, block == loads[load].block { loads[load].end = index }
    }

    private mutating func take(_ act: Act, _ lane: Lane, _ index: Int) {
        change(lane) { reply in
            reply.acts.append(index)
            guard act == .trailers else { return }
            reply.trailersMark = index
            reply.last = index
        }
    }

    private mutating func take(_ send: SendLine, _ lane: Lane, _ index: Int) {
        if send.startsMessage {
            begin(send, lane, index)
            return
        }
        let between = meanwhile.removeValue(forKey: lane) ?? []
        let lines = lines
        change(lane) { reply in
            reply.between += between
            reply.last = index
            switch send {
            case .field(_, let name, let isSpelled):
                reply.fields.append(Self.field(lines[index], index, name, isSpelled))
            case .trailer: reply.trailers.append(Self.field(lines[index], index, nil, false))
            case .headEnd: reply.headEnd = index
            case .body: reply.body.append(index)
            case .raw: reply.raw.append(index)
            case .start: break
            }
        }
    }

    private mutating func begin(_ send: SendLine, _ lane: Lane, _ index: Int) {
        meanwhile[lane] = nil
        guard let exchange = current[lane] else { return }
        replyCount += 1
        var start: (version: String, status: Int?)?
        if case .start(let template) = send { start = Self.startLine(template) }
        var reply = ReplyLines(
            number: replyCount, lane: lane, start: index, status: start?.status, version: start?.version, last: index)
        if case .raw = send { reply.raw = [index] }
        exchanges[exchange].replies.append(reply)
    }

    /// `HTTP/1.1 302 Found`, as far as it is written as text.
    private static func startLine(_ template: Template) -> (version: String, status: Int?)? {
        guard case .literal(let bytes)? = template.pieces.first else { return nil }
        let words = bytes.split(separator: 32, maxSplits: 2, omittingEmptySubsequences: false)
        guard let version = words.first else { return nil }
        let status = words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) : nil
        return (String(decoding: version, as: UTF8.self), status)
    }

    private static func field(_ line: String, _ index: Int, _ name: String?, _ isSpelled: Bool) -> FieldLine {
        let text = String(line.drop { $0 != " " }.dropFirst())
        let written = text.firstIndex(of: ":").map { text[..<$0].lowercased() }
        return FieldLine(line: index, name: name ?? written, text: text, isSpelled: isSpelled)
    }

    /// Changes the last reply of the lane.
    private mutating func change(_ lane: Lane, _ change: (inout ReplyLines) -> Void) {
        guard let exchange = current[lane], let last = exchanges[exchange].replies.indices.last else { return }
        change(&exchanges[exchange].replies[last])
    }
}
