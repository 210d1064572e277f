// ConstantTests.swift: the lines of scenarios that are constants of a test's source.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Quintain
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `The place of a mismatch in a constant` {
    @Test func `is the line of a constant that stands elsewhere in the source`() async throws {
        let play = try await Play(of: Self.constant)
        _ = try await play.session().data(from: play.url("/there"))
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.description.contains("\nConstantTests.swift:\(Self.firstOfConstant): "), "\(mismatch)")
    }

    private static let firstOfConstant = #line + 2
    private static let constant = """
        > GET /constant
        < 200
        """

    @Test func `is the line of the constant above, where several are alike`() async throws {
        let line = #line + 2
        let constant = """
            > GET /alike
            < 200
            """
        let play = try await Play(of: constant)
        let other = """
            > GET /alike
            < 200
            """
        _ = try await play.session().data(from: play.url("/there"))
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.description.contains("\nConstantTests.swift:\(line): "), "\(other): \(mismatch)")
    }

    @Test func `is the line of a constant of another file`() async throws {
        let play = try await Play(of: SharedText.constant)
        _ = try await play.session().data(from: play.url("/there"))
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.description.contains("\nSharedText.swift:\(SharedText.first): "), "\(mismatch)")
    }
}

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
