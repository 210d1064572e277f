// StandardInput.swift: reads what is typed while a command runs.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Reports each line that is typed.
///
/// A thread of its own reads, because a shell may share the descriptor, so it must stay blocking.
package enum StandardInput {
    /// Calls `tell` on the shared loop each time that Enter is pressed, until the input ends.
    package static func listen(_ tell: @escaping @Sendable @OnLoop () -> Void) {
        startThread(named: "quintain-input") {
            readAll { _ in OnLoop.spawn { tell() } }
        }
    }

    /// Calls `tell` on the shared loop once the input ends, for example because the parent program has ended.
    package static func whenEnded(_ tell: @escaping @Sendable @OnLoop () -> Void) {
        startThread(named: "quintain-input") {
            readAll { _ in }
            OnLoop.spawn { tell() }
        }
    }

    /// Calls `tell` on the shared loop with the bytes in their order, and at the end with none.
    package static func read(_ tell: @escaping @Sendable @OnLoop ([UInt8]) -> Void) {
        startThread(named: "quintain-input") {
            readAll { bytes in
                let bytes = Array(bytes)
                OnLoop.runBlocking { tell(bytes) }
            }
            OnLoop.spawn { tell([]) }
        }
    }

    private static func readAll(_ tell: (UnsafeRawBufferPointer) -> Void) {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { room in
            while true {
                let count = systemRead(0, room.baseAddress, room.count)
                if count > 0 {
                    tell(UnsafeRawBufferPointer(rebasing: room[..<count]))
                } else if count == 0 || errno != EINTR {
                    return
                }
            }
        }
    }
}
