// ProtocolCall.swift: one call of a protocol's client, or of the protocol itself.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A line in the record of a ``ProtocolSpy``.
public struct ProtocolCall: Sendable, Equatable, CustomStringConvertible {
    public enum Kind: String, Sendable, CaseIterable {
        // Calls of the loading system to an instance.
        case startLoading, stopLoading
        /// The answer to a challenge.
        case reply

        // Calls of the instance to its client.
        case wasRedirectedTo, didReceiveChallenge, didCancelChallenge
        case cachedResponseIsValid, didReceiveResponse, didLoadData, didFinishLoading, didFailWithError
    }

    public let kind: Kind
    /// The arguments, as far as they matter.
    public let words: String
    /// The thread of the call: 1 is the client thread, others are numbered as they come.
    public let thread: Int
    /// For a piece of the body: its bytes, and the number of bytes before it that it does not repeat.
    let piece: (offset: Int, bytes: Int)?

    public var description: String {
        kind.rawValue + (words.isEmpty ? "" : " \(words)") + (thread == 1 ? "" : " (on thread \(thread))")
    }

    public static func == (one: ProtocolCall, other: ProtocolCall) -> Bool {
        one.kind == other.kind && one.words == other.words && one.thread == other.thread
    }
}
