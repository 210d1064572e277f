// Scenario+SpareTime.swift: how late the server may be in a scenario.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario

extension Scenario {
    /// For how many milliseconds the server may stand still before a client that is right may give a load up: half of what
    /// the load's time limit leaves beside the longest pause that is shorter. nil: no load has a time limit.
    var spareTime: Int? {
        var limits: [Int] = []
        var pauses = [0]
        for node in nodes {
            node.forEachLine { line in
                switch line.deed {
                case .order(.load(let load)): limits += [load.timeout, load.total].compactMap(\.self)
                case .act(.wait(let pause)), .act(.at(_, .wait(let pause))), .act(.quiet(let pause)):
                    pauses.append(pause)
                default: break
                }
            }
        }
        return limits.map { limit in (limit - (pauses.filter { $0 < limit }.max() ?? 0)) / 2 }.min()
    }
}
