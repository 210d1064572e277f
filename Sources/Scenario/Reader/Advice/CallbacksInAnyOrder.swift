// CallbacksInAnyOrder.swift: callbacks in parts in any order, of loads that nothing tells apart.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

extension Advice {
    /// Warns of callbacks in several parts in any order where loads of their lane run at the same time: a callback of
    /// one may come while another part is played, and chance decides.
    mutating func warnOfCallbacksInAnyOrder(_ scenario: Scenario) {
        var running: [Lane: Int] = [:]
        if let load = scenario.impliedLoad { running[load.lane] = 1 }
        for node in scenario.nodes {
            switch node {
            case .line(let line):
                switch line.deed {
                case .order(.load(let load)): running[load.lane, default: 0] += 1
                case .callback(let callback) where callback.kind == .finish || callback.kind == .fail:
                    running[line.lane, default: 0] -= 1
                default: break
                }
            case .anyOrder(let block):
                let callbacks = block.parts.compactMap { part in
                    part.nodes.lazy.compactMap(\.callback).first { running[$0.lane, default: 0] > 1 }
                }
                guard callbacks.count > 1 else { return }
                faults.add(
                    .laneMissing, callbacks[0].place,
                    "loads without lanes run at the same time here, and a callback of one may come in the part of another",
                    help:
                        "each load has a lane of its own, such as 'client GET /a lane=a', '>a GET /a' and '*a finish', "
                        + "and no 'any-order'")
                return
            // Behind these nobody knows what is running.
            case .repeated, .either: return
            }
        }
    }
}

extension Node {
    fileprivate var callback: Line? {
        guard case .line(let line) = self, case .callback = line.deed else { return nil }
        return line
    }
}
