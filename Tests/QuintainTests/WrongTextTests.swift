// WrongTextTests.swift: texts and files that cannot be played.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Quintain
import Testing

@Suite struct `A text that is wrong` {
    @Test func `is an issue at its call, whatever the test does with errors`() async {
        await isToldHere("the text:2:", 1) { try? await withPlay(of: "> GET /a\n< 20") { _ in } }
        await isToldHere("nowhere", 1) { _ = try? await Play(file: "Scenarios/nowhere.scenario") }
        await isToldHere("the text:1:", 2) {
            await #expect(throws: (any Error).self) { try await Stubs(of: "> GET") }
        }
    }

    /// One issue has these words, so many lines behind the call of this function at most.
    private func isToldHere(
        _ words: String, _ lines: Int, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async -> Void
    ) async {
        let reach = sourceLocation.line...sourceLocation.line + lines
        await withKnownIssue(sourceLocation: sourceLocation) {
            await body()
        } matching: { issue in
            let isHere = issue.sourceLocation.map { reach.contains($0.line) && $0.fileID == sourceLocation.fileID }
            return isHere == true && issue.comments.contains { $0.rawValue.contains(words) }
        }
    }
}
