// StandardInput.swift: what a person types while a command runs.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Tells of each line that is typed.
///
/// A thread of its own reads: a shell may share the descriptor, so it stays as blocking as it is.
package enum StandardInput {
    /// Calls `tell` on the shared loop each time that Enter is pressed, until there is nobody any more.
    package static func listen(_ tell: @escaping @Sendable @OnLoop () -> Void) {
        startThread(named: "quintain-input") {
            withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { room in
                while systemRead(0, room.baseAddress, room.count) > 0 {
                    OnLoop.spawn { tell() }
                }
            }
        }
    }
}
