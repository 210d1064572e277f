// Loader.swift: one load, from the request to its last callback.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// Decides all that a load does. It owns no connection, no file, no clock and no delegate.
package struct Loader {
    /// The memory is its client's: all inputs come on one thread.
    package init(_ request: LoadRequest, _ settings: LoadSettings, _ memory: ClientMemory) {}

    // MARK: What the app does

    package mutating func start(at now: LoaderTime) -> [LoaderEffect] { [] }
    /// Answers of questions that are not open any more are passed over.
    package mutating func answered(
        _ question: Int, _ answer: LoadAnswer, at now: LoaderTime
    ) -> [LoaderEffect] { [] }
    package mutating func cancelled() -> [LoaderEffect] { [] }
    package mutating func suspended() {}
    package mutating func proceeded(at now: LoaderTime) -> [LoaderEffect] { [] }

    // MARK: What the network does

    package mutating func connected(
        _ state: ConnectionState, at now: LoaderTime
    ) -> [LoaderEffect] { [] }
    package mutating func trustAsked(_ trust: ServerTrust, at now: LoaderTime) -> [LoaderEffect] { [] }
    package mutating func identityAsked(_ hop: Hop, at now: LoaderTime) -> [LoaderEffect] { [] }
    package mutating func secured(at now: LoaderTime) -> [LoaderEffect] { [] }
    /// So many bytes of the message's body, in all, are with the kernel.
    package mutating func bodySent(_ count: Int, at now: LoaderTime) -> [LoaderEffect] { [] }
    /// A part of the reply; only while `takesParts`.
    package mutating func arrived(
        _ part: ResponseReader.Part, at now: LoaderTime
    ) -> [LoaderEffect] { [] }
    package mutating func lost(
        _ fault: NetworkFault, at now: LoaderTime
    ) -> [LoaderEffect] { [] }
    package mutating func fileFailed(_ sentence: String) -> [LoaderEffect] { [] }
    package mutating func timePassed(at now: LoaderTime) -> [LoaderEffect] { [] }

    // MARK: What it waits for

    /// Whether parts of the reply, and the end of its connection, may be told now: not while a question is open.
    package var takesParts: Bool { false }
    /// In milliseconds of ``LoaderTime/monotonic``: `timePassed` is to be called then.
    package var deadline: Int64? { nil }
}

/// The time that inputs carry in.
package struct LoaderTime: Sendable, Equatable {
    /// Milliseconds of a clock that never jumps.
    package var monotonic: Int64
    /// Seconds since 1970.
    package var wall: Int64

    package init(monotonic: Int64, wall: Int64) {
        self.monotonic = monotonic
        self.wall = wall
    }
}

/// What the loads of one client have in common.
package final class ClientMemory {
    package init() {}
}
