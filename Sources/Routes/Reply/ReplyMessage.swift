// ReplyMessage.swift: divides the lines of a reply into messages.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainReply
internal import QuintainScenario

/// One message of a reply, with its acts; acts before the first start line belong to the first message.
struct ReplyMessage {
    let steps: [ReplyStep]

    /// The messages: each begins with a start line; acts before the first belong to the first.
    static func split(_ steps: [ReplyStep]) -> [ReplyMessage] {
        var messages: [ReplyMessage] = []
        var current: [ReplyStep] = []
        var hasStart = false
        for step in steps {
            if case .send(let line, _) = step, line.startsMessage {
                if hasStart {
                    messages.append(ReplyMessage(steps: current))
                    current = []
                }
                hasStart = true
            }
            current.append(step)
        }
        messages.append(ReplyMessage(steps: current))
        return messages
    }

    /// The message has raw lines, whose framing is the author's.
    var hasRawLine: Bool {
        steps.contains { if case .send(.raw, _) = $0 { true } else { false } }
    }

    /// The start line, if it was written as one.
    var start: Template? {
        for case .send(.start(let template), _) in steps { return template }
        return nil
    }

    /// `! close` directly under the body, or the bare mark: the end of the connection is the end of the body.
    var closeEndsBody: Bool {
        let last = steps.lastIndex { step in
            switch step {
            case .send(.body, _), .send(.headEnd, _): true
            case .send, .act: false
            }
        }
        guard let last, last + 1 < steps.count, case .act(.close, _) = steps[last + 1] else { return false }
        return true
    }

    /// An act behind the last line keeps the stream from ending.
    var isCutShort: Bool {
        for step in steps.reversed() {
            switch step {
            case .send: return false
            case .act(.close, _), .act(.reset, _), .act(.stall, _): return true
            case .act: continue
            }
        }
        return false
    }

    /// The kinds of lines that follow this step in the message.
    func continuation(behind index: Int) -> Continuation {
        steps[(index + 1)...].reduce(into: Continuation()) { found, step in
            switch step {
            case .send(let line, _): if let kind = Continuation(line) { found.insert(kind) }
            case .act(.trailers, _): found.insert(.trailer)
            case .act: break
            }
        }
    }

    /// Whether a body line directly follows another one.
    func isJoined(_ index: Int) -> Bool { index > 0 && isBody(index) && isBody(index - 1) }

    private func isBody(_ index: Int) -> Bool {
        if case .send(.body, _) = steps[index] { true } else { false }
    }
}
