// Brake.swift: the limits that halt a run by themselves.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainRunner
import QuintainSides

/// `--limit` and `--stop-after`: a run is halted after some time, or after some failures, and reports what it has
/// played.
@OnLoop
final class Brake {
    private let halt: Halt
    private let limit: String?
    private let milliseconds: Int
    private let mostFailures: Int?
    private var failures = 0
    private var isBehindFailures = false
    private var timer: TimerToken?
    /// The reason why the run was halted: `after 10m (--limit)`.
    private(set) var reason: String?

    init(_ arguments: Arguments, _ halt: Halt) throws(WrongUse) {
        self.halt = halt
        limit = arguments.value("--limit")
        milliseconds = try arguments.milliseconds("--limit", default: 0)
        if limit != nil, milliseconds == 0 {
            throw WrongUse("'--limit 0' would give the run up before it begins", help: "write '--limit 10m'")
        }
        mostFailures = try arguments.count("--stop-after", atMost: 1_000_000)
    }

    /// What the report complains of where the run was halted, by this brake or by a signal, before all was played.
    func complaint(_ played: Int, of count: Int, _ noun: String) -> String {
        let begun = halt.brokenOff.prefix(Self.namesAtMost).joined(separator: ", ")
        let more = halt.brokenOff.count - Self.namesAtMost
        return "the run was given up\(reason.map { " \($0)" } ?? ""): "
            + "\(played) of \(Summary.count(count, noun)) \(count == 1 ? "was" : "were") played"
            + (begun.isEmpty ? "" : ", and under way \(halt.brokenOff.count == 1 ? "was" : "were") \(begun)")
            + (more > 0 ? " and \(more) more" : "")
    }

    /// The same where all was played; nil: the time limit was not reached.
    func complaintOfProcesses(_ noun: String) -> String? {
        guard let reason, !isBehindFailures else { return nil }
        return "the run was given up \(reason): all \(noun)s were played, and a client's process had not ended by then"
    }

    private static let namesAtMost = 8

    /// Starts the timer of `--limit`.
    func begin() {
        guard let limit else { return }
        let end = Moment.now.advanced(milliseconds: Int64(milliseconds))
        timer = EventLoop.shared.schedule(at: end) { [weak self] in
            self?.pull("after \(limit) (--limit)")
        }
    }

    /// Takes a result that has been compared with known failures.
    func take(_ result: CaseResult) {
        guard let mostFailures, result.isFailure else { return }
        failures += 1
        guard failures == mostFailures, !halt.isCalled else { return }
        isBehindFailures = true
        pull("behind \(Summary.count(failures, "failure")) (--stop-after)")
    }

    func end() { timer?.cancel() }

    /// Ends the halt, so that failures can be made smaller, unless the time limit was reached.
    func lift() { if isBehindFailures { halt.lift() } }

    private func pull(_ reason: String) {
        guard !halt.isCalled else { return }
        self.reason = reason
        halt.call()
    }
}
