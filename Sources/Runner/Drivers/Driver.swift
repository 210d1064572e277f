// Driver.swift: whoever plays the client's part in a case.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainLoop

/// Takes what the runner says and tells what the client hears: a program behind pipes, or a client in this process.
///
/// A callback is said before the client does anything else, so that whoever asks for ``callbackAtHand()`` before he
/// looks at the wire hears things in their order. One task at a time asks for what happens ``next(until:)``.
@OnLoop
protocol Driver: AnyObject {
    var greeting: Greeting? { get }
    /// The disk of its client.
    var folder: WorkFolder { get }
    /// It can begin a case.
    var isReady: Bool { get }
    var isInsideLine: Bool { get }
    /// The last of what it complained of since the case began; nil: of nothing.
    func complaints() -> String?

    /// Where its client keeps the files of a case. To be closed behind it.
    func openFolder(ofCase number: Int) async throws(LoopError) -> String
    func closeFolder(ofCase number: Int)

    /// Only a load with a long body can fail.
    func say(_ message: RunnerMessage) throws(LoopError)
    /// So many bytes lay in the file of a callback.
    func fileRead(_ count: Int) -> DriverFault?

    func next(until deadline: Moment?) async -> DriverHappening
    /// The next callback, if it has been said already; anything else waits for its turn.
    func callbackAtHand() -> DriverEvent?
    /// Ends a wait for what happens next, or the next one.
    func wake()

    /// Nothing more is said to it: it ends by itself, or is ended.
    ///
    /// - Parameter patience: how long it may take to end by itself.
    @discardableResult
    func end(patience: Int, grace: Int) async -> ChildProcess.Exit
}

enum DriverHappening {
    case said(DriverEvent)
    /// ``Driver/wake()`` was called.
    case woken
    case deadline
    /// All that it said before has been told.
    case exited(ChildProcess.Exit)
    /// It lives, and has closed its standard output.
    case mute
}
