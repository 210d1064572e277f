// LaneTalk.swift: loads, exchanges and messages of a draft, each with its rows.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario

/// A list of items as what was said in it, lane by lane.
struct LaneTalk {
    /// Consecutive items of one lane.
    struct Stretch {
        let lane: Lane
        var items: [Outline.Item] = []

        var rows: [Int] { items.flatMap { Array($0.rows) } }
        var step: Reduction { .removing(rows) }
    }

    let items: [Outline.Item]

    /// From an order to load to the next one in its lane; before the first one, the load that the first request means.
    var loads: [Stretch] { stretches { $0.beginsLoad } }

    /// From a request, with what is said of its connection, to the next one or the next load of its lane.
    var exchanges: [Stretch] {
        stretches { $0.beginsLoad || $0.bindsOrBegins }
            .flatMap(\.withoutOrder)
            .reduce(into: []) { merged, stretch in
                // `! new-connection` and the request below it are one.
                if let last = merged.indices.last, merged[last].lane == stretch.lane, merged[last].isBinding {
                    merged[last].items += stretch.items
                } else {
                    merged.append(stretch)
                }
            }
    }

    /// The lines of each request, and those of each reply with the acts among them.
    var messages: [Stretch] {
        var messages: [Stretch] = []
        var open: [Speaker: Int] = [:]
        for item in items {
            guard let line = item.line, let speaker = Speaker(line) else { continue }
            if line.beginsMessage {
                open[speaker] = messages.count
                messages.append(Stretch(lane: line.lane))
            }
            if let index = open[speaker] { messages[index].items.append(item) }
        }
        return messages
    }

    /// The ends of heads, with the bodies below them and their trailers.
    var bodies: [Stretch] {
        messages.compactMap { message in
            guard let end = message.items.firstIndex(where: { $0.line?.endsHead == true }) else { return nil }
            return Stretch(lane: message.lane, items: Array(message.items[end...]))
        }
    }

    private func stretches(_ begins: (Line) -> Bool) -> [Stretch] {
        var stretches: [Stretch] = []
        var open: [Lane: Int] = [:]
        for item in items {
            guard let lane = item.lane else { continue }
            if open[lane] == nil || item.line.map(begins) == true {
                open[lane] = stretches.count
                stretches.append(Stretch(lane: lane))
            }
            stretches[open[lane]!].items.append(item)
        }
        return stretches
    }

    private struct Speaker: Hashable {
        let lane: Lane
        let isServer: Bool

        init?(_ line: Line) {
            lane = line.lane
            switch line.deed {
            case .send, .act(.flush), .act(.trailers): isServer = true
            case .receive: isServer = false
            case .act, .order, .callback, .await, .binding: return nil
            }
        }
    }
}

extension LaneTalk.Stretch {
    /// The request's target as it is written, and its method.
    var start: (method: String, target: Target)? {
        for item in items {
            if case .receive(.start(let method, let target, _))? = item.line?.deed {
                return (method.literal.map { String(decoding: $0, as: UTF8.self) } ?? "", target)
            }
        }
        return nil
    }

    /// The stretch has no load or request of its own, but a block in which a right client may do nothing.
    var onlyAllows: Bool {
        start == nil && items.first?.line?.beginsLoad != true
            && items.contains { if case .block(let block) = $0.form { block.isPermission } else { false } }
    }

    fileprivate var isBinding: Bool { items.allSatisfy { if case .binding? = $0.line?.deed { true } else { false } } }

    /// The order to load as a stretch of its own, and the rest.
    fileprivate var withoutOrder: [Self] {
        guard items.first?.line?.beginsLoad == true, items.count > 1 else { return [self] }
        return [Self(lane: lane, items: [items[0]]), Self(lane: lane, items: Array(items.dropFirst()))]
    }
}

extension Outline.Item {
    /// The lane of the line; for a block, that of its first line.
    var lane: Lane? {
        switch form {
        case .line(let line): return line.lane
        case .block(let block): return block.parts.lazy.flatMap(\.items).compactMap(\.lane).first
        case .setting, .strength, .remark: return nil
        }
    }
}

extension Line {
    var beginsLoad: Bool {
        switch deed {
        case .order(.load), .order(.resume): true
        default: false
        }
    }

    var beginsMessage: Bool {
        switch deed {
        case .send(let line): line.startsMessage
        case .receive(.start), .receive(.raw(_, .start)): true
        default: false
        }
    }

    fileprivate var bindsOrBegins: Bool {
        switch deed {
        case .binding, .receive(.start), .receive(.raw(_, .start)): true
        default: false
        }
    }

    fileprivate var endsHead: Bool {
        switch deed {
        case .send(.headEnd), .receive(.headEnd): true
        default: false
        }
    }
}
