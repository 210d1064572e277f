// StandardInput.swift: what a person types while a command runs.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Lines of standard input, as events of a loop. The descriptor stays as it is: a shell may share it.
package final class StandardInput: @unchecked Sendable {
    private let channel: Channel

    /// On the loop only.
    package init(loop: EventLoop) {
        loop.assertOnLoop()
        channel = Channel(fd: 0, isSocket: false, state: [], loop: loop)
    }

    /// Waits until somebody has pressed Enter. false: there is nobody, or nobody any more.
    package func line() async -> Bool {
        while true {
            guard await channel.wait(for: .readable) == .readable else { return false }
            let result = withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { room in
                (channel.read(into: room), room.first)
            }
            guard case .bytes(let count) = result.0 else { return false }
            if count > 0 { return true }
        }
    }
}
