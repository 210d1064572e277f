// RunnerTalkReading.swift: laws that hold for anything a driver is told.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainNotation
import QuintainTalk

/// The fuzz harness and the tests check the same laws.
enum RunnerTalkReading {
    /// What is wrong with the reader, as these lines show; nil: nothing.
    static func fault(in input: [UInt8]) -> String? {
        for line in input.split(separator: 10, maxSplits: 20) {
            guard let json = try? JSONText(parsing: Array(line)) else { continue }
            if let fault = fault(in: json) { return fault }
        }
        return nil
    }

    private static func fault(in json: JSONText) -> String? {
        let message: RunnerMessage
        do throws(MessageFault) {
            message = try RunnerMessage(Members(json))
        } catch {
            return fault(in: error)
        }
        // A body is the same, written as text or by its digits.
        guard let written = message.message else {
            return isSaid(message) ? "\(message) is not written" : nil
        }
        guard let again = try? RunnerMessage(Members(written)) else { return "\(written) is not read again" }
        if again != message, !losesItself(message) { return "\(message) became \(again)" }
        // The one form of a message is written the same again.
        return again.message == written ? nil : "\(written) became \(again.message ?? .null)"
    }

    private static func isSaid(_ message: RunnerMessage) -> Bool {
        switch message {
        case .begins, .answer, .ends: true
        case .unknown: false
        case .order: true
        }
    }

    /// Messages that no runner sends, because a scenario cannot have them: they are written in another form.
    private static func losesItself(_ message: RunnerMessage) -> Bool {
        switch message {
        case .begins, .ends, .unknown: false
        case .answer(_, .useCertificate): true
        case .answer: false
        case .order(.load(let load), let file): file != nil || !load.decisions.isEmpty
        case .order: false
        }
    }

    private static func fault(in fault: MessageFault) -> String? {
        let sentence = fault.sentence
        return sentence.isEmpty || sentence.utf8.count > 4_000 ? "a fault of \(sentence.utf8.count) bytes" : nil
    }
}
