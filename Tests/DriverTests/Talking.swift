// Talking.swift: a driver that a test speaks for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainScenario
import QuintainTalk

/// A conversation: the driver's lines, and what the runner makes of them.
struct Talking {
    var talk: DriverTalk

    init(limits: DriverTalk.Limits = .init()) { talk = DriverTalk(limits: limits) }

    /// The driver has greeted, and load 1 of case 1 is ordered.
    static func playing(limits: DriverTalk.Limits = .init()) -> Talking {
        var talking = Talking(limits: limits)
        _ = talking.hear(greeting)
        talking.talk.began(1)
        talking.talk.ordered(load: 1, .unnamed)
        return talking
    }

    mutating func hear(_ line: String) -> [DriverEvent] { talk.bytesArrived(Array((line + "\n").utf8)) }

    /// The line's fault; nil: it has none.
    mutating func fault(_ line: String) -> DriverFault? {
        for case .fault(let fault) in hear(line) { return fault }
        return nil
    }

    static let greeting = """
        {"driver": 1, "name": "example", "version": "1", "callbacks": {"redirect": ["default", "no"], \
        "response": ["default"], "data": [], "file": [], "finish": [], "fail": []}}
        """
}
