// Guarded.swift: a value behind a lock that every system has on which the tests' libraries run.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

/// `Mutex`, which systems before iOS 18 do not have.
package final class Guarded<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&value) }
    }
}
