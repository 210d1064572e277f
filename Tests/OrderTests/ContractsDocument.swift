// ContractsDocument.swift: the text of docs/contracts.md, made from the rules themselves.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

@testable import QuintainOrder

/// The text of docs/contracts.md: a test compares it with the file, and `make golden` writes it.
enum ContractsDocument {
    static var text: String {
        let parts =
            [opening, contents, judging, fields, doubts, speed]
            + Contract.Family.allCases.map(section) + [common]
        return parts.joined(separator: "\n\n") + "\n"
    }

    // MARK: The parts that are written

    private static let opening = """
        # The contracts

        What Apple's four loading APIs promise about the order of their callbacks, as grammars over one letter for each
        callback, with rules that have names and sources. They come from documents only: headers, class documentation, sample
        code and technical notes, never from watching an implementation. Where documents conflict or are silent, the doubt is
        kept: it is told as a warning and fails nobody.

        `quintain judge` holds a recorded trace against one of them, and `quintain explain RULE` tells about a rule. This page is made
        from the same source as both: `make golden` writes it, and the graphs in `contracts`, which `dot -Tsvg` of Graphviz draws.
        """

    private static var contents: String {
        let rows = Contract.allCases.map { contract in
            "| [`\(contract.name)`](#\(contract.name)) | \(contract.about) |"
        }
        return """
            | contract | what it is about |
            |---|---|
            \(rows.joined(separator: "\n"))
            """
    }

    private static let judging = """
        ## How a trace is judged

        A trace is JSON Lines, one record a line: `{"callback": "NAME"}` with further members. Blank lines are passed over, and
        so is every member that is not listed below. A line may have 1 MiB, a trace 100,000 tasks.

        - **Live.** Each record is judged as it comes. A broken rule is told with the record that breaks it, and not at the
          end; at the end only what is missing.
        - **Legal** is what matches the grammar as a whole. With `--prefix` it may also be the beginning of a match: for a client
          that died, or that still runs. Then a last line without its end is passed over, if its record breaks off.
        - **Guards** are rules that need more than the order of letters. One whose field is not in the trace is not applied.
        - **Tasks.** Records with a member `task`, a number or a text, are told apart by it; all without one belong to one
          task. A session is any interleaving of its tasks, then `didBecomeInvalid`, which belongs to none. A
          `didReceiveSessionChallenge` without a task is nobody's if the tasks have names. A `cancel` without one cancels all.
          A download that a data task became goes on under that task's name.
        - **Replies.** `{"callback": "reply"}` is the delegate's answer to the question before it in its task (without a `task`:
          to the last question asked). Replies that were not recorded are not missed, even if others were; so a callback
          behind a question tells nothing, and a reply behind that callback tells that the client did not wait (Q). A second
          reply to one question, or one that nothing asked for, is the driver's fault. A trace that records replies and ends
          with a question that has none is the driver's fault as well: it was never answered. `--every-reply` says that all
          are recorded: then a callback that does not wait is told at once. Under `urlprotocol-client` the answer to a
          challenge is part of the grammar, and is missed. Replies to `didBecomeDownloadTask` and to
          `decideDestinationWithSuggestedFilename` are let pass at any time: nothing says that these are questions.
        - **Cancel.** `{"callback": "cancel"}` is the client's own cancel. Behind it a trace may end anywhere (U18 warns of it,
          for a task of URLSession still tells its error). What was queued may still come, so the order holds on; the error of a
          URLSession task may come wherever the cancel strikes. See U18, C10 and N12.
        - **The end.** A trace that ends without its end is broken, unless `--prefix` or a cancel excuses it. An empty trace is
          one that ends too soon.
        - **After a broken rule** judging goes on, and each rule is told once for each task. A callback that belongs to an
          earlier phase is passed over; one that comes too early is taken as if what it needs had come before it. So one slip
          gives one finding, most of the time: the first is sure, the others are worth a look.
        - **Unknown names.** A callback that another contract knows, and this one does not, breaks `no-such-callback`, or the
          rule that says so (UD4, UD5, C15). A name that no contract knows is no trace at all: exit status 2.
        - **`--json`** prints one object for each finding (`line`, `rule`, `guards`, `weight`, `fault`, `sentence`, `text`,
          `sources`, `callback`, `task`, `allowed`; what does not apply is absent), then one with the `verdict` and counts.

        Exit status 0: kept, warnings or not; 1: broken; 2: not a trace, with the line and what to write instead.
        """

    private static let fields = """
        ### Members of a record

        | member | of which callbacks | what for |
        |---|---|---|
        | `task` | all | which task it is |
        | `error` | `didComplete` | there, and not null: it is the end with an error |
        | `redirectResponse` | `willSendRequest` | null: a canonical rewrite; else a redirect; absent: taken for the first, without C3 |
        | `status` (`statusCode`) | responses, redirects | U-1XX, U8, U9 |
        | `mime` (`mimeType`) | responses, `shouldDecodeSourceDataOfMIMEType` | U-ONE-R, C5, N7: only the first response's counts |
        | `method` (`authenticationMethod`) | challenges | U4, U5: `ServerTrust`, or `NSURLAuthenticationMethodServerTrust` |
        | `request`, `stream` | replies | null: nil was returned, unless the other is there: U9, C3, C4, C13, N11 |
        | `decision` | replies | `refuse` is nil for a request, `use` is a credential (U8), `decode` agrees (N12) |
        | `credential`, `decode` | replies | not null, true: as above |
        | `thread`, `queue` | all | C16, P9, P10: compared as text |
        | `background`, `streamed`, `resumeData`, `destinationSet` | any of the task | U2 and U17, U6, UD1 and N5, N8: true or false |
        | `fileExists`, `deletesFileUponFailure`, `resumeData` | `cancel` | N12 |
        | `policy` | `didReceiveResponse` of a protocol | P12: null is none |
        | `offset`, `bytes` | `didLoadData` | P12: where it begins, how long it is |
        """

    private static let speed = """
        ### What it costs

        A contract is a machine of a dozen phases and a few words of memory for each task, so a trace of any length is judged in
        the memory of its tasks. [performance.md](performance.md#judging) has the figures.
        """

    private static var doubts: String {
        let rows = Rule.allCases.filter { $0.entry.weight == .warning || $0.entry.remark != nil }.map { rule in
            "| [\(rule.name)](#\(anchor(rule))) | \(rule.entry.remark ?? rule.entry.broken) |"
        }
        return """
            ### Conflicts and gaps in the documents

            | rule | what is made of it |
            |---|---|
            \(rows.joined(separator: "\n"))
            """
    }

    // MARK: The parts that are made

    private static func section(_ family: Contract.Family) -> String {
        let contracts = Contract.allCases.filter { $0.family == family }
        var parts = ["## \(title(family))"]
        for contract in contracts {
            parts.append(
                """
                ### `\(contract.name)`

                \(contract.about).

                ```
                \(contract.grammar.joined(separator: "\n"))
                ```

                ![The phases of \(contract.name)](contracts/\(contract.name).svg)
                """)
        }
        parts.append("### Letters of \(title(family))\n\n" + letters(contracts[0]))
        parts.append("### Rules of \(title(family))")
        parts += Rule.rules(of: family).map(rule)
        return parts.joined(separator: "\n\n")
    }

    private static var common: String {
        (["## Every contract"] + Rule.ofEveryContract.map(rule)).joined(separator: "\n\n")
    }

    private static func title(_ family: Contract.Family) -> String {
        switch family {
        case .session: "URLSession"
        case .connection: "NSURLConnection"
        case .download: "NSURLDownload"
        case .client: "URLProtocolClient"
        }
    }

    private static func letters(_ contract: Contract) -> String {
        let rows = contract.alphabet.map { entry in
            let remark: String =
                switch entry.callback {
                case .didComplete: ", without `error`"
                case .didCompleteWithError: " with `error`"
                case .willSendRequest: " with `\"redirectResponse\": null`"
                case .willSendRequestAfterRedirect: " with a `redirectResponse`"
                case .didBecomeStreamTask: " (stands in no grammar)"
                case .didBecomeInvalid: " (the session's, behind all its tasks)"
                default: ""
                }
            return "| `\(entry.letter)` | `\(entry.callback.name)`\(remark) |"
        }
        return "| letter | name in a trace |\n|---|---|\n" + rows.joined(separator: "\n")
    }

    private static func rule(_ rule: Rule) -> String {
        let entry = rule.entry
        var lines = ["#### \(rule.name)", ""]
        let title = entry.title.prefix(1).uppercased() + entry.title.dropFirst()
        let guarded = entry.guards.map { " Guards [\($0.name)](#\(anchor($0)))." } ?? ""
        lines.append("**\(title).** \(entry.text)\(guarded)")
        lines.append("")
        switch entry.weight {
        case .failure: lines.append("- *Broken by:* \(entry.broken)")
        case .warning: lines.append("- *A warning:* \(entry.broken)")
        case .permission: lines.append("- *Permits:* \(entry.broken)")
        }
        if let remark = entry.remark { lines.append("- *In doubt:* \(remark)") }
        lines.append("- *Source:* \(entry.sources.map(\.text).joined(separator: "; ")).")
        lines.append("- *Kept by* \(example(entry.keeps))")
        if let breaks = entry.breaks { lines[lines.count - 1] += ", *broken by* \(example(breaks))" }
        return lines.joined(separator: "\n")
    }

    private static func example(_ example: Example) -> String { "`\(example.letters)` (\(example.contract.name))" }

    private static func anchor(_ rule: Rule) -> String { rule.name.lowercased() }
}
