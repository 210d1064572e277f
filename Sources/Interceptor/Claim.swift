// Claim.swift: the claim of an interceptor on a request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A claim is a field of the request, which is never sent: properties that URLProtocol sets on a request are lost in a
/// copy of it in FoundationNetworking.
enum Claim {
    static let field = "Quintain-Interceptor"

    /// The claim of a request; nil: there is none, or an empty one. The interceptor is nil if it is gone.
    static func of(_ request: URLRequest) -> (number: String, interceptor: Interceptor?)? {
        request.value(forHTTPHeaderField: field).map { ($0, all.interceptor($0)) }
    }

    /// A new number for a claim, different from all others.
    static func number(for interceptor: Interceptor) -> String { all.number(for: interceptor) }

    private static let all = Claims()
}

/// Interceptors by their numbers, held weakly.
private final class Claims: @unchecked Sendable {
    private struct Entry { weak var interceptor: Interceptor? }

    private let gate = NSLock()
    private var entries: [String: Entry] = [:]
    private var last = 0

    func interceptor(_ number: String) -> Interceptor? { gate.withLock { entries[number]?.interceptor } }

    func number(for interceptor: Interceptor) -> String {
        gate.withLock {
            if let known = entries.first(where: { $0.value.interceptor === interceptor }) { return known.key }
            entries = entries.filter { $0.value.interceptor != nil }
            last += 1
            entries["\(last)"] = Entry(interceptor: interceptor)
            return "\(last)"
        }
    }
}
