// FileWatch.swift: reports the files that changed, appeared or vanished.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Watches files and folders, with everything below them.
///
/// The system's notifications, or a clock where they do not tell of everything, only ring a bell; the changes are
/// always found by comparing two snapshots. So a missed or doubled notification cannot mislead, and both methods report
/// the same.
package final class FileWatch: @unchecked Sendable {
    package enum Method: Sendable {
        /// The system's notifications where there are any, else polling.
        case best
        case polling
    }

    private let roots: [String]
    private let quiet: Duration
    /// Becomes readable when something may have changed: the system's notifications, or a pair of channels that is only
    /// there to be closed.
    private let bell: Channel
    private let clapper: Channel?
    private let tree: WatchedTree?
    private var seen: FileSnapshot
    /// The changes before the watch began.
    private var early: Set<String>

    /// Reports changes from now on, or since that time (``WallClock/ofFiles``); then a folder stands for the files that
    /// vanished from it. A path may be missing and appear later. Only on the loop.
    package init(
        _ roots: [String],
        since beginning: Int64? = nil,
        quiet: Duration = .milliseconds(50),
        method: Method = .best,
        loop: EventLoop
    ) throws(LoopError) {
        loop.assertOnLoop()
        self.roots = roots
        self.quiet = quiet
        if case .best = method, let tree = WatchedTree(loop: loop) {
            self.tree = tree
            bell = tree.channel
            clapper = nil
        } else {
            tree = nil
            let (one, other) = try Channel.pair(loop: loop)
            bell = one
            clapper = other
        }
        // Notifications begin before the first look, or a change between the two would be lost.
        let tree = self.tree
        seen = FileSnapshot(of: roots) { tree?.watch($0) }
        early = beginning.map(seen.changed) ?? []
    }

    /// The paths that changed since the last call, sorted, once nothing changes any more; nil once closed.
    package func changes() async -> [String]? {
        while true {
            var changed = early
            early = []
            if changed.isEmpty {
                guard await somethingMayHaveChanged() else { return nil }
                changed = look()
            }
            if changed.isEmpty {
                // Another file of the folder may be written without end, so wait before the folder is read again.
                if await bell.wait(for: [], until: .now + quiet) == .closed { return nil }
                continue
            }
            // An editor or a checkout is at work: wait until it has finished, but not for ever.
            for _ in 0..<Self.mostPatience {
                if await bell.wait(for: [], until: .now + quiet) == .closed { return nil }
                let more = look()
                if more.isEmpty { break }
                changed.formUnion(more)
            }
            return changed.sorted()
        }
    }

    package func close() {
        bell.close()
        clapper?.close()
    }

    /// false: the watch was closed.
    private func somethingMayHaveChanged() async -> Bool {
        let isRung = tree != nil && !seen.isPartlyUnseen
        let wake = await bell.wait(for: .readable, until: isRung ? nil : .now + Self.pollInterval)
        tree?.silence()
        return wake != .closed
    }

    private func look() -> Set<String> {
        let now = FileSnapshot(of: roots) { tree?.watch($0) }
        defer { seen = now }
        return now.differences(from: seen)
    }

    private static let pollInterval = Duration.milliseconds(250)
    private static let mostPatience = 40
}
