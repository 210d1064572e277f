// CommonFields.swift: `fields`, the header fields that every reply of a file of routes has.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// A field line that the replies below `fields` have beside their own.
struct CommonField {
    /// In lower case.
    let name: String
    let line: Template
    let place: Place

    var step: ReplyStep { .send(.field(line, name: name), place) }

    /// The lines of a reply with these fields behind those of its head. A field that the head has itself stays as it
    /// is; a 1xx gets none, and neither does a reply whose bytes are all the author's.
    static func added(_ common: [CommonField], to steps: [ReplyStep]) -> [ReplyStep] {
        var result: [ReplyStep] = []
        for message in messages(steps) {
            guard let end = message.lastIndex(where: { $0.isHeadLine }), !message.contains(where: { $0.isRaw }) else {
                result += message
                continue
            }
            let own = Set(message.compactMap(\.fieldName))
            result += message[...end]
            if !message.contains(where: { $0.isInformational }) {
                result += common.filter { !own.contains($0.name) }.map(\.step)
            }
            result += message[(end + 1)...]
        }
        return result
    }

    /// The lines of each message by themselves; acts above the first belong to it.
    private static func messages(_ steps: [ReplyStep]) -> [ArraySlice<ReplyStep>] {
        let starts = steps.indices.filter { steps[$0].isStart }.dropFirst()
        var messages: [ArraySlice<ReplyStep>] = []
        var first = 0
        for start in starts {
            messages.append(steps[first..<start])
            first = start
        }
        return messages + [steps[first...]]
    }
}

extension ReplyStep {
    fileprivate var isStart: Bool { if case .send(.start, _) = self { true } else { false } }
    fileprivate var isRaw: Bool { if case .send(.raw, _) = self { true } else { false } }

    fileprivate var isHeadLine: Bool {
        switch self {
        case .send(.start, _), .send(.field, _): true
        default: false
        }
    }

    fileprivate var fieldName: String? {
        if case .send(.field(_, let name, _), _) = self { name } else { nil }
    }

    fileprivate var isInformational: Bool { if case .send(let line, _) = self { line.isInformational } else { false } }
}

extension ScenarioBuilder {
    /// Reads `fields Name: value`, and more fields indented below; `fields` alone ends those of one further up.
    mutating func commonFields(_ rest: Text, _ word: Text, _ inner: [Text]) {
        guard scope.isRoutes else {
            faults.add(
                .notHere, word.place, "'fields' belongs in a file of routes",
                help: "write the fields below the start line of the reply")
            return
        }
        scope.endExchange()
        draft.exchanges.beginCommon()
        for text in [rest] + inner where !text.isEmpty {
            guard let name = text.fieldName else {
                faults.add(
                    .badField, text.place, "'\(text.string)' is no field line",
                    help: "behind 'fields', and indented below it, stand fields: 'Name: value'")
                continue
            }
            let line = reader.template(text, .send)
            reader.checkGenerators(of: .field(line, name: name))
            draft.exchanges.add(common: CommonField(name: name, line: line, place: text.place))
        }
    }
}
