// Scenario.swift: the conversation that is expected of a client, ready to be played.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainLoop
import QuintainScenario
import QuintainTestIssues
import QuintainWords

/// One scenario, or one row of a scenario with a table of cases: the conversation that is expected.
///
/// Read it once and play it as often as you like. A collection of scenarios gives a test one case for each:
///
/// ```swift
/// @Test(arguments: try Scenario.all(in: "Scenarios"))
/// func `the client keeps to every scenario`(_ scenario: Scenario) async throws {
///     try await withPlay(scenario) { play in
///         _ = try await play.session().data(for: play.request)
///     }
/// }
/// ```
public struct Scenario: Sendable, CustomStringConvertible {
    let script: QuintainScenario.Scenario
    /// The name of the file on a command line; nil: the scenario is no file.
    let word: String?
    /// Where a text is played, `FormsTests.swift:14`; nil: it is a file.
    private(set) var place: String?
    /// What is wrong with a file of a folder that was read as a whole: it cannot be played. nil: nothing.
    private(set) var fault: ScenarioError?

    /// `redirects/followed.scenario`, `codings/chunked.scenario#two`; `scenario` for text of a test.
    public var name: String { script.name }

    /// `codings/chunked.scenario`: what stands in front of the number of a line.
    var file: String { word == nil ? Rendering.textName : script.file }

    /// The comment in the first line.
    public var title: String { script.title }

    public var description: String { name }

    /// Reads the text of a scenario that is not in a file.
    ///
    /// - Parameter text: its lines.
    /// - Parameter row: which row of its table of cases, if it has one.
    /// - Parameter source: the file of the test, beside which the files are that the text names, as in `{{file "x.png"}}`.
    /// - Throws: ``ScenarioError``, with the place and what to write instead.
    public init(_ text: String, row: String? = nil, besides source: StaticString = #filePath) throws {
        try self.init(text, row: row, ofTest: "\(source)")
    }

    private init(_ text: String, row: String?, ofTest source: String) throws {
        let folder = FixtureFile.folder(of: source)
        // The text is the test's own, so it may name any file.
        let file = FixtureFile.read(Array(text.utf8), as: "\(folder)/scenario", root: "/", name: "scenario")
        self = try Self.one(row, of: try Self.runs(of: file, path: nil, folder: folder), in: "the scenario")
    }

    /// The same for a text that is played at this place.
    init(_ text: String, row: String? = nil, at place: TestPlace) throws {
        do {
            try self.init(text, row: row, ofTest: place.filePath)
        } catch let error as ScenarioError {
            // A test that throws is shown at its beginning, which may be far away.
            throw ScenarioError("\(error.description)\nthe text is played at \(place.brief)")
        }
        self.place = place.brief
    }

    /// Reads a file.
    ///
    /// - Parameter file: `Scenarios/first.scenario`, or `Scenarios/codings.scenario#two` for a row of its table.
    /// - Parameter source: the file of the test, which relative paths are relative to.
    public init(file: String, besides source: StaticString = #filePath) throws {
        let (path, row) = Self.halves(of: FixturePlace.absolute(file, besides: "\(source)"))
        let folder = FixtureFile.folder(of: path)
        if !Files.exists(path), let help = Self.suggestion(at: path) {
            throw ScenarioError("there is no file '\(path)'; \(help)")
        }
        self = try Self.one(row, of: try Self.read(path, root: folder, name: Self.halves(of: file).path), in: file)
    }

    /// Reads one of the scenarios that come with Quintain: `redirects/followed`, `codings/chunked#two`.
    public init(bundled name: String) throws {
        let folder = try FixturePlace.fixtures()
        let (path, row) = Self.halves(of: name)
        let file = FixtureFolder.isFixture(path) ? path : path + ".scenario"
        guard Files.exists("\(folder)/\(file)") else {
            let help = Self.suggestion(for: file, in: folder) ?? "'ls \(folder)' shows them"
            throw ScenarioError("no bundled scenario is called '\(path)'; \(help)")
        }
        self = try Self.one(row, of: try Self.read("\(folder)/\(file)", root: folder, name: file), in: name)
    }

    /// All scenarios in a folder and in those below it, each row of a table by itself. A file that is wrong is one of them, and
    /// fails the test that plays it, and so is one whose name nearly ends in `.scenario`.
    ///
    /// - Parameter folder: its path.
    /// - Parameter source: the file of the test, which relative paths are relative to.
    public static func all(in folder: String, besides source: StaticString = #filePath) throws -> [Scenario] {
        let path = FixturePlace.absolute(folder, besides: "\(source)")
        return try all(below: path, root: nil, names: "")
    }

    /// All scenarios that come with Quintain in one of its folders: `redirects`, `authentication`.
    public static func bundled(in folder: String) throws -> [Scenario] {
        let fixtures = try FixturePlace.fixtures()
        guard Files.isFolder("\(fixtures)/\(folder)") else {
            throw ScenarioError("no folder of bundled scenarios is called '\(folder)'; 'ls \(fixtures)' shows them")
        }
        return try all(below: "\(fixtures)/\(folder)", root: fixtures, names: "\(folder)/")
    }
}

extension Scenario {
    private init(_ script: QuintainScenario.Scenario, word: String?) {
        self.script = script
        self.word = word
    }

    /// A file that is wrong: it stands for itself in a collection, so that the other ones are played.
    private init(fault: ScenarioError, of path: String, name: String) {
        // The ending of the name may be that of routes.
        let standIn = FixtureFile.read(Array("> GET /\n< 200".utf8), as: path, root: "/", name: "scenario")
        var script = standIn.reading.scenarios[0]
        script.file = name
        self.init(script, word: path)
        self.fault = fault
    }

    private static func all(below folder: String, root: String?, names: String) throws -> [Scenario] {
        let files = try telling { () throws(LoopError) in try FixtureFolder.files(in: folder) }
        let scenarios = files.flatMap { file -> [Scenario] in
            let path = "\(folder)/\(file)"
            do {
                return try runs(
                    of: telling { () throws(LoopError) in
                        try FixtureFile.read(path, root: root ?? folder, name: names + file)
                    }, path: path, folder: FixtureFile.folder(of: path), passingRoutes: true)
            } catch {
                return [Scenario(fault: ScenarioError("\(error)"), of: path, name: names + file)]
            }
        }
        let strangers = FixtureFolder.passedOver(in: folder).filter { $0.reason != .emptyFolder }.map { entry in
            let name = "\(names)\(entry.path.dropFirst(folder.utf8.count + 1))"
            return Scenario(fault: ScenarioError(entry.sentence), of: entry.path, name: name)
        }
        // A test without arguments would be skipped without a word.
        guard !scenarios.isEmpty || !strangers.isEmpty else {
            throw ScenarioError(
                "the folder '\(folder)' has no scenario; their files end in .scenario, also in folders below it")
        }
        return scenarios + strangers
    }

    private static func read(_ path: String, root: String, name: String) throws -> [Scenario] {
        try runs(
            of: telling { () throws(LoopError) in try FixtureFile.read(path, root: root, name: name) }, path: path,
            folder: FixtureFile.folder(of: path))
    }

    /// - Parameter folder: where the files are that it names.
    private static func runs(
        of file: FixtureFile, path: String?, folder: String, passingRoutes: Bool = false
    ) throws -> [Scenario] {
        let rendering = Rendering(file, isText: path == nil)
        try rendering.check(lookingIn: folder)
        if let routes = file.reading.routes, !passingRoutes {
            let stubs = path == nil ? "Stubs(of: \"…\")" : "Stubs(file: \"…\")"
            throw ScenarioError(
                "\(routes.file) is a file of routes, which have no order, and are not played; '\(stubs)' answers by them, "
                    + "and without the line 'routes' the exchange is a scenario")
        }
        return file.reading.scenarios.map { script in
            Scenario(script, word: path.map { path in script.row.map { "\(path)#\($0)" } ?? path })
        }
    }

    private static func one(_ row: String?, of runs: [Scenario], in name: String) throws -> Scenario {
        guard let row else {
            // Below `over 1.1, 2` the run over HTTP/1.1 has the plain name.
            if let run = runs.count == 1 ? runs[0] : runs.first(where: { $0.script.row == nil }) { return run }
            let rows = list(runs.map(\.script).choices)
            throw ScenarioError("\(name) has a table of cases: name one of its rows, \(rows)")
        }
        let scripts = runs.map(\.script)
        let chosen = scripts.chosen(by: row).first?.name
        if let run = runs.first(where: { $0.script.name == chosen }) { return run }
        let rows = scripts.choices
        let help = NearestWord.suggestion(for: row, among: rows).map { "; \($0)" } ?? ""
        throw ScenarioError(
            "\(name) has no row '\(row)': \(rows.isEmpty ? "it has no table" : "it has \(list(rows))")\(help)")
    }

    private static func list(_ rows: [String]) -> String {
        let more = rows.count > rowsAtMost ? " and \(rows.count - rowsAtMost) more" : ""
        return rows.prefix(rowsAtMost).joined(separator: ", ") + more
    }

    private static let rowsAtMost = 12

    /// `did you mean 'first.scenario'?`, of the scenarios in the file's folder.
    static func suggestion(at path: String) -> String? {
        let folder = FixtureFile.folder(of: path)
        return suggestion(for: String(path.dropFirst(folder.count + 1)), in: folder)
    }

    /// `did you mean 'redirects/followed.scenario'?`, of the scenarios in the folder and below it.
    private static func suggestion(for file: String, in folder: String) -> String? {
        if Files.exists("\(folder)/\(file).scenario") { return "did you mean '\(file).scenario'?" }
        return NearestWord.suggestion(for: file, among: (try? FixtureFolder.files(in: folder)) ?? [])
    }

    private static func halves(of name: String) -> (path: String, row: String?) {
        let halves = name.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (halves[0], halves.count == 2 ? halves[1] : nil)
    }

    static func telling<Value>(_ body: () throws(LoopError) -> Value) throws -> Value {
        do throws(LoopError) {
            return try body()
        } catch {
            throw ScenarioError([error.message, error.help].compactMap { $0 }.joined(separator: "; "))
        }
    }
}
