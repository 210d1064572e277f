// LibraryTests.swift: fixtures on disk, and their changes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainRoutes
import QuintainScenario
import QuintainServer
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct `A library` {
    private static let good = "# Good\n> GET /a\n< 200\n"
    private static let routes = "# Routes\nroutes\n\n> GET /r\n< 200\n"
    private static let broken = "# Broken\n* redirct 302 /b\n"

    private func library(_ files: [String: String]) async throws -> (TestFolder, Library) {
        let folder = try TestFolder()
        for (name, text) in files { try folder.write(name, text) }
        let library = try await OnLoop.run { try Library([folder.path]) }
        _ = await library.reload()
        return (folder, library)
    }

    @Test func `names files by their place in the folder`() async throws {
        let (folder, library) = try await library(["x/a.scenario": Self.good, "b.routes": Self.routes, "c.txt": "?"])
        try await OnLoop.run {
            #expect(library.all.map(\.name) == ["b.routes", "x/a.scenario"])
            #expect(library.all.map(\.kind) == [.routes, .scenario])
            #expect(library.scenarios(named: "x/a.scenario").count == 1)
            #expect(library.scenarios(named: "a.scenario").isEmpty)
            #expect(await library.table().count == 1)
            // A path may end in a slash, and a file that is named twice counts once.
            let twice = try Library([folder.path + "/x/a.scenario", folder.path + "/"])
            await twice.reload()
            #expect(twice.all.map(\.name) == ["a.scenario", "b.routes"])
        }
    }

    @Test func `finds one row of a table by its name`() async throws {
        let table = "# Rows\ncases  name | status\n       one  | 200\n       two  | 404\n> GET /a\n< {{status}}\n"
        let (_, library) = try await library(["t.scenario": table])
        try await OnLoop.run {
            #expect(library.scenarios(named: "t.scenario").count == 2)
            #expect(library.scenarios(named: "t.scenario#two").map(\.row) == ["two"])
            #expect(library.scenarios(named: "t.scenario#three").isEmpty)
            #expect(library.scenarioFileCount == 1)
        }
    }

    private func checked(_ files: [String: String]) async throws -> (TestFolder, Library) {
        let folder = try TestFolder()
        for (name, text) in files { try folder.write(name, text) }
        let library = try await OnLoop.run { try Library([Library.Source(folder.path, isChecked: true)]) }
        #expect(await library.reload().map(\.name) == files.keys.filter { $0.hasSuffix(".routes") })
        return (folder, library)
    }

    @Test func `reads of checked files the routes at once, and a scenario when it is asked for`() async throws {
        let (folder, library) = try await checked(
            ["a.scenario": Self.good, "b.scenario": Self.good, "c.routes": Self.routes])
        defer { withExtendedLifetime(folder) {} }
        try await OnLoop.run {
            #expect(await library.table().count == 1)
            #expect(library.scenarioFileCount == 2)
            #expect(library.scenarios(named: "a.scenario").isEmpty)
            await library.bring("a.scenario")
            #expect(library.scenarios(named: "a.scenario").count == 1)
            #expect(library.scenarios(named: "b.scenario").isEmpty)
            await library.bring()
            #expect(library.scenarios(named: "b.scenario").count == 1)
        }
    }

    @Test func `tells of a checked file that it is wrong, or gone, when it is asked for`() async throws {
        let (folder, library) = try await checked(["a.scenario": Self.broken, "b.scenario": Self.good])
        folder.run("rm b.scenario")
        try await OnLoop.run {
            #expect(!library.all[0].isBroken)
            await library.bring()
            #expect(library.all[0].isBroken)
            #expect(library.unreadable[folder.path + "/b.scenario"] != nil)
        }
    }

    @Test func `reads a checked file that has changed, and leaves the others for later`() async throws {
        let (folder, library) = try await checked(["a.scenario": Self.good, "b.scenario": Self.good])
        try folder.write("a.scenario", Self.good.replacing("Good", with: "Better"))
        try await OnLoop.run {
            #expect(await library.reload(only: [folder.path + "/a.scenario"]).map(\.name) == ["a.scenario"])
            #expect(library.scenarios(named: "a.scenario").map(\.title) == ["Better"])
            #expect(library.scenarios(named: "b.scenario").isEmpty)
        }
    }

    @Test func `does not read again what was only touched`() async throws {
        let naming = "# Names a file\n> GET /a\n< 200\n<\n< {{file \"body.txt\"}}\n"
        let (folder, library) = try await library(
            ["a.scenario": Self.good, "b.scenario": Self.broken, "n.scenario": naming, "body.txt": "one"])
        let all = ["a", "b", "n"].map { "\(folder.path)/\($0).scenario" }
        try folder.write("a.scenario", Self.good)
        #expect(await library.reload(only: all).map(\.name) == ["n.scenario"])
        folder.run("rm a.scenario")
        #expect(await library.reload(only: all).map(\.name) == ["n.scenario"])
        try folder.write("a.scenario", Self.good)
        #expect(await library.reload(only: all).map(\.name) == ["a.scenario", "n.scenario"])
    }

    /// A load that began early may be slow, and files that change meanwhile are newer than what it brings.
    @Test func `is the same for all who ask at once`() async throws {
        let files = Dictionary(uniqueKeysWithValues: (0..<20).map { ("\($0).scenario", Self.good) })
        let (folder, library) = try await checked(files)
        defer { withExtendedLifetime(folder) {} }
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    await library.bring()
                    return await library.all.reduce(0) { $0 + $1.scenarios.count }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 20, count: 20))
    }

    /// Only files of routes are read at the start, so routes in other files would be missed.
    @Test func `has no routes in a bundled file of scenarios`() async throws {
        let fixtures = String(#filePath.dropLast("Tests/ServerTests/Library/LibraryTests.swift".count)) + "fixtures"
        let library = try await OnLoop.run { try Library([fixtures]) }
        await library.reload()
        let books = await library.all
        #expect(books.count > 250)
        #expect(books.filter { $0.kind == .routes && !$0.name.hasSuffix(".routes") }.map(\.name) == [])
    }

    @Test func `keeps the good version of a file that breaks`() async throws {
        let (folder, library) = try await library(["a.scenario": Self.good, "b.scenario": Self.good])
        try folder.write("a.scenario", Self.broken)
        try await OnLoop.run {
            let read = await library.reload(only: [folder.path + "/a.scenario"])
            #expect(read.map(\.name) == ["a.scenario"])
            #expect(read[0].isBroken)
            #expect(read[0].diagnostics.first?.message == "no callback is called 'redirct'")
            #expect(library.scenarios(named: "a.scenario").map(\.title) == ["Good"])
            #expect(library.scenarios(named: "b.scenario").count == 1)
        }
        try folder.write("a.scenario", Self.good.replacing("Good", with: "Better"))
        try await OnLoop.run {
            await library.reload(only: [folder.path + "/a.scenario"])
            #expect(library.scenarios(named: "a.scenario").map(\.title) == ["Better"])
            #expect(!library.all[0].isBroken)
        }
    }

    /// A watch tells of it later.
    @Test func `reads a file that was written just now when it is asked for`() async throws {
        let (folder, library) = try await library(["a.scenario": Self.good])
        try folder.write("a.scenario", Self.good.replacing("Good", with: "Better"))
        try folder.write("x/new.scenario", Self.good)
        try await OnLoop.run {
            await library.bring("a.scenario")
            #expect(library.scenarios(named: "a.scenario").map(\.title) == ["Better"])
            await library.bring("x/new.scenario")
            #expect(library.scenarios(named: "x/new.scenario").count == 1)
            await library.bring("../\(folder.path.split(separator: "/").last ?? "")/a.scenario")
            #expect(library.all.map(\.name) == ["a.scenario", "x/new.scenario"])
        }
    }

    /// Otherwise nothing would say that it is wrong.
    @Test func `tells with the next change of files that were read since because they were asked for`() async throws {
        let (folder, library) = try await library(["a.scenario": Self.good, "b.scenario": Self.good])
        try folder.write("a.scenario", Self.broken)
        try folder.write("new.scenario", Self.broken)
        try await OnLoop.run {
            await library.bring("a.scenario")
            await library.bring("new.scenario")
            await library.bring("b.scenario")
            let told = await library.reload(only: ["a", "new"].map { "\(folder.path)/\($0).scenario" })
            #expect(told.map(\.name) == ["a.scenario", "new.scenario"])
            #expect(told.allSatisfy { $0.isBroken })
            #expect(await library.reload(only: told.map(\.path)).isEmpty, "each is told once")
        }
    }

    @Test func `counts a broken file that is gone once`() async throws {
        let (folder, library) = try await library(["a.scenario": Self.broken, "b.scenario": Self.good])
        try await OnLoop.run {
            #expect(library.brokenFileCount == 1)
            folder.run("rm a.scenario")
            await library.bring("a.scenario")
            #expect(library.brokenFileCount == 1)
            folder.run("rm b.scenario")
            await library.bring("b.scenario")
            #expect(library.brokenFileCount == 2)
            await library.reload(only: [])
            #expect(library.brokenFileCount == 0)
        }
    }

    @Test func `takes up new files and gives up removed ones`() async throws {
        let (folder, library) = try await library(["a.scenario": Self.good, "r.routes": Self.routes])
        folder.run("mv a.scenario c.scenario; rm r.routes")
        try await OnLoop.run {
            let read = await library.reload(
                only: ["a.scenario", "c.scenario", "r.routes"].map { folder.path + "/" + $0 })
            #expect(read.map(\.name) == ["c.scenario"])
            #expect(library.all.map(\.name) == ["c.scenario"])
            #expect(await library.table().count == 0)
        }
    }

    @Test func `keeps a file that cannot be read any more, and says so`() async throws {
        let (folder, _) = try await library(["a.scenario": Self.good])
        let library = try await OnLoop.run { try Library([folder.path + "/a.scenario"]) }
        _ = await library.reload()
        folder.run("rm a.scenario")
        try await OnLoop.run {
            await library.reload()
            #expect(library.scenarios(named: "a.scenario").count == 1)
            #expect(library.unreadable == [folder.path + "/a.scenario": "there is no '\(folder.path)/a.scenario'"])
        }
        try folder.write("a.scenario", Self.good)
        try await OnLoop.run {
            await library.reload()
            #expect(library.unreadable.isEmpty)
        }
    }

    @Test func `keeps what a folder had that cannot be listed any more`() async throws {
        let (folder, library) = try await library(["a.scenario": Self.good, "r.routes": Self.routes])
        // A file replaces the folder.
        folder.run("cd .. && mv '\(folder.path)' '\(folder.path).away' && touch '\(folder.path)'")
        try await OnLoop.run {
            await library.reload()
            #expect(library.unreadable[folder.path] == "'\(folder.path)' is not a folder")
            #expect(library.scenarios(named: "a.scenario").count == 1)
            #expect(await library.table().count == 1)
        }
        _ = system("rm -rf '\(folder.path).away'")
    }

    @Test(.enabled(if: getuid() != 0)) func `names a folder inside that may not be listed`() async throws {
        let (folder, library) = try await library(["a.scenario": Self.good, "x/b.scenario": Self.good])
        folder.run("chmod 0 x")
        try await OnLoop.run {
            await library.reload()
            #expect(library.unreadable[folder.path] == "no permission to list '\(folder.path)/x'")
            #expect(library.all.count == 2)
        }
    }

    @Test func `passes over folders that ask for it, unless they are named`() async throws {
        let (folder, library) = try await library([
            "wrong/.quintain-ignore": "", "wrong/deep/bad.scenario": Self.broken, "a.scenario": Self.good,
        ])
        try await OnLoop.run { #expect(library.all.map(\.name) == ["a.scenario"]) }
        let named = try await OnLoop.run { try Library([folder.path + "/wrong"]) }
        _ = await named.reload()
        try await OnLoop.run { #expect(named.all.map(\.name) == ["deep/bad.scenario"]) }
    }

    @Test func `tells of files that another one hides`() async throws {
        let (folder, _) = try await library(["x/a.scenario": Self.good, "y/a.scenario": Self.good])
        let library = try await OnLoop.run { try Library([folder.path + "/x", folder.path + "/y"]) }
        _ = await library.reload()
        try await OnLoop.run { #expect(library.shadowed.map(\.path) == [folder.path + "/y/a.scenario"]) }
    }

    @Test func `refuses a path that is not there`() async throws {
        let error = await #expect(throws: LoopError.self) { try await OnLoop.run { _ = try Library(["/no/such"]) } }
        #expect(error?.message == "there is no '/no/such'")
    }
}
