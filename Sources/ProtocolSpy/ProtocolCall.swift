// ProtocolCall.swift: one thing that a protocol's client was told, or that was done to the protocol.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A line of what a ``ProtocolSpy`` writes down.
public struct ProtocolCall: Sendable, Equatable, CustomStringConvertible {
    public enum Kind: String, Sendable, CaseIterable {
        // What the loading system does to an instance.
        case startLoading, stopLoading
        /// The answer to a challenge.
        case reply

        // What the instance tells its client.
        case wasRedirectedTo, didReceiveChallenge, didCancelChallenge
        case cachedResponseIsValid, didReceiveResponse, didLoadData, didFinishLoading, didFailWithError
    }

    public let kind: Kind
    /// What is worth seeing of its arguments.
    public let words: String
    /// 1 is the client thread, others are numbered as they come.
    public let thread: Int
    /// Of a piece of the body: how many bytes, and how many had come before it that it does not repeat.
    let piece: (offset: Int, bytes: Int)?

    public var description: String {
        kind.rawValue + (words.isEmpty ? "" : " \(words)") + (thread == 1 ? "" : " (on thread \(thread))")
    }

    public static func == (one: ProtocolCall, other: ProtocolCall) -> Bool {
        one.kind == other.kind && one.words == other.words && one.thread == other.thread
    }
}
