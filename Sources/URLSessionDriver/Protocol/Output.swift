// Output.swift: standard output, a line at a time.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The only place that writes. A line is written when `say` returns, so that a client that crashes a moment later has
/// reported how far it came; and no line of a case comes behind its `ended`.
final class Output: Sendable {
    private let current = Mutex<Int?>(nil)

    func say(_ line: some Encodable) {
        current.withLock { _ in Self.write(line) }
    }

    func begin(_ number: Int) {
        current.withLock { $0 = number }
    }

    /// Writes a line of a case. false: the case is over, and nothing was written.
    @discardableResult
    func say(_ line: some Encodable, in number: Int) -> Bool {
        current.withLock { current in
            guard current == number else { return false }
            Self.write(line)
            return true
        }
    }

    func end(_ number: Int) {
        current.withLock { current in
            current = nil
            Self.write(["ended": number])
        }
    }

    private static func write(_ line: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            try FileHandle.standardOutput.write(contentsOf: try encoder.encode(line) + [UInt8(ascii: "\n")])
        } catch {
            // The runner is gone.
            _exit(1)
        }
    }
}
