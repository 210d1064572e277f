// Audience.swift: a delegate that records what it hears, and answers as it was told to.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

@testable import QuintainClient
import QuintainLoader
import QuintainLoop
import QuintainWords

@OnLoop
final class Audience: LoadDelegate {
    private(set) var words: [String] = []
    private(set) var body: [UInt8] = []
    /// The numbers of the questions that have no answer yet.
    private(set) var open: [Int] = []
    /// By the question's first word. A question that is missing here is answered by default; one with nil, not at all.
    var answers: [String: LoadAnswer?] = [:]
    /// Called after each recorded word.
    var onHearing: ((String, LoadTask) -> Void)?
    private let bell = Bell()

    init() {}

    func load(_ load: LoadTask, told event: LoadEvent) {
        switch event {
        case .sent(let count, let total): hear("sent \(count)/\(total ?? -1)", load)
        case .informational(let reply): hear("informational \(reply.status)", load)
        case .response(let reply): hear("response \(reply.status)", load)
        case .data(let bytes):
            body += bytes
            hear("data", load)
        case .resumed(let offset, _): hear("resumed \(offset)", load)
        case .created: hear("created", load)
        case .progress(_, let written, _): hear("progress \(written)", load)
        case .file: hear("file", load)
        case .challengeCancelled: hear("challenge cancelled", load)
        case .finished: hear("finished", load)
        case .failed(let failure): hear("failed \(failure.kind.rawValue)", load)
        }
    }

    func load(_ load: LoadTask, asked question: LoadQuestion, number: Int) {
        let word =
            switch question {
            case .canonical: "canonical?"
            case .redirect(_, let next): "redirect? \(next.method)"
            case .challenge(let challenge): "challenge? \(challenge.kind.rawValue)"
            case .newBody: "body?"
            case .response(let reply): "response? \(reply.status)"
            case .willCache: "cache?"
            case .decode: "decode?"
            case .destination: "destination?"
            }
        open.append(number)
        hear(word, load)
        let answer = answers[String(word.prefix { $0 != "?" }), default: .byDefault]
        if let answer { self.answer(load, answer) }
    }

    /// Answers the oldest open question.
    func answer(_ load: LoadTask, _ answer: LoadAnswer = .byDefault) {
        guard !open.isEmpty else { return }
        load.answer(open.removeFirst(), answer)
    }

    private func hear(_ word: String, _ load: LoadTask) {
        // A body is recorded once, in however many pieces it arrives.
        if word != "data" || words.last != "data" { words.append(word) }
        bell.ring()
        onHearing?(word, load)
    }

    /// Waits until this is heard.
    func hears(_ word: String) async throws {
        try await until("'\(word)' is not heard behind \(words)") { words.contains { $0.hasPrefix(word) } }
    }

    /// Waits for the end.
    @discardableResult
    func hearsTheEnd() async throws -> [String] {
        try await until("no end is heard behind \(words)") {
            words.last == "finished" || words.last?.hasPrefix("failed") == true
        }
        return words
    }

    private func until(_ sentence: @autoclosure () -> String, _ condition: () -> Bool) async throws {
        let limit = soon
        let timer = EventLoop.shared.schedule(at: limit) { [bell] in bell.ring() }
        defer { timer.cancel() }
        while !condition() {
            if limit < .now { throw TestFailure(sentence()) }
            await bell.wait()
        }
    }
}
