// FixturePaths.swift: the fixture files that the words of a command line name.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainLoop
import QuintainReport
import QuintainScenario
import QuintainServer

/// A file that a command is to look at.
struct FixturePath {
    let path: String
    /// What the file names must lie in here.
    let root: String
    /// What is to be read in its place, as where an editor has not written it yet.
    var text: [UInt8]?

    /// What stands on standard input, as if it were the file of this name.
    static func standardInput(named name: String) throws(WrongUse) -> FixturePath {
        let input = try TraceFile("-")
        var text: [UInt8] = []
        // What is longer than any file may be is told so by its reader.
        while text.count <= FixtureFile.sizeLimit, input.piece({ text += $0 }) {}
        if let failure = input.failure { throw failure }
        return FixturePath(path: name, root: FixtureFile.folder(of: name), text: text)
    }

    /// Files as they are named, and all that lie in folders that are named.
    static func find(_ words: [String]) throws(WrongUse) -> [FixturePath] {
        var found: [FixturePath] = []
        for word in words {
            let path = word.count > 1 && word.hasSuffix("/") ? String(word.dropLast()) : word
            do throws(LoopError) {
                guard Files.isFolder(path) else {
                    guard Files.exists(path) else { throw LoopError("no-such-file", "there is no '\(path)'") }
                    found.append(FixturePath(path: path, root: FixtureFile.folder(of: path)))
                    continue
                }
                found += try FixtureFolder.files(in: path).map { FixturePath(path: "\(path)/\($0)", root: path) }
            } catch {
                throw WrongUse(error.message, help: error.help)
            }
        }
        return found
    }

    /// What is to be served: all bundled fixtures, or paths; where there is no such path, the bundled folder of
    /// that name.
    static func served(_ words: [String]) throws(WrongUse) -> [Library.Source] {
        // What a variable names was checked by no build of ours.
        let areChecked = Environment.value("QUINTAIN_FIXTURES")?.isEmpty ?? true
        if words.isEmpty { return [Library.Source(try bundled(), isChecked: areChecked)] }
        return words.map { word in
            if Files.exists(word) || word.contains("/") { return Library.Source(word) }
            guard let folder = try? bundled() + "/" + word, Files.isFolder(folder) else { return Library.Source(word) }
            return Library.Source(folder, isChecked: areChecked)
        }
    }

    func read() throws(WrongUse) -> (Reading, source: [UInt8]) {
        if let text {
            let file = FixtureFile.read(text, as: path, root: root, name: path)
            return (file.reading, file.source)
        }
        do throws(LoopError) {
            let file = try FixtureFile.read(path, root: root, name: path)
            return (file.reading, file.source)
        } catch {
            throw WrongUse(error.message, help: error.help)
        }
    }

    /// The fixtures that come with the program.
    static func bundled() throws(WrongUse) -> String {
        if let folder = try BundledFolder.find("fixtures", variable: "QUINTAIN_FIXTURES") { return folder }
        throw WrongUse(
            "the bundled fixtures are not found", help: "name a folder of fixtures, or set QUINTAIN_FIXTURES")
    }
}
