// Talking.swift: a driver that a test speaks for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainScenario
import QuintainTalk

/// A conversation: what the driver writes, line by line, and what is made of it.
struct Talking {
    var talk: DriverTalk

    init(limits: DriverTalk.Limits = .init()) { talk = DriverTalk(limits: limits) }

    /// Greeted, and in case 1 with load 1 ordered.
    static func playing(limits: DriverTalk.Limits = .init()) -> Talking {
        var talking = Talking(limits: limits)
        _ = talking.hear(greeting)
        talking.talk.began(1)
        talking.talk.ordered(load: 1, .unnamed)
        return talking
    }

    mutating func hear(_ line: String) -> [DriverEvent] { talk.bytesArrived(Array((line + "\n").utf8)) }

    /// The fault that the line is; nil: it is none.
    mutating func fault(_ line: String) -> DriverFault? {
        for case .fault(let fault) in hear(line) { return fault }
        return nil
    }

    static let greeting = """
        {"driver": 1, "name": "example", "version": "1", "callbacks": {"redirect": ["follow", "refuse"], \
        "response": ["allow"], "data": [], "file": [], "finish": [], "fail": []}}
        """
}
