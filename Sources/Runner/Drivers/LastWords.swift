// LastWords.swift: the end of what a client's process writes to standard error.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

@OnLoop
final class LastWords {
    private let channel: Channel
    private var kept: [UInt8] = []
    private var reading: Task<Void, Never>?

    init(of channel: Channel) {
        self.channel = channel
        reading = OnLoop.spawn { [weak self] in await self?.read() }
    }

    /// What the process has written by now; nil: nothing.
    var text: String? {
        if !channel.isClosed { readRest() }
        let text = String(decoding: kept, as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    /// Drops what the process has written by now.
    func forget() {
        _ = text
        kept = []
    }

    /// Reads what is in the pipe, which another process may hold open, and closes it.
    func close() async {
        if !channel.isClosed { readRest() }
        channel.close()
        await reading?.value
    }

    private func read() async {
        repeat {
            guard readOnce() != .ended else { return }
        } while await channel.wait(for: .readable) == .readable
    }

    private func readRest() {
        while readOnce() == .some {}
    }

    private enum Result {
        case some, nothing, ended
    }

    private func readOnce() -> Result {
        withUnsafeTemporaryAllocation(byteCount: Self.readAtOnce, alignment: 16) { room in
            switch channel.read(into: room) {
            case .bytes(let count):
                kept += room[..<count].suffix(Self.keptAtMost)
                kept.removeFirst(max(0, kept.count - Self.keptAtMost))
                return .some
            case .nothing, .full: return .nothing
            case .finished, .reset, .failed, .closed: return .ended
            }
        }
    }

    private static let readAtOnce = 65_536
    private static let keptAtMost = 4_096
}
