// ScenarioSource.swift: the files of scenarios that the words of a command line name.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainLoop
import QuintainScenario

/// A file of scenarios, with the name that reports use for it.
struct ScenarioSource {
    let path: String
    /// The folder in which files that this one names must lie.
    let root: String
    let name: String
    /// The row that is named; nil: all rows.
    var row: String?
    /// The variant that is named, such as `cut:17`; nil: the runs as they are written.
    var variant: String?

    var file: FixturePath { FixturePath(path: path, root: root) }

    func read() throws(LoopError) -> FixtureFile { try FixtureFile.read(path, root: root, name: name) }

    /// Reads a text as if it stood in the file.
    func read(_ text: [UInt8]) -> Reading { FixtureFile.read(text, as: path, root: root, name: name).reading }

    /// The files, folders, and bundled groups or scenarios of these names; without names, all bundled scenarios.
    static func named(_ words: [String]) throws(WrongUse) -> [ScenarioSource] {
        guard !words.isEmpty else { return try all(in: FixturePath.bundled(), below: "") }
        var sources: [ScenarioSource] = []
        // The path of the file that has each name.
        var paths: [String: String] = [:]
        for word in words {
            switch try place(of: word) {
            case .file(let source): sources.append(source)
            case .folder(let path, let group, let variant):
                let own = try all(in: path, below: group)
                // Beside another it would be passed over, such as a submodule that was not checked out.
                if own.isEmpty { throw try nothing(in: [word]) }
                sources += own.map { source in
                    var source = source
                    source.variant = variant
                    return source
                }
            }
        }
        // A file that is not played, because another has its name, must not look as if it had passed.
        for source in sources {
            guard let other = paths.updateValue(source.path, forKey: source.name), !Files.areSame(other, source.path)
            else {
                continue
            }
            throw WrongUse(
                "'\(other)' and '\(source.path)' are both called '\(source.name)'",
                help: "name the folder that has both, or play them one after the other")
        }
        return sources
    }

    /// Where these words name no scenarios; without words, those of the bundled folder.
    static func nothing(in words: [String]) throws(WrongUse) -> WrongUse {
        let folders = words.isEmpty ? [try FixturePath.bundled()] : words
        return WrongUse("there are no scenarios in \(folders.joined(separator: ", "))")
    }

    /// Says which words name bundled scenarios, and that no word is named: files and folders of the user's may have been
    /// meant. A quiet run says so of the names of files, since one may have been renamed.
    static func tellOfBundled(_ words: [String], isQuiet: Bool) {
        if words.isEmpty, !isQuiet { Output.complain("no scenario is named: all bundled ones are played") }
        let bundled = words.filter { word in
            if isQuiet, !word.contains(".scenario") { return false }
            return switch try? place(of: word) {
            case .folder(_, let group, _)?: !group.isEmpty
            case .file(let source)?: source.path != source.name
            case nil: false
            }
        }
        guard !bundled.isEmpty else { return }
        Output.complain(
            "\(bundled.joined(separator: ", ")): bundled scenarios, since there is no such file or folder here")
    }

    /// The single file or bundled scenario of this name.
    static func one(_ word: String) throws(WrongUse) -> ScenarioSource {
        switch try place(of: word) {
        case .file(let source): return source
        case .folder(let path, let group, _):
            let first = try all(in: path, below: group).first.map { group.isEmpty ? $0.path : $0.name }
            throw WrongUse(
                "'\(word)' is a folder, not a scenario",
                help: "name one file in it\(first.map { ", such as '\($0)'" } ?? "")")
        }
    }

    /// What a word of a command line names.
    private enum Place {
        case file(ScenarioSource)
        /// The scenarios of a folder whose names begin with `group`.
        case folder(String, group: String, variant: String?)
    }

    private static func place(of typed: String) throws(WrongUse) -> Place {
        let (word, variant) = Files.exists(typed) ? (typed, nil) : parted(typed)
        let parts = word.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let path = parts[0].count > 1 && parts[0].hasSuffix("/") ? String(parts[0].dropLast()) : parts[0]
        if Files.isFolder(path) { return .folder(path, group: "", variant: variant) }
        let row = parts.count > 1 ? parts[1] : nil
        if Files.exists(path) {
            let root = FixtureFile.folder(of: path)
            return .file(ScenarioSource(path: path, root: root, name: path, row: row, variant: variant))
        }
        let root = try FixturePath.bundled()
        if !path.isEmpty, Files.isFolder("\(root)/\(path)") {
            return .folder(root, group: path + "/", variant: variant)
        }
        for file in [path, path + ".scenario"] where Files.exists("\(root)/\(file)") && !path.isEmpty {
            if Files.exists(file) {
                throw WrongUse(
                    "'\(path)' is a bundled scenario, and '\(file)' a file of yours",
                    help: "write '\(file)' for yours; the bundled one is played from another folder")
            }
            return .file(
                ScenarioSource(path: "\(root)/\(file)", root: root, name: file, row: row, variant: variant))
        }
        throw WrongUse(
            "there is no '\(path)'",
            help: NearestPath.suggestion(for: path, amongBundled: .scenarios)
                ?? "name a file, a folder, or a bundled group such as 'redirects'")
    }

    /// `redirects/chain` and `cut:17` of `redirects/chain@cut:17`.
    static func parted(_ word: String) -> (word: String, variant: String?) {
        guard let at = word.firstIndex(of: "@"), word[at...].contains(":") else { return (word, nil) }
        return (String(word[..<at]), String(word[word.index(after: at)...]))
    }

    /// A scenario that cannot be read is an error, be it one of a folder that is named.
    private static func look(at passedOver: [PassedOver]) throws(WrongUse) {
        for entry in passedOver {
            if entry.lacksScenarios {
                throw WrongUse(entry.sentence, help: "mend the link, or remove it")
            }
            Output.complain(entry.sentence)
        }
    }

    private static func all(in folder: String, below group: String) throws(WrongUse) -> [ScenarioSource] {
        if group.isEmpty { try look(at: FixtureFolder.passedOver(in: folder)) }
        let files = try WrongUse.telling { () throws(LoopError) in try FixtureFolder.files(in: folder) }
        return files.filter { $0.hasSuffix(".scenario") && $0.hasPrefix(group) }
            .map { ScenarioSource(path: "\(folder)/\($0)", root: folder, name: $0) }
    }
}
