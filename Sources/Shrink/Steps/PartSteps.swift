// PartSteps.swift: steps that take out whole parts: loads, exchanges, replies, bodies, lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWords

extension Outline {
    private var conversations: [LaneTalk] { lists.map(LaneTalk.init) }
    private var conversationsAskedFor: [LaneTalk] { listsAskedFor.map(LaneTalk.init) }

    /// The title stays, and the first source: they say what the scenario is about.
    var remarkSteps: [Reduction] {
        let title = rows.indices.first { anatomies[$0].form == .comment }
        let source = rows.indices.first { anatomies[$0].word == .spec }
        return lists.flatMap { list in
            list.indices.compactMap { index in
                let item = list[index]
                guard item.first != title, item.first != source else { return nil }
                switch item.form {
                case .remark, .setting(.spec), .setting(.tags): return .removing(item.rows)
                // It applies from its line down, and nothing is there.
                case .setting(.level), .setting(.within):
                    return list[(index + 1)...].contains(where: \.isPlayed) ? nil : .removing(item.rows)
                case .strength:
                    // `should` above its own `end`.
                    let end = list.dropFirst(index + 1).first
                    guard anatomies[item.first].opensLevel, let end, anatomies[end.first].word == .end else {
                        return nil
                    }
                    return .removing([item.first, end.first])
                case .setting, .line, .block: return nil
                }
            }
        }
    }

    /// All callbacks go at once: as long as one is written, the callbacks of a line that is gone may count as breaches.
    var callbackSteps: [Reduction] {
        let callbacks = lists.joined().filter { $0.line?.callback != nil }
        return callbacks.isEmpty ? [] : [.removing(callbacks.flatMap(\.rows))]
    }

    var loadSteps: [Reduction] { conversationsAskedFor.flatMap(\.loads).filter { !$0.onlyAllows }.map(\.step) }

    var exchangeSteps: [Reduction] {
        conversationsAskedFor.flatMap { conversation in
            let exchanges = conversation.exchanges.filter { !$0.onlyAllows }
            return exchanges.enumerated().flatMap { index, exchange -> [Reduction] in
                let next = exchanges[(index + 1)...].first { $0.lane == exchange.lane && $0.start != nil }
                guard let from = exchange.start?.target, let to = next?.start?.target, from != to,
                    let old = written(exchange), let new = written(next!)
                else {
                    return [exchange.step]
                }
                return [exchange.step, exchange.step.joined(with: renaming(old, new, but: Set(exchange.rows)))]
            }
        }
    }

    /// The request's target as it is written.
    private func written(_ exchange: LaneTalk.Stretch) -> String? {
        for item in exchange.items {
            guard case .receive(.start)? = item.line?.deed, anatomies[item.first].words.count > 1 else { continue }
            return text(item.first, anatomies[item.first].words[1])
        }
        return nil
    }

    var replySteps: [Reduction] {
        conversations.flatMap(\.messages).filter { message in
            if case .send? = message.items.first?.line?.deed { true } else { false }
        }.map(\.step)
    }

    var bodySteps: [Reduction] {
        conversations.flatMap { conversation in
            conversation.bodies.flatMap { body -> [Reduction] in
                let end = body.items.last?.first ?? 0
                let below = conversation.items.drop { $0.first <= end }.prefix { item in
                    item.line.map { !($0.lane == body.lane && $0.beginsMessage) } ?? true
                }
                let reports = below.filter { $0.lane == body.lane && $0.line?.reportsBody == true }
                return [body.step, body.step.joined(with: .removing(reports.flatMap(\.rows)))]
            }
        }
    }

    /// The first line of a message is left to the steps that take the message: without it, what stands below would
    /// become something else.
    var lineSteps: [Reduction] {
        let askedFor = Set(listsAskedFor.joined().map(\.first))
        return lists.joined().flatMap { item -> [Reduction] in
            switch item.form {
            // Without these settings, more would be asked of clients than the file asks.
            case .setting(.spec), .setting(.needs), .setting(.within), .strength, .remark, .block: return []
            case .setting(.level) where !isMust(item): return []
            case .setting: return [.removing(item.rows)]
            case .line(let line):
                guard !line.beginsMessage, !isPermission(line),
                    line.callback == nil || askedFor.contains(item.first)
                else { return [] }
                let whole = Reduction.removing(item.rows)
                return [reported(item, line).map { whole.joined(with: $0) } ?? whole]
            }
        }
    }

    /// Whether the callback that the line allows would be a breach without it.
    private func isPermission(_ line: Line) -> Bool {
        guard let callback = line.callback, callback.occurrence == .optional else { return false }
        return callback.kind.isAlwaysCounted
            || lists.joined().filter { $0.line?.callback?.kind == callback.kind }.count > 1
    }

    private func isMust(_ item: Item) -> Bool {
        anatomies[item.first].words.last.map { text(item.first, $0) } == "must"
    }

    /// Takes the line of a reply's body out of the strings in which it is reported.
    private func reported(_ item: Item, _ line: Line) -> Reduction? {
        guard case .send(.body) = line.deed else { return nil }
        let body = text(item.first, anatomies[item.first].content)
        guard !body.isEmpty, !body.hasPrefix("{{") else { return nil }
        var step = Reduction()
        for (index, anatomy) in anatomies.enumerated() where anatomy.form == .callback {
            for range in anatomy.strings {
                let reported = text(index, range)
                for part in ["\\r\\n\(body)", "\\n\(body)", "\(body)\\r\\n", "\(body)\\n"] where reported.contains(part)
                {
                    let rest = reported.replacing(part, with: "", maxReplacements: 1)
                    step.replaced[index] = rows[index].replacing(range, with: rest)
                    break
                }
            }
        }
        return step
    }

    var indentedSteps: [Reduction] {
        lists.joined().flatMap { item -> [Reduction] in
            guard item.rows.count > 1 else { return [] }
            if case .block = item.form { return [] }
            return item.rows.dropFirst().map { .removing([$0]) }
        }
    }
}

extension Line {
    fileprivate var callback: Callback? { if case .callback(let callback) = deed { callback } else { nil } }

    fileprivate var reportsBody: Bool {
        switch callback?.kind {
        case .data, .event, .progress, .file: true
        default: false
        }
    }
}

extension Outline.Item {
    fileprivate var isPlayed: Bool {
        switch form {
        case .line, .block: true
        case .remark, .setting, .strength: false
        }
    }
}
