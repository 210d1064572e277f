// Recogniser.swift: judges traces in letters slowly and plainly, to check the machines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

@testable import QuintainOrder

/// The grammars as the documents' summary has them, and those guards that letters can express.
final class Recogniser {
    let contract: Contract
    let pattern: Pattern
    /// The patterns met so far, and where letters lead from them.
    private var numbers: [Pattern: Int] = [:]
    private var patterns: [Pattern] = []
    private var steps: [[Character: Int]] = []

    /// The letter at which a trace stops being a prefix of a legal one, or that it is incomplete, or no fault.
    enum Verdict: Hashable {
        case legal
        case unfinished
        case broken(at: Int)
    }

    init(_ contract: Contract) {
        self.contract = contract
        let task = PatternReader.read(Self.grammars[contract]!)
        // session = interleaving of task traces, then I? ; here one task, or none.
        pattern =
            contract.family == .session
            ? .either(.sequence(task, .either(.letter("I"), .empty)), .letter("I")) : task
    }

    func verdict(_ letters: [Character]) -> Verdict {
        var state = number(pattern)
        for (index, letter) in letters.enumerated() {
            if letter == "!", contract != .urlprotocolClient {
                if !isDueReply(letters, index) { return .broken(at: index) }
                continue
            }
            state = step(state, letter)
            if patterns[state].isHopeless || !keepsGuards(Array(letters[...index])) { return .broken(at: index) }
        }
        return patterns[state].mayEnd ? .legal : .unfinished
    }

    // MARK: The grammar

    private func number(_ pattern: Pattern) -> Int {
        if let number = numbers[pattern] { return number }
        numbers[pattern] = patterns.count
        patterns.append(pattern)
        steps.append([:])
        return patterns.count - 1
    }

    private func step(_ state: Int, _ letter: Character) -> Int {
        if let known = steps[state][letter] { return known }
        let next = number(patterns[state].after(letter))
        steps[state][letter] = next
        return next
    }

    // MARK: Guards

    private func keepsGuards(_ letters: [Character]) -> Bool {
        switch contract.family {
        // U3: at most once per task.
        case .session: letters.count { $0 == "w" } <= 1
        // C12: one way to be challenged.
        case .connection: !letters.contains("A") || !letters.contains { "pax".contains($0) }
        case .download, .client: true
        }
    }

    /// Q: there is a question without a reply, and nothing has come since, except its withdrawal.
    private func isDueReply(_ letters: [Character], _ index: Int) -> Bool {
        guard let question = letters[..<index].lastIndex(where: { questions.contains($0) }) else { return false }
        let between = letters[(question + 1)..<index]
        if between.contains("!") { return false }
        if perhaps.contains(letters[question]) { return true }
        return between.allSatisfy { $0 == "x" && letters[question] == "a" }
    }

    private var questions: String {
        switch contract.family {
        case .session: "rASBRHd" + perhaps
        case .connection: "uqrpaABH"
        case .download: "uqrpag" + perhaps
        case .client: ""
        }
    }

    /// Not documented as questions: a reply to them may come at any time.
    private var perhaps: String {
        switch contract.family {
        case .session: "K"
        case .download: "t"
        case .connection, .client: ""
        }
    }

    // MARK: Grammars

    private static let grammars: [Contract: String] = [
        // R [D s]* in place of R D*: the early response.
        .urlsessionData: """
        PRE    = c? [d w S A B s i r]*
        data   = PRE ( (R D*)+ H? m? Z  |  (R D*)* m? E )
        become = PRE R K ( W* F m? Z | W* m? E )
        task   = data | become
        """.replacing("R D*", with: "R [D s]*"),
        .urlsessionDownload: """
        PRE      = c? [d w S A B s i r]*
        download = PRE ( O? W* F m? Z  |  O? W* F? m? E )
        """,
        .urlsessionHandler: "handler  = c? [d w S A B s i r m]* X",
        .nsurlconnectionData: """
        CH       = A | p (a x?)? | a x?
        NPRE     = u? ( q | r | B | s | CH )*
        data     = NPRE ( (R D*)+ H? Z | (R D*)* H? E )
        """,
        .nsurlconnectionDownload: """
        CH       = A | p (a x?)? | a x?
        NPRE     = u? ( q | r | B | s | CH )*
        download = NPRE ( [W M]* Y | [W M]* E )
        """,
        .nsurldownload: """
        DPRE = b u? ( q | r | p (a x?)? | a x? )*
        body = [R N] ( R | n | g )* ( t [n R]* )? C [n R]*
        nd   = DPRE ( body Z  |  ( [R N] (R|n|g)* (t [n R]*)? (C [n R]*)? )? E )
        """,
        .urlprotocolClient: """
        PP = ( r | a [! x] )*
        pc = L ( PP v? R D* Z  |  PP ( v? R D* )? E  |  PP ( a? | v? (R D*)? ) )  T?
        """,
    ]
}
