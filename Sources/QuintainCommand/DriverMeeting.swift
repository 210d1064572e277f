// DriverMeeting.swift: starts each driver once before anything is played.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainRunner
import QuintainSides

/// The drivers of a run's clients, each of which is started once before the run: without a greeting all that is played
/// to it would fail in the same way.
struct DriverMeeting {
    private let met: [ClientUnderTest]
    private let bundled: [BundledClient]

    /// - Parameter clients: those that are played; one that needs no program needs no meeting.
    init(_ clients: [ClientUnderTest], _ bundled: [BundledClient]) {
        met = clients.filter { $0.seat != .inside }
        self.bundled = bundled
    }

    /// Returns the number of slips in their greetings. If this machine is short of something, the cases report it.
    @OnLoop @discardableResult
    func meet(_ halt: Halt, _ brake: Brake? = nil) async throws(WrongUse) -> Int {
        try Self.tryTemporaryFolder()
        var greetings = met.map { _ in Result<[String], DriverFailure>.success([]) }
        let meetings = met.indices.map { index in
            OnLoop.spawn { greetings[index] = await Runner.slips(of: met[index], halt: halt) }
        }
        for meeting in meetings { await meeting.value }
        var count = 0
        for (client, greeting) in zip(met, greetings) {
            switch greeting {
            case .success(let slips):
                count += slips.count
                for slip in slips.prefix(Self.wordsAtMost) {
                    Output.complain("the greeting of \(driver(of: client)) is read without this: \(slip)")
                }
            case .failure(let failure):
                if let reason = brake?.reason {
                    throw WrongUse("the run was given up \(reason), and \(driver(of: client)) had not greeted by then")
                }
                if !failure.isOurs, !halt.isCalled { throw objection(failure, client) }
            }
        }
        return count
    }

    /// What a strict run complains of.
    static func complaint(of slips: Int) -> String {
        "--strict lets none pass: \(Summary.count(slips, "slip")) in a driver's greeting"
    }

    /// Each client gets a folder for its files. Where none can be made, that is said once, unless there is only a
    /// shortage, which may be over when a case begins.
    private static func tryTemporaryFolder() throws(WrongUse) {
        do throws(LoopError) {
            Folders.remove(try Folders.makeTemporary())
        } catch {
            if !error.isShortage { throw WrongUse(error.message, help: error.help) }
        }
    }

    private func objection(_ failure: DriverFailure, _ client: ClientUnderTest) -> WrongUse {
        if failure.isMissing {
            return WrongUse(failure.sentence, help: own(client)?.needs.map { "it needs \($0)" })
        }
        if client.isCommand {
            return WrongUse("the command behind '--' cannot be started: \(failure.sentence)")
        }
        let said = (failure.errors ?? "").split(separator: "\n").suffix(Self.wordsAtMost).map { "\n    \($0)" }.joined()
        let started = own(client) == nil ? "what stands behind '--'" : driver(of: client)
        return WrongUse(
            "\(started) does not greet as a driver does: \(failure.sentence)"
                + (said.isEmpty ? "" : "\n  its last words:" + said),
            help:
                "'quintain driver-test -- COMMAND' tries a driver; a plain command has '{{url}}' among its words: -- curl -sS {{url}}"
        )
    }

    private func driver(of client: ClientUnderTest) -> String {
        own(client) == nil ? "the driver behind '--'" : "the driver of '\(client.name)'"
    }

    private func own(_ client: ClientUnderTest) -> BundledClient? {
        bundled.first { $0.client.seat == client.seat }
    }

    private static let wordsAtMost = 8
}
