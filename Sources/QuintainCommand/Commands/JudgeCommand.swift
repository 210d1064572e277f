// JudgeCommand.swift: `quintain judge`, a recorded trace judged by a contract.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainOrder
import QuintainReport
import QuintainWords

enum JudgeCommand {
    static let subcommand = Subcommand(usage: usage, run: run)

    private static let usage = Usage(
        name: "judge",
        summary: "judges a recorded trace of callbacks by an API's contract",
        form: "--contract NAME FILE",
        wordsAtMost: 1,
        about: """
            Reads JSON Lines, one record a line: {"callback": "didReceiveResponse", "status": 200}. FILE may be '-', for
            standard input. Prints which rule is broken, where, what would have been allowed, and whose fault it is.
            A member "task" tells the records of several tasks apart. docs/contracts.md has the rules and the names.

            Exit status 0: the contract is kept (warnings are printed); 1: it is broken; 2: the file is no trace.
            """,
        options: [
            .init("--contract", "NAME", "the contract; --list prints all names"),
            .init("--prefix", nil, "the trace was cut off: a missing end is no fault"),
            .init("--every-reply", nil, "all replies are recorded: a question without a reply is a fault"),
            .init("--json", nil, "prints JSON objects, one a line: the findings, then the verdict"),
            .init("--list", nil, "lists the contracts; with --contract, its callbacks and rules"),
            .colour,
        ],
        examples: [
            "quintain judge --contract urlsession-data trace.jsonl",
            "quintain judge --contract urlsession-download --prefix - <trace.jsonl",
        ])

    @OnLoop
    private static func run(_ arguments: Arguments) throws(WrongUse) -> Status {
        let contract = try contract(arguments)
        if arguments.has("--list") {
            Output.write(contract.map(ContractText.vocabulary) ?? ContractText.list)
            return .asExpected
        }
        guard let contract else {
            throw WrongUse(
                "which contract?", help: "write '--contract NAME'; 'quintain judge --list' has the names")
        }
        guard let path = arguments.words.first else {
            throw WrongUse("which trace?", help: "write 'quintain judge --contract \(contract.name) FILE'")
        }
        let report = JudgeReport(
            path: path == "-" ? "standard input" : path, contract: contract, isJSON: arguments.has("--json"),
            style: try arguments.style())
        return try judge(path, arguments, report)
    }

    private static func contract(_ arguments: Arguments) throws(WrongUse) -> Contract? {
        guard let name = arguments.value("--contract") else { return nil }
        if let contract = Contract(rawValue: name) { return contract }
        let names = Contract.allCases.map(\.name)
        throw WrongUse(
            "there is no contract '\(name)'",
            help: NearestWord.suggestion(for: name, among: names) ?? "one of: \(names.joined(separator: ", "))")
    }

    private static func judge(
        _ path: String, _ arguments: Arguments, _ report: consuming JudgeReport
    ) throws(WrongUse) -> Status {
        var report = report
        let file = try TraceFile(path)
        var judgement = Judgement(report.contract, recordsEveryReply: arguments.has("--every-reply"))
        var reader = TraceReader(report.contract)
        do throws(TraceFault) {
            var isMore = true
            while isMore {
                isMore = try file.piece { piece throws(TraceFault) in
                    try reader.take(piece) { event throws(TraceFault) in
                        try happened(event, &judgement, &report)
                    }
                }
            }
            try reader.finish(isPrefix: arguments.has("--prefix")) { event throws(TraceFault) in
                try happened(event, &judgement, &report)
            }
        } catch {
            report.flush()
            let help = error.word.flatMap { NearestWord.suggestion(for: $0, among: error.names) } ?? error.help
            Output.complain("\(report.path):\(error.line): error: \(error.message)\n  help: \(help)")
            return .wrongUse
        }
        if let failure = file.failure { throw failure }
        report.add(judgement.finished(isPrefix: arguments.has("--prefix")), at: max(1, reader.line))
        report.flush()
        report.close(callbacks: judgement.callbacks, tasks: judgement.taskCount)
        return report.failures > 0 ? .notAsExpected : .asExpected
    }

    private static func happened(
        _ event: TraceEvent, _ judgement: inout Judgement, _ report: inout JudgeReport
    ) throws(TraceFault) {
        let findings: [TraceFinding]
        do throws(Judgement.TooManyTasks) {
            findings = try judgement.happened(event)
        } catch {
            throw TraceFault(
                line: event.place, message: "more than \(error.limit) tasks in one trace",
                help: "record one session in a file")
        }
        report.passed(event)
        if !findings.isEmpty { report.add(findings, at: event.place) }
    }
}
