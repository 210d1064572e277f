// FilesBesideTests.swift: bodies and tables that lie beside a scenario.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainLoop
import QuintainScenario
import Testing

@Suite struct `A file beside a scenario` {
    private func message(_ file: String, prepare: String = "true") throws -> String? {
        try fault(file, prepare: prepare)?.message
    }

    private func fault(_ file: String, prepare: String) throws -> Diagnostic? {
        let folder = try TestFolder()
        folder.run("mkdir in; echo secret > outside; echo body > in/body; \(prepare)")
        try folder.write("in/a.scenario", "# Body\n> GET /a\n< 200\n<\n< {{file \"\(file)\"}}\n")
        let root = folder.path + "/in"
        let file = try FixtureFile.read("\(root)/a.scenario", root: root, name: "a.scenario")
        return file.reading.diagnostics.first
    }

    @Test func `is read`() throws {
        #expect(try message("body") == nil)
        #expect(try message("./sub/../body", prepare: "mkdir in/sub") == nil)
    }

    @Test(arguments: [
        ("../outside", "true"), ("../nothing", "true"), ("/etc/passwd", "true"), ("link", "ln -s ../outside in/link"),
        ("link/outside", "ln -s .. in/link"), ("link", "ln -s /etc/passwd in/link"),
    ])
    func `must lie in the folder`(file: String, prepare: String) throws {
        let fault = try #require(try fault(file, prepare: prepare))
        #expect(fault.message.contains("outside the folder of the scenarios"))
        #expect(fault.help.hasPrefix("put both, the file and the scenario, into that folder"))
    }

    @Test(arguments: [("nothing", "true"), ("gone", "ln -s nowhere in/gone"), ("folder", "mkdir in/folder")])
    func `must be there, and a file`(file: String, prepare: String) throws {
        #expect(try message(file, prepare: prepare) != nil)
    }

    /// A pipe without a writer reads as empty.
    @Test func `is no pipe`() throws {
        #expect(try message("pipe", prepare: "mkfifo in/pipe") == "'pipe': it is a device or a pipe, not a file")
    }
}

@Suite struct `A fixture that is a link` {
    private func read(_ target: String) throws -> FixtureFile {
        let folder = try TestFolder()
        folder.run(
            "mkdir in in/deep; printf '# B\n> GET /\n< 200\n' | tee in/deep/b > out; ln -s \(target) in/a.scenario")
        return try FixtureFile.read("\(folder.path)/in/a.scenario", root: folder.path + "/in", name: "a.scenario")
    }

    @Test func `is read within its folder`() throws {
        #expect(try read("deep/b").reading.scenarios.count == 1)
    }

    @Test(arguments: ["../out", "/etc/passwd"]) func `leads out of its folder nowhere`(target: String) throws {
        let error = #expect(throws: LoopError.self) { try read(target) }
        #expect(error?.slug == "outside-folder")
    }

    @Test func `is no pipe`() throws {
        let folder = try TestFolder()
        folder.run("mkfifo a.scenario")
        let error = #expect(throws: LoopError.self) {
            try FixtureFile.read("\(folder.path)/a.scenario", root: folder.path, name: "a")
        }
        #expect(error?.slug == "not-plain")
    }
}
