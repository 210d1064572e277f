// Mismatch.swift: the error of a client that differed from its scenario.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The client did not do what the scenario says.
public struct Mismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expected and the actual lines side by side, and the breaches.
    public let description: String
}

extension Mismatch: LocalizedError {
    public var errorDescription: String? { description }
}
