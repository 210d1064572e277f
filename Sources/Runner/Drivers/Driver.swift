// Driver.swift: the client's side of a case, in another process or in this one.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainLoop

/// Takes the runner's messages and reports the client's callbacks: a program behind pipes, or a client in this process.
///
/// A callback is reported before the client does anything else, so a caller that asks for ``callbackAtHand()`` before
/// it reads the wire sees both in their order. One task at a time waits for ``next(until:)``.
@OnLoop
protocol Driver: AnyObject {
    var greeting: Greeting? { get }
    /// The folders that the driver's client may use.
    var folder: WorkFolder { get }
    /// The driver can begin a case.
    var isReady: Bool { get }
    var isInsideLine: Bool { get }
    /// A callback of this case did not name its case, and it was not the process's first.
    var mayTellLate: Bool { get }
    /// A load of an earlier case has had no end.
    var hasLoadsLeft: Bool { get }
    /// The end of its output to standard error since the case began; nil: there was none.
    func complaints() -> String?

    /// Makes the folder for the client's files of a case.
    func openFolder(ofCase number: Int) async throws(LoopError) -> String
    func closeFolder(ofCase number: Int)

    /// Sends a message. Only a load with a long body can fail, because the body goes into a file.
    func say(_ message: RunnerMessage) throws(LoopError)
    /// Counts the bytes of a callback's file against the driver's limits.
    func fileRead(_ count: Int) -> DriverFault?

    func next(until deadline: Moment?) async -> DriverHappening
    /// The next event, if it is a callback that has been reported already.
    func callbackAtHand() -> DriverEvent?
    /// Ends the current wait for ``next(until:)``, or the next one.
    func wake()

    /// How a plain command ended, load by load; nil: it was ended, because the case was over.
    var exits: [ChildProcess.Exit?] { get }
    /// The driver did not end by itself.
    var wasKilled: Bool { get }
    /// A fault of the driver behind its last case, where it must not write.
    var lastFault: DriverFault? { get }

    /// Closes the driver's input: the driver ends by itself, or is killed.
    ///
    /// - Parameter patience: how long it may take to end by itself.
    @discardableResult
    func end(patience: Int, grace: Int) async -> ChildProcess.Exit
}

extension Driver {
    var exits: [ChildProcess.Exit?] { [] }
}

enum DriverHappening {
    case said(DriverEvent)
    /// This machine lacks something that the client needs.
    case obstacle(String)
    /// ``Driver/wake()`` was called.
    case woken
    case deadline
    /// The driver has ended, and everything that it wrote has been reported.
    case exited(ChildProcess.Exit)
    /// The driver runs, and has closed its standard output.
    case mute
}
