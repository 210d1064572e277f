// ProcessEnd.swift: what the tests have not been told of plays by the time their process ends.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(XCTest)
    import XCTest
#endif

/// Looks, when the process ends, for plays without a verdict, for stubs with a fault that nobody has asked for, and for errors
/// that nobody may have heard of, names them, and makes the status of the tests a failure.
///
/// A play that is released without a verdict is an issue of its test; one that is kept for ever, as by an XCTestCase, is not
/// released. A failed verdict is recorded by Swift Testing; XCTest hears of its error alone, which a test may lose.
package enum ProcessEnd {
    private struct Entry: Sendable {
        let name: String
        let place: TestPlace
        /// Its verdict is being waited for.
        var isAsked = false
        /// What its verdict says, with both sides.
        var told = ""

        var start: String { "\(place.fileID):\(place.line): \(name)" }
    }

    private struct StubsEntry: Sendable {
        let place: TestPlace
        let fault: @Sendable () -> String?
    }

    /// An error that a test was told by throwing it alone.
    private struct Thrown: Sendable {
        let place: TestPlace
        let text: String

        var firstLine: Substring { text.prefix { $0 != "\n" } }
    }

    private struct State {
        var open: [Int: Entry] = [:]
        var stubs: [Int: StubsEntry] = [:]
        var last = 0
        var failed: [Entry] = []
        var thrown: [Thrown] = []
        var hasSwiftTests = false
    }

    private static let state = Guarded(State())

    /// Returns the number under which the play is kept until its verdict is asked for.
    package static func add(_ name: String, at place: TestPlace) -> Int {
        _ = looks
        return state.withLock { state in
            state.last += 1
            state.open[state.last] = Entry(name: name, place: place)
            state.hasSwiftTests = state.hasSwiftTests || Slip.knowsTest
            return state.last
        }
    }

    /// Returns the number under which stubs are kept until their test asks what no stub has answered.
    ///
    /// - Parameter fault: asked for at the end of the process. nil: each request had its stub, and each stub in turn its request.
    package static func addStubs(at place: TestPlace, fault: @escaping @Sendable () -> String?) -> Int {
        _ = looks
        return state.withLock { state in
            state.last += 1
            state.stubs[state.last] = StubsEntry(place: place, fault: fault)
            state.hasSwiftTests = state.hasSwiftTests || Slip.knowsTest
            return state.last
        }
    }

    /// The verdict on a play is asked for, and waits for its client.
    package static func asked(_ number: Int) { state.withLock { $0.open[number]?.isAsked = true } }

    package static func remove(_ number: Int) {
        state.withLock { state in
            state.open[number] = nil
            state.stubs[number] = nil
        }
    }

    /// A verdict has failed, and is told by an error alone.
    ///
    /// - Parameter told: what the error says.
    package static func failed(_ name: String, at place: TestPlace, _ told: String) {
        state.withLock { $0.failed.append(Entry(name: name, place: place, told: told)) }
    }

    /// What a test was to play with could not be made, or its stubs have a fault, which an error alone tells.
    package static func thrown(_ error: String, at place: TestPlace) {
        _ = looks
        // The error goes to XCTest in a moment, which has to be heard by then.
        Hearing.waitUntilItHears()
        state.withLock { $0.thrown.append(Thrown(place: place, text: error)) }
    }

    /// XCTest was told of this failure: a verdict or an error that it quotes has been heard of.
    fileprivate static func heard(_ failure: String) {
        state.withLock { state in
            state.thrown.removeAll { failure.contains($0.firstLine) }
            state.failed.removeAll { failure.contains($0.start) }
        }
    }

    private static let looks: Void = {
        atexit { ProcessEnd.tell() }
        Hearing.begin()
    }()

    private static func tell() {
        let (open, failed, thrown, stubs) = state.withLock { state in
            defer { (state.open, state.failed, state.thrown, state.stubs) = ([:], [], [], [:]) }
            return (
                state.open.sorted { $0.key < $1.key }.map(\.value), state.hasSwiftTests ? [] : state.failed,
                state.hasSwiftTests ? [] : state.thrown, state.stubs.sorted { $0.key < $1.key }.map(\.value)
            )
        }
        let faults = stubs.compactMap { entry in entry.fault().map { (entry.place, $0) } }
        for (place, fault) in faults {
            Slip.say(
                "\(place.fileID):\(place.line): the stubs were never judged, and something still holds them: call 'verify()', or "
                    + "'close()' if that is meant: \(fault)")
        }
        for play in open {
            let what =
                play.isAsked
                ? "was being judged when the tests had ended: await its 'verify()' in the test"
                : "was never judged, and something still holds it: call 'verify()', or 'close()' if no verdict is wanted"
            Slip.say("\(play.place.fileID):\(play.place.line): the play of \(play.name) \(what)")
        }
        for play in failed {
            Slip.say(
                "\(play.start) was not played as it is written: a test may have lost the error of 'verify()', as 'try?' "
                    + "does, so the tests fail:\n\(play.told)")
        }
        for one in thrown {
            let start = "\(one.place.fileID):\(one.place.line): "
            Slip.say(
                start + "a test may have lost this error, as 'try?' does, so the tests fail: "
                    + one.text.trimmingPrefix(start))
        }
        if !(open.isEmpty && failed.isEmpty && thrown.isEmpty && faults.isEmpty), Slip.isShown { exit(1) }
    }
}

#if canImport(XCTest) && !canImport(Darwin)
    /// Hears of the failures of XCTest, among them the errors that its tests have thrown.
    private final class Hearing: XCTestObservation {
        /// XCTest goes through its observers on the main thread.
        static func begin() {
            DispatchQueue.main.async {
                XCTestObservationCenter.shared.addTestObserver(Hearing())
                hears.signal()
            }
        }

        /// Not for long, as the main thread may wait for the caller.
        static func waitUntilItHears() {
            if hears.wait(timeout: .now() + .seconds(2)) == .success { hears.signal() }
        }

        private static let hears = DispatchSemaphore(value: 0)

        func testCase(
            _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
            atLine lineNumber: Int
        ) {
            ProcessEnd.heard(description)
        }
    }
#else
    private enum Hearing {
        static func begin() {}
        static func waitUntilItHears() {}
    }
#endif
