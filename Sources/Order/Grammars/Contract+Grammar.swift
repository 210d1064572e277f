// Contract+Grammar.swift: a contract's machine, its phases as plain numbers.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Contract {
    /// A phase of any contract's grammar; the number means something only together with the contract.
    package typealias PhaseNumber = UInt8

    package var firstPhase: PhaseNumber { with(0) { $0.first } }

    /// The phase after the end of a task.
    package var endPhase: PhaseNumber { with(0) { $0.end } }

    /// The phase after the callback; nil if it may not come here.
    package func next(_ phase: PhaseNumber, _ callback: TracedCallback) -> PhaseNumber? {
        switch self {
        case .urlsessionData: SessionLoad.numbered(phase, callback)
        case .urlsessionDownload: SessionDownload.numbered(phase, callback)
        case .urlsessionHandler: SessionHandler.numbered(phase, callback)
        case .nsurlconnectionData: ConnectionLoad.numbered(phase, callback)
        case .nsurlconnectionDownload: ConnectionDownload.numbered(phase, callback)
        case .nsurldownload: FileDownload.numbered(phase, callback)
        case .urlprotocolClient: ProtocolClient.numbered(phase, callback)
        }
    }

    /// The callbacks that may come in this phase, by the order alone.
    package func allowed(in phase: PhaseNumber) -> [TracedCallback] {
        alphabet.map(\.callback).filter { next(phase, $0) != nil }
    }

    func breach(_ phase: PhaseNumber, _ callback: TracedCallback) -> (rule: Rule, next: PhaseNumber) {
        switch self {
        case .urlsessionData: SessionLoad.numberedBreach(phase, callback)
        case .urlsessionDownload: SessionDownload.numberedBreach(phase, callback)
        case .urlsessionHandler: SessionHandler.numberedBreach(phase, callback)
        case .nsurlconnectionData: ConnectionLoad.numberedBreach(phase, callback)
        case .nsurlconnectionDownload: ConnectionDownload.numberedBreach(phase, callback)
        case .nsurldownload: FileDownload.numberedBreach(phase, callback)
        case .urlprotocolClient: ProtocolClient.numberedBreach(phase, callback)
        }
    }

    /// The rule that is broken if the task ends in this phase; nil if it may.
    package func missing(_ phase: PhaseNumber) -> Rule? {
        with(phase) { grammar in grammar.missing }
    }

    package func hasEnded(_ phase: PhaseNumber) -> Bool {
        switch self {
        case .urlsessionData: phase == SessionLoad.end.rawValue
        case .urlsessionDownload: phase == SessionDownload.end.rawValue
        case .urlsessionHandler: phase == SessionHandler.end.rawValue
        case .nsurlconnectionData: phase == ConnectionLoad.end.rawValue
        case .nsurlconnectionDownload: phase == ConnectionDownload.end.rawValue
        case .nsurldownload: phase == FileDownload.end.rawValue
        case .urlprotocolClient:
            phase == ProtocolClient.end.rawValue || phase == ProtocolClient.Phase.ended.rawValue
        }
    }

    package func title(_ phase: PhaseNumber) -> String { with(phase) { $0.title } }

    package func about(_ phase: PhaseNumber) -> String { with(phase) { $0.about } }

    package var phaseCount: Int {
        switch self {
        case .urlsessionData: SessionLoad.Phase.allCases.count
        case .urlsessionDownload: SessionDownload.Phase.allCases.count
        case .urlsessionHandler: SessionHandler.Phase.allCases.count
        case .nsurlconnectionData: ConnectionLoad.Phase.allCases.count
        case .nsurlconnectionDownload: ConnectionDownload.Phase.allCases.count
        case .nsurldownload: FileDownload.Phase.allCases.count
        case .urlprotocolClient: ProtocolClient.Phase.allCases.count
        }
    }

    private func with<Result>(_ phase: PhaseNumber, _ ask: (PhaseFacts) -> Result) -> Result {
        let facts =
            switch self {
            case .urlsessionData: SessionLoad.facts(phase)
            case .urlsessionDownload: SessionDownload.facts(phase)
            case .urlsessionHandler: SessionHandler.facts(phase)
            case .nsurlconnectionData: ConnectionLoad.facts(phase)
            case .nsurlconnectionDownload: ConnectionDownload.facts(phase)
            case .nsurldownload: FileDownload.facts(phase)
            case .urlprotocolClient: ProtocolClient.facts(phase)
            }
        return ask(facts)
    }
}

/// A grammar's description of one of its phases.
private struct PhaseFacts {
    let first: UInt8
    let end: UInt8
    let missing: Rule?
    let title: String
    let about: String
}

extension Grammar {
    /// Numbers come from this grammar only, so there is a phase for each.
    private static func phase(_ number: UInt8) -> Phase { Phase(rawValue: number)! }

    fileprivate static func numbered(_ phase: UInt8, _ callback: TracedCallback) -> UInt8? {
        next(self.phase(phase), callback)?.rawValue
    }

    fileprivate static func numberedBreach(_ phase: UInt8, _ callback: TracedCallback) -> (rule: Rule, next: UInt8) {
        let breach = breach(self.phase(phase), callback)
        return (breach.rule, breach.next.rawValue)
    }

    fileprivate static func facts(_ number: UInt8) -> PhaseFacts {
        let phase = phase(number)
        return PhaseFacts(
            first: first.rawValue, end: end.rawValue, missing: missing(phase), title: title(phase), about: about(phase))
    }
}
