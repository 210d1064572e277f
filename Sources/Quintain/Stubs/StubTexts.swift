// StubTexts.swift: reads the routes of stubs, of a text, a file or a folder.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainLoop
import QuintainScenario
import QuintainTestIssues

/// The routes of stubs. Of those that fit a request equally well, the earlier one answers.
struct StubTexts {
    private(set) var routes: [RouteFile] = []

    /// The routes of a text that stands in a test, near this place.
    init(of text: String, at place: TestPlace) throws {
        let folder = FixtureFile.folder(of: place.filePath)
        // The ending of the name says that these are routes, so that the text need not.
        let file = FixtureFile.read(
            Array(text.utf8), as: "\(folder)/\(Self.textName)", root: "/", name: Self.textName)
        do {
            try add(file, as: Rendering.textName, folder: folder, isText: true)
        } catch let error as ScenarioError {
            throw ScenarioError("\(error.description)\nthe text is that of \(place.brief)")
        }
        guard routes.contains(where: { !$0.exchanges.isEmpty }) else {
            throw ScenarioError("the text has no stub: write at least '> GET /a' and '< 200'; \(place.brief)")
        }
    }

    /// None: all that comes is answered by code.
    init() {}

    init(file: String, besides source: String) throws {
        let path = FixturePlace.absolute(file, besides: source)
        if !Files.exists(path), let help = Scenario.suggestion(at: path) {
            throw ScenarioError("there is no file '\(path)'; \(help)")
        }
        try add(path, root: FixtureFile.folder(of: path), as: file)
        guard !routes.isEmpty else {
            throw ScenarioError(
                "\(file) is a scenario, which has an order: play it, 'Play(file: \"…\")', or write 'routes' above it")
        }
    }

    /// The routes of all files of a folder and of those below it. Scenarios among them are passed over.
    init(in folder: String, besides source: String) throws {
        let path = FixturePlace.absolute(folder, besides: source)
        for file in try Scenario.telling({ () throws(LoopError) in try FixtureFolder.files(in: path) }) {
            try add("\(path)/\(file)", root: path, as: file)
        }
        guard !routes.isEmpty else {
            throw ScenarioError(
                "the folder '\(folder)' has no routes; their files end in .routes, also in folders below it")
        }
    }

    private mutating func add(_ path: String, root: String, as name: String) throws {
        let file = try Scenario.telling { () throws(LoopError) in try FixtureFile.read(path, root: root, name: name) }
        guard file.reading.routes != nil || name.hasSuffix(FixtureFolder.routesSuffix) else { return }
        try add(file, as: name, folder: FixtureFile.folder(of: path))
    }

    private mutating func add(
        _ file: FixtureFile, as name: String, folder: String, isText: Bool = false
    ) throws {
        let rendering = Rendering(file, isText: isText)
        try rendering.check(lookingIn: folder)
        guard var found = file.reading.routes else { return }
        found.file = name
        // Of stubs that ask for the same each has its turn.
        found.turns = RouteTurns()
        routes.append(found)
    }

    static let textName = "stubs" + FixtureFolder.routesSuffix
}
