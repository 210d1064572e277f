// StepKind.swift: the table of steps, the biggest first.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// What a step makes smaller. `docs/shrink.md` says it of each.
package enum StepKind: String, CaseIterable, Sendable {
    case remarks, callbacks, loads, exchanges, blocks, rounds, replies, bodies, proxies, security, origins, lanes,
        cookies, lines, indented
    case words, members, values, numbers, texts

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
