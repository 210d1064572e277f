// TraitTests.swift: plays around tests, and tests with a case for each scenario.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import Quintain
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.play(of: "> GET /\n< 200")) struct `A suite with a play` {
    @Test(arguments: [1, 2]) func `gives each case of its tests one`(_: Int) async throws {
        let play = try Play.current
        _ = try await play.session().data(from: play.url)
    }

    @Test(.play(of: "> GET /own\n< 200")) func `gives none to a test that has its own`() async throws {
        let play = try Play.current
        _ = try await play.session().data(from: play.url("/own"))
    }

    @Suite struct `with a suite in it` {
        @Test func `gives its tests one, too`() async throws {
            let play = try Play.current
            _ = try await play.session().data(from: play.url)
        }
    }
}

@Suite struct `A test with a play` {
    @Test(.play(of: "> GET /\n< 200"))
    func `needs not verify it`() async throws {
        let play = try Play.current
        _ = try await play.session().data(from: play.url)
    }

    @Test(.play(file: "Scenarios/notes.scenario#second"))
    func `finds a file beside its own`() async throws {
        let play = try Play.current
        #expect(play.scenario.name == "Scenarios/notes.scenario#second")
        _ = try await play.session().data(from: play.url("/notes/2"))
    }

    @Test(.play(bundled: "redirects/followed#302"))
    func `finds a bundled one`() async throws {
        let play = try Play.current
        _ = try await play.session().data(for: play.request)
    }

    @Test func `fails at its own line`() async throws {
        let this = try #require(Test.current)
        let trait: PlayTrait = .play(of: "> GET /\n< 404")
        try await withKnownIssue {
            try await trait.provideScope(for: this, testCase: nil) {
                let play = try Play.current
                _ = try await play.session().data(from: play.url("/elsewhere"))
            }
        } matching: { issue in
            issue.sourceLocation?.line == this.sourceLocation.line && issue.says("[unexpected-request]")
                && issue.says("│ > GET /elsewhere\n")
        }
    }

    @Test(.play(of: "> GET /a\n< 200\n> GET /b\n! hold\n< 200", patience: .milliseconds(300)))
    func `may have a patience`() async throws {
        let play = try Play.current
        _ = try await play.session().data(from: play.url("/a"))
        try await withKnownIssue {
            try await play.held()
        } matching: {
            $0.says("line 3, `> GET /b`, is awaited, ")
        }
        play.close()
    }

    @Test func `is the only one, so that none is dropped`() async throws {
        let traits: [PlayTrait] = [.play(of: "> GET /one\n< 200"), .play(of: "> GET /two\n< 200")]
        var test = try #require(Test.current)
        test.traits += traits
        let this = test
        for (index, trait) in traits.enumerated() {
            do {
                try await trait.provideScope(for: this, testCase: nil) {
                    #expect(index == 0, "the last one stands for both")
                }
                #expect(index == 0)
            } catch let error as ScenarioError {
                #expect(index == 1 && error.description.hasPrefix("this test has several traits '.play'"))
            }
        }
    }

    @Test func `keeps its own error beside what its client did`() async throws {
        let this = try #require(Test.current)
        let trait: PlayTrait = .play(of: "> GET /\n< 404")
        await withKnownIssue {
            _ = await #expect(throws: CancellationError.self) {
                try await trait.provideScope(for: this, testCase: nil) { throw CancellationError() }
            }
        } matching: {
            $0.says("`> GET /` did not happen before the client ended")
        }
    }

    @Test func `without one is told how to get it`() {
        #expect(throws: ScenarioError.self) { try Play.current }
    }

    @Test func `may be around a file or a bundled scenario as well`() async throws {
        try await withPlay(file: "Scenarios/notes.scenario#second") { play in
            _ = try await play.session().data(for: play.request)
        }
        try await withPlay(bundled: "redirects/followed#302") { play in
            _ = try await play.session().data(for: play.request)
        }
    }

    @Test(arguments: try Scenario.all(in: "Scenarios"))
    func `is a case for each scenario of a folder`(_ scenario: Scenario) async throws {
        try await withPlay(scenario) { play in
            _ = try await play.session().data(for: play.request)
        }
    }

    @Test func `is not skipped for want of scenarios`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("empty-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = #expect(throws: ScenarioError.self) { try Scenario.all(in: folder.path) }
        #expect(error?.description.contains("has no scenario; their files end in .scenario") == true)
    }

    @Test func `fails where a file is wrong, and plays the others`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("some-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in [
            ("a.scenario", "> GET /\n< 20"), ("b.scenario", "> GET /\n< 204"), ("c.scenario", "* redirct 302"),
            ("d.routes", "> GET"), ("e.scenaro", "> GET /\n< 204"), ("F.SCENARIO", "> GET /\n< 204"),
            ("README.md", "# F"),
        ] {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        let scenarios = try Scenario.all(in: folder.path)
        #expect(
            scenarios.map(\.name) == ["a.scenario", "b.scenario", "c.scenario", "d.routes", "F.SCENARIO", "e.scenaro"])
        try await withPlay(scenarios[1]) { play in _ = try await play.session().data(from: play.url) }
        for (index, words) in [(0, "a.scenario:2:1: error: "), (2, "c.scenario:1:3: error: "), (3, "d.routes:1:")] {
            let error = await thrown(ScenarioError.self) { try await Play(scenarios[index]) }
            #expect(error?.description.hasPrefix(words) == true, "\(error as Any)")
        }
        for scenario in scenarios.suffix(2) {
            let error = await thrown(ScenarioError.self) { try await Play(scenario) }
            #expect(error?.description.hasSuffix("is passed over: a name that ends in '.scenario' is read") == true)
        }
    }

    @Test func `has its rows, sorted`() throws {
        #expect(
            try Scenario.all(in: "Scenarios").map(\.name) == [
                "notes.scenario#first", "notes.scenario#second",
            ])
    }
}

@Suite struct `A scenario's files` {
    @Test func `are beside the source of the test, whatever folder its process is in`() async throws {
        let text = "> GET /\n< 200\n<\n< {{file \"Scenarios/notes.scenario\"}}"
        let notes = try Data(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
                "Scenarios/notes.scenario"))
        try await withPlay(of: text) { play throws in
            #expect(try await play.session().data(from: play.url).0 == notes)
        }
        _ = try Scenario(text)
    }

    @Test func `that are missing were looked for in a folder that is named`() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
        let error = #expect(throws: ScenarioError.self) { try Scenario("> GET /\n< 200\n<\n< {{file \"x.txt\"}}") }
        #expect(error?.description.contains("'x.txt': there is no such file") == true)
        #expect(
            error?.description.hasSuffix("\nfiles are looked for in \(folder)") == true, "\(error?.description ?? "")")
    }
}

@Suite struct `A scenario over both versions` {
    private static let plain = "over 1.1, 2\n> GET /a\n< 200"
    private static let table = "over 1.1, 2\ncases n\n      one\n      two\n> GET /{{n}}\n< 200"

    @Test func `is that over HTTP/1.1 by its plain name`() async throws {
        #expect(try Scenario(Self.plain).name == "scenario")
        #expect(try Scenario(Self.plain, row: "h2").name == "scenario#h2")
        try await withPlay(of: Self.plain) { play in _ = try await play.session().data(from: play.url("/a")) }
    }

    @Test func `has two for each row of its table`() throws {
        #expect(try Scenario(Self.table, row: "two").name == "scenario#two")
        #expect(try Scenario(Self.table, row: "two,h2").name == "scenario#two,h2")
        let error = #expect(throws: ScenarioError.self) { try Scenario(Self.table) }
        #expect(
            error?.description.contains("name one of its rows, one, one,h2, two, two,h2") == true,
            "\(error?.description ?? "")")
    }
}

@Suite struct `A scenario that is wrong` {
    @Test func `says where, and what to write instead`() {
        let error = #expect(throws: ScenarioError.self) { try Scenario("> GET /\n< 200\n* redirct 302 /") }
        #expect(error?.description.hasPrefix("the text:3:3: error: no callback is called 'redirct'") == true)
        #expect(error?.description.contains("did you mean 'redirect'?") == true)
    }

    @Test func `says where it is played`() async {
        let line = #line + 1
        let error = await thrown(ScenarioError.self) { try await Play(of: "> GET /wrong\n< 2000") }
        let description = error?.description ?? ""
        #expect(description.hasPrefix("the text:2:1: error: "), "\(description)")
        #expect(description.hasSuffix("\nthe text is played at TraitTests.swift:\(line)"), "\(description)")
    }

    @Test func `or has no order says who answers by it`() {
        let error = #expect(throws: ScenarioError.self) { try Scenario("routes\n> GET /\n< 200") }
        #expect(error?.description.contains("answers by them") == true)
    }

    @Test(arguments: [
        ("nowhere", "no bundled scenario is called 'nowhere'; 'ls /"),
        ("redirects/folowed", "is called 'redirects/folowed'; did you mean 'redirects/followed.scenario'?"),
        ("framing/half-a-head", "name one of its rows, status-line, field, value, no-empty-line"),
        (
            "framing/half-a-head#feild",
            "'feild': it has status-line, field, value, no-empty-line; did you mean 'field'?"
        ),
    ])
    func `or not there says what there is`(name: String, sentence: String) {
        let error = #expect(throws: ScenarioError.self) { try Scenario(bundled: name) }
        #expect(error?.description.contains(sentence) == true)
    }
    @Test(arguments: [
        ("Scenarios/notes", "did you mean 'notes.scenario'?"),
        ("Scenarios/ntoes.scenario", "did you mean 'notes.scenario'?"),
    ])
    func `or not beside the test is told the nearest`(file: String, help: String) {
        let error = #expect(throws: ScenarioError.self) { try Scenario(file: file) }
        #expect(error?.description.hasSuffix("/QuintainTests/\(file)'; \(help)") == true, "\(error?.description ?? "")")
    }

    @Test func `or in a folder that is not there is told so`() {
        let error = #expect(throws: ScenarioError.self) { try Scenario.all(in: "Scenaros") }
        #expect(error?.description.contains("/QuintainTests/Scenaros'") == true, "\(error?.description ?? "")")
    }
}
