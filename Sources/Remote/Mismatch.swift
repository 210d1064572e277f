// Mismatch.swift: a client that did something else than its scenario says.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The client did not do what the scenario says.
public struct Mismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected and what happened, side by side, and what is wrong.
    public let description: String
}

extension Mismatch: LocalizedError {
    public var errorDescription: String? { description }
}
