// ContractWatch.swift: judges the callbacks of a case by the contract of its API, as they come.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainDriver
import QuintainOrder
import QuintainScenario
package import QuintainTalk
package import QuintainWords

/// Judges each load of a case by its contract, with one judgement for each contract.
package struct ContractWatch {
    private let style: APIStyle?
    private let reportable: Set<CallbackKind>
    private var judges: [Contract: Judge] = [:]
    private var loads: [Int: Load] = [:]
    package private(set) var findings: [Found] = []
    /// The number in the transcript of the event that is being judged.
    package var event: Int?

    /// A broken rule, and the event of the transcript that breaks it; nil: something is missing at the end.
    package struct Found {
        var finding: TraceFinding
        package var event: Int?

        package var rule: String { finding.rule.name }
        package var sentence: String { finding.sentence }
        package var isFailure: Bool { finding.weight == .failure }
        /// Of the response that breaks it.
        package var status: Int? { finding.event?.fields.status }
        /// The sources of the rule, if a document has it.
        package var citation: String? {
            let sources = finding.rule.entry.sources.map(\.text)
            return sources.isEmpty ? nil : sources.joined(separator: "; ")
        }
    }

    private struct Load {
        var kind: LoadKind
        var contract: Contract
        var resumes: Bool
        var hasBegun = false
        var hasEnded = false
        /// The client was told to end while the load was under way.
        var isEnding = false
        var hasBecomeDownload = false
        /// The number of protocol instances, one more for each redirect that was followed.
        var instances = 1
        /// The question that waits for its answer.
        var asked: CallbackKind?
    }

    /// A judgement cannot be copied, so it lives in a box.
    private final class Judge {
        var judgement: Judgement
        init(_ contract: Contract) { judgement = Judgement(contract, recordsEveryReply: true) }
    }

    /// A client without a style is not judged.
    package init(style: APIStyle?, _ greeting: Greeting) {
        self.style = style
        reportable = Set(greeting.callbacks.keys)
    }

    package mutating func ordered(load: Int, _ kind: LoadKind, resumes: Bool = false) {
        guard let style, let contract = ContractTable.contract(style, kind),
            ContractTable.needed(contract).isSubset(of: reportable)
        else { return }
        loads[load] = Load(kind: kind, contract: contract, resumes: resumes)
    }

    package mutating func reported(_ callback: ReportedCallback, load number: Int) {
        guard var load = loads[number], let name = ContractTable.callback(callback, load.contract) else { return }
        if !load.hasBegun {
            load.hasBegun = true
            if let opening = ContractTable.opening(load.contract) { tell(opening, number, load) }
        }
        if name == .downloadDidFinish, !reportable.contains(.progress) { tell(.didReceiveDataOfLength, number, load) }
        var fields = ContractTable.fields(callback)
        if load.contract.family == .session {
            fields.isInBackground = false
            fields.hasResumeData = load.resumes
            if reportable.contains(.needBody) { fields.isStreamed = load.kind == .stream }
        }
        // The cancel is recorded only now: callbacks on their way when the driver was told to end come before it.
        if load.isEnding, callback.kind == .fail { tell(.cancel, number, load) }
        tell(name, number, load, fields)
        load.hasEnded = load.hasEnded || callback.kind.endsLoad
        // An answer behind a cancelled challenge reaches nobody.
        if callback.kind == .challengeCancelled { load.asked = nil }
        if load.contract.asks(name) || load.contract == .urlprotocolClient && name == .didReceiveChallenge {
            if callback.question == nil {
                // An option has decided beforehand; the decision is not reported.
                reply(nil, number, load)
            } else {
                load.asked = callback.kind
            }
        }
        loads[number] = load
    }

    package mutating func answered(_ decision: ResolvedDecision, load number: Int, to kind: CallbackKind) {
        if kind == .redirect { redirected(decision, number) }
        guard var load = loads[number], load.asked != nil else { return }
        load.asked = nil
        reply(ContractTable.decision(decision, to: kind), number, load)
        // In the older APIs a cancel may answer a challenge, and its error is reported; elsewhere it ends the load.
        let isAnswer = kind == .challenge && load.contract.family != .session
        if decision.word == .cancel, !isAnswer { tell(.cancel, number, load) }
        if kind == .response, decision.word == .download, load.contract == .urlsessionData, !load.hasBecomeDownload {
            // The language has no word for this callback: the file and its progress come next.
            load.hasBecomeDownload = true
            tell(.didBecomeDownloadTask, number, load)
        }
        loads[number] = load
    }

    /// The loading system stops the instance of a protocol that was redirected, and makes another for the new URL.
    private mutating func redirected(_ decision: ResolvedDecision, _ number: Int) {
        guard var load = loads[number], load.contract == .urlprotocolClient,
            decision.word.map({ [.byDefault, .to, .body].contains($0) }) == true
        else { return }
        tell(.stopLoading, number, load)
        load.instances += 1
        load.hasBegun = false
        loads[number] = load
    }

    package mutating func cancelled(load number: Int) {
        guard let load = loads[number], !load.hasEnded else { return }
        tell(.cancel, number, load)
    }

    /// The driver is told to end: loads under way will be cancelled, and nobody knows after which callback.
    package mutating func ending() {
        for (number, load) in loads where !load.hasEnded { loads[number]?.isEnding = true }
    }

    /// - Parameter isPrefix: the client did not get as far as it should, so missing callbacks break no rule.
    package mutating func finished(isPrefix: Bool) {
        for (number, load) in loads.sorted(by: { $0.key < $1.key }) where load.isEnding && !load.hasEnded {
            tell(.cancel, number, load)
        }
        for (_, judge) in judges.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            findings += judge.judgement.finished(isPrefix: isPrefix).map { Found(finding: $0) }
        }
    }

    private mutating func reply(_ decision: TraceEvent.Answer?, _ number: Int, _ load: Load) {
        var fields = TraceEvent.Fields()
        fields.decision = decision
        tell(.reply, number, load, fields)
    }

    private mutating func tell(
        _ callback: TracedCallback, _ number: Int, _ load: Load, _ fields: TraceEvent.Fields = .init()
    ) {
        let judge = judges[load.contract] ?? Judge(load.contract)
        judges[load.contract] = judge
        let task = load.instances == 1 ? String(number) : "\(number), instance \(load.instances)"
        let event = TraceEvent(callback, task: task, fields: fields)
        guard findings.count < Self.findingsAtMost else { return }
        // There are never more loads than a judgement takes.
        if let found = try? judge.judgement.happened(event) {
            findings += found.map { Found(finding: $0, event: self.event) }
        }
    }

    private static let findingsAtMost = 50
}
