// PlayTrait.swift: a play around a test, as a trait of Swift Testing.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTestIssues

#if canImport(Testing)
    public import Testing

    /// Plays a scenario while the test runs, then verifies it: `@Test(.play(of: "…"))`. That of a suite,
    /// `@Suite(.play(of: "…"))`, gives each of its tests a play, but for those that have a trait of their own.
    public struct PlayTrait: TestTrait, SuiteTrait, TestScoping {
        private final class Identity: Sendable {
            /// The trait was written at a suite.
            let isOfSuite = Guarded(false)
        }

        private let scenario: @Sendable () throws -> Scenario
        private let client: Play.Client
        private let patience: Duration?
        private let identity = Identity()

        /// The trait of a suite is for each test in it.
        public var isRecursive: Bool { true }

        init(_ client: Play.Client, _ patience: Duration?, _ scenario: @escaping @Sendable () throws -> Scenario) {
            self.client = client
            self.patience = patience
            self.scenario = scenario
        }

        public func prepare(for test: Test) async throws {
            if test.isSuite { identity.isOfSuite.withLock { $0 = true } }
        }

        /// Each case of a test with arguments has a play of its own.
        public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
        ) async throws {
            // The traits of suites stand above those of the test.
            let plays = test.traits.compactMap { ($0 as? PlayTrait)?.identity }
            if plays.contains(where: { $0 === identity }), plays.last !== identity { return try await function() }
            guard plays.count(where: { !$0.isOfSuite.withLock(\.self) }) <= 1 else {
                throw ScenarioError(
                    "this test has several traits '.play', and only the last would be played: "
                        + "write a test for each, or 'withPlay' in the test")
            }
            let here = TestPlace(test.sourceLocation)
            let play = try await Play(
                scenario(), for: client, patience: patience, fileID: here.fileID, filePath: here.filePath,
                line: here.line,
                column: here.column)
            func record(waits: Bool) async { await play.verdict(waits: waits, at: here)?.record(at: here) }
            do {
                try await Play.$ofThisTest.withValue(play) { try await function() }
            } catch  where TestTask.isLeft(by: error) {
                await play.leave(at: here)
                throw error
            } catch {
                await record(waits: false)
                throw error
            }
            await record(waits: true)
        }
    }

    extension Trait where Self == PlayTrait {
        /// Plays the text of a scenario: ``Play/current`` is its play.
        ///
        /// ```swift
        /// @Test(.play(of: "> GET /notes/1\n< 404"))
        /// func `a note that is not there is nil`() async throws {
        ///     let play = try Play.current
        ///     #expect(try await Notes(play.session(), at: play.url).note(1) == nil)
        /// }
        /// ```
        public static func play(
            of text: String, row: String? = nil, for client: Play.Client = .urlSession,
            patience: Duration? = nil, fileID: String = #fileID, filePath: String = #filePath,
            line: Int = #line, column: Int = #column
        ) -> PlayTrait {
            let here = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
            return PlayTrait(client, patience) { try Scenario(text, row: row, at: here) }
        }

        /// Plays a file beside the test's own: `Scenarios/first.scenario`, with `#two` behind it for a row of its table.
        public static func play(
            file: String, besides source: StaticString = #filePath, for client: Play.Client = .urlSession,
            patience: Duration? = nil
        ) -> PlayTrait {
            PlayTrait(client, patience) { try Scenario(file: file, besides: source) }
        }

        /// Plays one of the scenarios that come with Quintain: `redirects/followed`.
        public static func play(
            bundled name: String, for client: Play.Client = .urlSession, patience: Duration? = nil
        ) -> PlayTrait {
            PlayTrait(client, patience) { try Scenario(bundled: name) }
        }
    }

    extension Scenario: CustomTestStringConvertible {
        public var testDescription: String { name }
    }

    extension Play {
        @TaskLocal static var ofThisTest: Play?

        /// The play of the test's trait, ``PlayTrait``.
        public static var current: Play {
            get throws {
                guard let play = ofThisTest else {
                    throw ScenarioError("this test has no play; give it a trait: @Test(.play(of: \"…\"))")
                }
                return play
            }
        }
    }
#endif
