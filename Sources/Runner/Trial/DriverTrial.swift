// DriverTrial.swift: tests a driver against the protocol, task by task.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
package import QuintainLoop
import QuintainScenario
package import QuintainSessions
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
        if greeting.abilities.contains(.h2), !greeting.options.contains(.priorKnowledge) {
            let advice =
                "'can' has 'h2', and 'options' lack 'prior-knowledge': hardly a scenario of 'check --over 2' is played to it, "
                + "since their origins speak HTTP/2 in the clear"
            onRemark(Remark(.skipped, "begins with HTTP/2 in the clear", [advice]))
        }
        let exit = await exit(of: words, deadlines, halt)
        if halt.isCalled { return }
        onRemark(
            exit.map { Remark(.wrong, "ends with its input", [$0, ProtocolSentence.atEnd.hint]) }
                ?? Remark(.right, "ends with its input"))
        let tasks = DriverTask.all.filter { task in
            if task.isForThoseWithoutEnds { return !greeting.tellsEnds }
            guard task.isWithinLoad, !greeting.loads.contains(.data) else { return true }
            onRemark(Remark(.skipped, task.subject, ["the client's loads tell all at their end"]))
            return false
        }
        let worker = Worker(deadlines, authority: authority, greetings: .init(), halt: halt, keepsPlays: true)
        var course = TrialCourse(greeting: greeting)
        for task in tasks {
            worker.deadlines.patience = course.patience(deadlines.patience)
            var one = Case(course.scenario(of: task), client: client)
            one.addsUnknownMembers = true
            if task.isForThoseWithoutEnds { one.granted = [.lanes] }
            guard !halt.isCalled, let result = await worker.play(one) else { break }
            onRemark(course.remark(task, result))
        }
        await worker.end()
        if halt.isCalled { return }
        for remark in course.unreported { onRemark(remark) }
        if !course.isTried {
            onRemark(Remark(.wrong, "loads", ["it is unable to do any of this, so nothing was tried"]))
        }
        for bad in worker.badExits { onRemark(Remark(.wrong, "ends well behind its cases", [bad.sentence])) }
        guard greeting.doesManyCases else {
            return onRemark(Remark(.skipped, "does one case after the other", ["it does not greet with 'again'"]))
        }
        onRemark(Remark(.right, "does one case after the other"))
        onRemark(
            course.mayHaveTakenLate
                ? Remark(
                    .skipped, "names the case in its callbacks",
                    ["it does not: one that comes late is judged as one of the next case"])
                : Remark(.right, "names the case in its callbacks"))
    }

    nonisolated static func lines(_ errors: String?) -> [String] {
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
