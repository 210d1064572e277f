// ScenarioSource.swift: the files of scenarios that the words of a command line name.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainLoop
import QuintainScenario

/// A file of scenarios, by the name that reports have for it.
struct ScenarioSource {
    let path: String
    /// The folder in which files that this one names must lie.
    let root: String
    let name: String
    /// Only this row, if one is named.
    var row: String?
    /// Only this variant of its runs: `cut:17`.
    var variant: String?

    func read() throws(LoopError) -> FixtureFile { try FixtureFile.read(path, root: root, name: name) }

    /// Reads a text as if it stood in the file.
    func read(_ text: [UInt8]) -> Reading { FixtureFile.read(text, as: path, root: root, name: name).reading }

    /// The files, folders, and bundled groups or scenarios of these names; all bundled ones without any.
    static func named(_ words: [String]) throws(WrongUse) -> [ScenarioSource] {
        guard !words.isEmpty else { return try all(in: FixturePath.bundled(), below: "") }
        var sources: [ScenarioSource] = []
        for typed in words {
            let (word, variant) = Files.exists(typed) ? (typed, nil) : parted(typed)
            let before = sources.count
            defer { for index in before..<sources.count { sources[index].variant = variant } }
            let parts = word.split(separator: "#", maxSplits: 1).map(String.init)
            let path = parts[0].count > 1 && parts[0].hasSuffix("/") ? String(parts[0].dropLast()) : parts[0]
            let row = parts.count > 1 ? parts[1] : nil
            if Files.isFolder(path) {
                sources += try all(in: path, below: "")
            } else if Files.exists(path) {
                sources.append(
                    ScenarioSource(path: path, root: FixtureFile.folder(of: path), name: path, row: row))
            } else {
                sources += try bundled(path, row: row)
            }
        }
        return sources
    }

    /// `redirects/chain` and `cut:17` of `redirects/chain@cut:17`.
    static func parted(_ word: String) -> (word: String, variant: String?) {
        guard let at = word.firstIndex(of: "@"), word[at...].contains(":") else { return (word, nil) }
        return (String(word[..<at]), String(word[word.index(after: at)...]))
    }

    /// A bundled group or scenario: `redirects`, `redirects/chain`.
    private static func bundled(_ name: String, row: String?) throws(WrongUse) -> [ScenarioSource] {
        let root = try FixturePath.bundled()
        if Files.isFolder("\(root)/\(name)") { return try all(in: root, below: name + "/") }
        for file in [name, name + ".scenario"] where Files.exists("\(root)/\(file)") {
            return [ScenarioSource(path: "\(root)/\(file)", root: root, name: file, row: row)]
        }
        throw WrongUse(
            "there is no '\(name)'", help: "name a file, a folder, or a bundled group such as 'redirects'")
    }

    private static func all(in folder: String, below group: String) throws(WrongUse) -> [ScenarioSource] {
        do throws(LoopError) {
            return try FixtureFolder.files(in: folder).filter { $0.hasSuffix(".scenario") && $0.hasPrefix(group) }
                .map { ScenarioSource(path: "\(folder)/\($0)", root: folder, name: $0) }
        } catch {
            throw WrongUse(error.message, help: error.help)
        }
    }
}
