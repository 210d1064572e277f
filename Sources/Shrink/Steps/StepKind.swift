// StepKind.swift: the table of steps, the biggest first.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// What a step makes smaller. `docs/shrink.md` has the same table.
package enum StepKind: String, CaseIterable, Sendable {
    case remarks, callbacks, loads, exchanges, blocks, rounds, replies, bodies, proxies, security, origins, lanes,
        cookies, lines, indented
    case words, members, values, numbers, texts

    package var summary: String {
        switch self {
        case .remarks: "comments but for the title, empty lines, tags, and all sources but the first go"
        case .callbacks: "all callbacks go, so that the file speaks of the wire alone"
        case .loads: "a load goes: from its order to the next one of its lane"
        case .exchanges:
            "a request goes with its reply and its callbacks; in a chain, the hop before leads to the hop behind"
        case .blocks: "a block goes, or a part of an any-order, or a branch that says '! wrong' under 'must'"
        case .rounds: "a block is repeated less often, or once, without the word"
        case .replies: "one of several replies goes, such as a 100"
        case .bodies: "a body goes, with the callbacks that report it or without"
        case .proxies: "a proxy goes, with every CONNECT to it"
        case .security: "an origin speaks without TLS"
        case .origins: "what an origin is asked for is asked of main, unless the origin must not get a field"
        case .lanes: "a lane loses its name"
        case .cookies: "a cookie goes: the fields that set it, and what is asked for of it"
        case .lines: "a line goes: a field, a line of a body, a callback, an act, an order, a setting"
        case .indented: "a line that is indented below another one goes"
        case .words: "a word goes, of a callback, an act, an order, an origin or a start line"
        case .members: "a member of a field's value goes, between commas or semicolons, or a line of a string"
        case .values: "a value loses its last transform, or becomes the text that it stands for, or a letter"
        case .numbers: "a number but a status becomes 0, 1 or half of it, wherever it stands: a size, a time, a count"
        case .texts: "a text becomes nothing, its first letter or its first half, wherever it stands"
        }
    }

    /// Several of these are taken at once while there are many.
    var isTakenTogether: Bool {
        switch self {
        case .remarks, .loads, .exchanges, .replies, .lines, .indented: true
        case .callbacks, .blocks, .rounds, .bodies, .proxies, .security, .origins, .lanes, .cookies, .words, .members,
            .values,
            .numbers,
            .texts:
            false
        }
    }
}

extension StepKind {
    /// Whether a step changes the text of one line, which may allow something else then.
    fileprivate var isOfOneLine: Bool { [.words, .members, .values].contains(self) }

    /// Whether a step changes numbers or texts.
    fileprivate var changesBounds: Bool { [.members, .values, .numbers, .texts].contains(self) }
}

extension Outline {
    /// All steps of a kind that the draft allows, from top to bottom. Those that change nothing are left out.
    func steps(_ kind: StepKind) -> [Reduction] {
        let steps =
            switch kind {
            case .remarks: remarkSteps
            case .callbacks: callbackSteps
            case .loads: loadSteps
            case .exchanges: exchangeSteps
            case .blocks: blockSteps
            case .rounds: roundSteps
            case .replies: replySteps
            case .bodies: bodySteps
            case .proxies: proxySteps
            case .security: securitySteps
            case .origins: originSteps
            case .lanes: laneSteps
            case .cookies: cookieSteps
            case .lines: lineSteps
            case .indented: indentedSteps
            case .words: wordSteps
            case .members: memberSteps
            case .values: valueSteps
            case .numbers: numberSteps
            case .texts: textSteps
            }
        let fixed = (kind.isOfOneLine ? allowedRows : []).union(kind.changesBounds ? boundRows : [])
        return steps.filter { !$0.isIdle && fixed.isDisjoint(with: $0.replaced.keys) && keepsMeanings($0) }
    }
}
