// EndedLoads.swift: every load ends exactly once.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTranscript

/// The loads whose end was reported, by their numbers, or by their lanes where nobody tells numbers.
struct EndedLoads {
    private var numbers: Set<Int> = []
    private var lanes: Set<Lane> = []

    func has(_ callback: ReportedCallback) -> Bool {
        callback.load.map { numbers.contains($0) } ?? lanes.contains(callback.lane)
    }

    mutating func end(_ callback: ReportedCallback) {
        if let load = callback.load { numbers.insert(load) } else { lanes.insert(callback.lane) }
    }

    /// Another load has begun in the lane.
    mutating func begin(in lane: Lane) { lanes.remove(lane) }
}

extension Player {
    /// Whether the callback is of a load that has ended: `finish` and `fail` are the last that comes, and one of them
    /// comes. What may come unwritten breaks nothing here either.
    mutating func comesAfterEnd(_ callback: ReportedCallback) -> Bool {
        guard phase == .playing || phase == .scriptEnded else { return false }
        guard endedLoads.has(callback), callback.kind.isAlwaysCounted else {
            if callback.kind.endsLoad { endedLoads.end(callback) }
            return false
        }
        if callback.load == nil, beginsLoad(callback) {
            endedLoads.begin(in: callback.lane)
            return false
        }
        record.breach(
            .afterEnd, nil, "`\(text(of: callback))` came when the load had ended", counting: .failure,
            in: callback.lane)
        answerByDefault(callback)
        return true
    }

    /// A load that the client makes by itself: its first callback stands at a line that waits for it.
    private func beginsLoad(_ callback: ReportedCallback) -> Bool {
        switch callback.kind {
        case .redirect, .challenge, .response: findLine(for: callback)?.fit == .whole
        case .canonical, .challengeCancelled, .needBody, .sent, .waiting, .informational, .data, .willCache, .resumed,
            .decode, .destination, .created, .progress, .file, .metrics, .finish, .fail:
            false
        }
    }
}
