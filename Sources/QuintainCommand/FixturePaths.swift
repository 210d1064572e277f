// FixturePaths.swift: the fixture files that the words of a command line name.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainReport
import QuintainScenario
import QuintainServer

/// A file that a command is to look at.
struct FixturePath {
    let path: String
    /// What the file names must lie in here.
    let root: String

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

    func read() throws(WrongUse) -> (Reading, source: [UInt8]) {
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
