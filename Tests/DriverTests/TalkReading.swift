// TalkReading.swift: laws that hold for anything a driver writes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainScenario
import QuintainTalk

enum TalkReading {
    /// What is wrong with the talk, as this input shows; nil: nothing. The fuzz harness checks the same.
    static func fault(in input: [UInt8]) -> String? {
        let events = read(input, pieces: .max)
        if events != read(input, pieces: 7) { return "cut otherwise it means otherwise" }
        var questions: Set<Int> = []
        var callbacks = 0
        var isFirst = true
        for (index, event) in events.enumerated() {
            switch event {
            case .greeted: if !isFirst { return "it greets twice" }
            case .callback(let callback, let load, _):
                callbacks += 1
                if load != 1 && load != 2 { return "a callback is of a load that was not ordered" }
                if load == 2, callback.lane != "b" { return "a callback is in another lane" }
                if let question = callback.question, !questions.insert(question).inserted {
                    return "a question's number is taken twice"
                }
            case .unable(let text), .note(let text): if text.utf8.count > 8_000 { return "too much is kept of a text" }
            case .ended: questions = []
            case .fault(let fault):
                if index != events.count - 1 { return "something is heard behind a fault" }
                if fault.sentence.isEmpty || fault.sentence.utf8.count > 2_000 { return "a fault has no good sentence" }
            }
            isFirst = false
        }
        return callbacks > 40 ? "more callbacks are taken than a case may have" : nil
    }

    /// Case after case, with two loads each; at every third line the runner says `end`.
    private static func read(_ input: [UInt8], pieces: Int) -> [DriverEvent] {
        var limits = DriverTalk.Limits()
        limits.line = 600
        limits.messages = 20
        limits.bytes = 2_000
        var talk = DriverTalk(limits: limits)
        var events: [DriverEvent] = []
        var cases = 0
        for (number, line) in input.split(separator: 10, maxSplits: 200, omittingEmptySubsequences: false).enumerated()
        {
            var rest = line + [10]
            while !rest.isEmpty {
                events += talk.bytesArrived(rest.prefix(pieces))
                rest = rest.dropFirst(pieces)
            }
            if number % 3 == 2 { talk.saidEnd() }
            if talk.isIdle, cases < 2 {
                cases += 1
                talk.began(cases)
                talk.ordered(load: 1, .unnamed)
                talk.ordered(load: 2, "b")
            }
        }
        return events
    }
}
