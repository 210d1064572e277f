// Claim.swift: the claim of an interceptor on a request, or on all requests of a session.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A claim is a number. That on a request is a field, which is never sent: properties that URLProtocol sets on a request
/// are lost in a copy of it in FoundationNetworking. That on a session is the class of its protocol.
enum Claim {
    static let field = "Quintain-Interceptor"

    /// The claim of a request; nil: there is none. The interceptor is nil if it is gone.
    static func of(_ request: URLRequest) -> (number: String, interceptor: Interceptor?)? {
        request.value(forHTTPHeaderField: field).map { ($0, Int($0).flatMap(all.interceptor)) }
    }

    /// The interceptor that has this number; nil: it is gone.
    static func interceptor(_ number: Int) -> Interceptor? { all.interceptor(number) }

    /// The number of an interceptor, which no other ever has.
    static func number(for interceptor: Interceptor) -> Int { all.number(for: interceptor) }

    private static let all = Claims()
}

/// Interceptors by their numbers, held weakly.
private final class Claims: @unchecked Sendable {
    private struct Entry { weak var interceptor: Interceptor? }

    private let gate = NSLock()
    private var entries: [Int: Entry] = [:]
    private var last = 0

    func interceptor(_ number: Int) -> Interceptor? { gate.withLock { entries[number]?.interceptor } }

    func number(for interceptor: Interceptor) -> Int {
        gate.withLock {
            if let known = entries.first(where: { $0.value.interceptor === interceptor }) { return known.key }
            entries = entries.filter { $0.value.interceptor != nil }
            last += 1
            entries[last] = Entry(interceptor: interceptor)
            return last
        }
    }
}
