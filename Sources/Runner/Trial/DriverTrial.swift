// DriverTrial.swift: tests a driver against the protocol, task by task.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
package import QuintainLoop
import QuintainScenario
package import QuintainSessions
import QuintainTranscript
import QuintainWords

/// Plays the tasks that every driver must get right, and reports for each whether it did.
@OnLoop
package enum DriverTrial {
    package struct Remark: Sendable, Equatable {
        package enum Kind: String, Sendable { case right, wrong, skipped }

        package var kind: Kind
        /// What was tested.
        package var subject: String
        /// What is wrong with it, or why it was skipped.
        package var sentences: [String]

        package init(_ kind: Kind, _ subject: String, _ sentences: [String] = []) {
            self.kind = kind
            self.subject = subject
            self.sentences = sentences
        }
    }

    /// Plays all tasks, and reports each remark as it comes. A fault in the greeting ends the trial, and so does the
    /// halt.
    package static func run(
        _ words: [String], deadlines: Deadlines = Deadlines(), authority: TestAuthority? = nil,
        halt: Halt = Halt(), onRemark: @escaping @OnLoop (Remark) -> Void
    ) async {
        let client = ClientUnderTest(name: "driver", words: words)
        let greeting: Greeting
        switch await Runner.greeting(of: client, deadlines: deadlines, halt: halt) {
        case .failure(let failure):
            if halt.isCalled { return }
            return onRemark(Remark(.wrong, "greets", [failure.sentence] + lines(failure.errors)))
        case .success(let said):
            greeting = said
            onRemark(Remark(.right, "greets", ["as \(said.description)"]))
        }
        onRemark(
            greeting.unknownWords.isEmpty
                ? Remark(.right, "says nothing unknown")
                : Remark(.wrong, "says nothing unknown", greeting.unknownWords))
        let exit = await exit(of: words, deadlines, halt)
        if halt.isCalled { return }
        onRemark(Remark(exit == nil ? .right : .wrong, "ends with its input", [exit].compactMap { $0 }))
        let tasks = DriverTask.all.filter { task in
            if task.isWithinLoad, !greeting.loads.contains(.data) {
                onRemark(Remark(.skipped, task.subject, ["the client's loads tell all at their end"]))
                return false
            }
            guard let kind = task.unlessAsking, greeting.callbacks[kind] != nil else { return true }
            onRemark(Remark(.skipped, task.subject, ["the client asks at '\(kind.rawValue)'"]))
            return false
        }
        let cases = tasks.map { task in
            var one = Case(task.scenario, client: client)
            one.addsUnknownMembers = true
            return one
        }
        var isTried = false
        let badExits = await Runner.run(
            cases: cases, workers: 1, deadlines: deadlines, authority: authority, halt: halt
        ) {
            isTried = isTried || $1.verdict != .notApplicable
            onRemark(remark(tasks[$0], $1))
        }
        if halt.isCalled { return }
        if !isTried { onRemark(Remark(.wrong, "loads", ["it is unable to do any of this, so nothing was tried"])) }
        for bad in badExits { onRemark(Remark(.wrong, "ends well behind its cases", [bad.sentence])) }
        onRemark(
            greeting.doesManyCases
                ? Remark(.right, "does one case after the other")
                : Remark(.skipped, "does one case after the other", ["it does not greet with 'again'"]))
    }

    private static func remark(_ task: DriverTask, _ result: CaseResult) -> Remark {
        let subject = task.subject
        let reason = [result.reason].compactMap { $0 }
        if let kind = task.ifAsking, result.verdict == .fail, hasOnlyTold(kind, result) {
            return Remark(.skipped, subject, ["the client does not ask at '\(kind.rawValue)': an option decides"])
        }
        switch result.verdict {
        case .pass, .noted, .warning: return Remark(.right, subject)
        case .notApplicable: return Remark(.skipped, subject, reason)
        case .fail, .knownFailure, .crashed, .hung, .driverFault, .notPlayed:
            let findings = result.findings.map { finding in
                finding.line.map { "\(finding.sentence) (line \($0))" } ?? finding.sentence
            }
            return Remark(.wrong, subject, reason + findings + lines(result.errors))
        }
    }

    /// Whether the client reported this callback, and never asked there.
    private static func hasOnlyTold(_ kind: CallbackKind, _ result: CaseResult) -> Bool {
        let questions = (result.play?.transcript.events ?? []).compactMap { event -> Bool? in
            guard case .reported(let words, let question) = event.happening,
                words.prefix(while: { $0 != " " }) == kind.rawValue
            else { return nil }
            return question != nil
        }
        return !questions.isEmpty && !questions.contains(true)
    }

    private static func lines(_ errors: String?) -> [String] {
        (errors ?? "").split(separator: "\n").suffix(5).map { "it wrote: \($0)" }
    }

    /// The fault of the driver at its end; nil: there is none.
    private static func exit(of words: [String], _ deadlines: Deadlines, _ halt: Halt) async -> String? {
        let folder: WorkFolder
        let driver: DriverProcess
        do throws(LoopError) {
            folder = try await WorkFolder()
        } catch {
            return error.message
        }
        do throws(LoopError) {
            driver = try DriverProcess(words, in: folder)
        } catch {
            await folder.remove()
            return error.message
        }
        let until = Moment.now.advanced(milliseconds: Int64(deadlines.greeting))
        halt.watch(driver)
        if case .said(.greeted) = await driver.next(until: until) {}
        halt.forget(driver)
        let began = Moment.now
        let exit = await driver.end(patience: halt.isCalled ? 0 : deadlines.ended, grace: deadlines.grace)
        await folder.remove()
        if exit == .code(0) { return nil }
        return Moment.now - began >= .milliseconds(deadlines.ended)
            ? "it did not end within \(deadlines.ended) ms when its input ended"
            : "it ended with \(exit.sentence) when its input ended, and not with exit status 0"
    }
}
