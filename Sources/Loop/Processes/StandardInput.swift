// StandardInput.swift: what a person types while a command runs.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Tells of each line that is typed.
///
/// A thread of its own reads: a shell may share the descriptor, so it stays as blocking as it is.
package enum StandardInput {
    /// Calls `tell` on the shared loop each time that Enter is pressed, until there is nobody any more.
    package static func listen(_ tell: @escaping @Sendable @OnLoop () -> Void) {
        startThread(named: "quintain-input") {
            readAll { OnLoop.spawn { tell() } }
        }
    }

    /// Calls `tell` on the shared loop once nobody can write any more, as when whoever started us is gone.
    package static func whenEnded(_ tell: @escaping @Sendable @OnLoop () -> Void) {
        startThread(named: "quintain-input") {
            readAll {}
            OnLoop.spawn { tell() }
        }
    }

    private static func readAll(_ tell: () -> Void) {
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { room in
            while true {
                let count = systemRead(0, room.baseAddress, room.count)
                if count > 0 { tell() } else if count == 0 || errno != EINTR { return }
            }
        }
    }
}
