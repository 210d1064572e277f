// FixturePaths.swift: the fixture files that the words of a command line name.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainLoop
import QuintainReport
import QuintainScenario
import QuintainServer

/// A file that a command reads.
struct FixturePath {
    let path: String
    /// The folder in which files that this one names must lie.
    let root: String
    /// The text to read in place of the file, as from an editor that has not saved it yet.
    var text: [UInt8]?

    /// Whether it is one of those that come with the program, and not of a folder that the variable names.
    var isBundled: Bool {
        guard Environment.value("QUINTAIN_FIXTURES")?.isEmpty ?? true, let folder = try? Self.bundled(),
            let bundled = try? Files.realPath(folder), let own = try? Files.realPath(path)
        else { return false }
        return own.hasPrefix(bundled + "/")
    }

    /// The path in reports; nil: the file is a bundled one.
    var reported: String? { isBundled ? nil : path }

    static let inputName = Usage.Option(
        "--stdin-name", "PATH", "the path for '-'; files that the text names are looked for beside it")

    /// The files that the words of a command name, `-` and its `--stdin-name` among them.
    static func named(
        by arguments: Arguments, of command: String, doubtful: inout Int
    ) throws(WrongUse) -> [FixturePath] {
        if arguments.words.isEmpty { throw WrongUse("which files?", help: "write 'quintain \(command) PATH'") }
        let paths = arguments.words.filter { $0 != "-" }
        let name = arguments.value(inputName.name)
        var files = try find(paths, doubtful: &doubtful)
        if paths.count < arguments.words.count {
            files.append(try standardInput(named: name ?? "-"))
        } else if let name {
            throw WrongUse(
                "'--stdin-name' names what '-' reads", help: "write 'quintain \(command) --stdin-name \(name) -'")
        }
        if files.isEmpty {
            throw WrongUse("there are no .scenario or .routes files in \(paths.joined(separator: ", "))")
        }
        return files
    }

    /// The text of standard input, as the file of this name.
    private static func standardInput(named name: String) throws(WrongUse) -> FixturePath {
        let input = try TraceFile("-")
        var text: [UInt8] = []
        // A text that is too long is refused by the reader.
        while text.count <= FixtureFile.sizeLimit, input.piece({ text += $0 }) {}
        if let failure = input.failure { throw failure }
        return FixturePath(path: name, root: FixtureFile.folder(of: name), text: text)
    }

    /// The named files, and all fixture files in the named folders. What looks like one and is not read is told.
    ///
    /// - Parameter doubtful: the number of those that are hardly meant so.
    static func find(_ words: [String], doubtful: inout Int) throws(WrongUse) -> [FixturePath] {
        var found: [FixturePath] = []
        for word in words {
            let path = word.count > 1 && word.hasSuffix("/") ? String(word.dropLast()) : word
            do throws(LoopError) {
                guard Files.isFolder(path) else {
                    guard Files.exists(path) else {
                        throw LoopError(
                            "no-such-file", "there is no '\(path)'",
                            help: NearestPath.suggestion(for: path, amongBundled: .nothing))
                    }
                    found.append(FixturePath(path: path, root: FixtureFile.folder(of: path)))
                    continue
                }
                for entry in FixtureFolder.passedOver(in: path) {
                    // It is read by itself.
                    if entry.reason == .linkToFolder, words.contains(where: { isPath($0, entry.path) }) { continue }
                    Output.complain(entry.sentence)
                    doubtful += 1
                }
                let files = try FixtureFolder.files(in: path)
                if files.isEmpty { throw nothing(in: path) }
                found += files.map { FixturePath(path: "\(path)/\($0)", root: path) }
            } catch {
                throw WrongUse(error.message, help: error.help)
            }
        }
        return found
    }

    /// A folder beside others would be passed over, such as a submodule that was not checked out.
    private static func nothing(in folder: String) -> LoopError {
        LoopError("no-fixtures", "there are no .scenario or .routes files in \(folder)")
    }

    private static func isPath(_ word: String, _ path: String) -> Bool { word == path || word == path + "/" }

    /// The paths to serve: those of the command line; a word that is no such path names a bundled folder. Without
    /// words, all bundled fixtures.
    static func served(_ words: [String]) throws(WrongUse) -> [Library.Source] {
        // A folder that the variable names has not been checked by any build.
        let areChecked = Environment.value("QUINTAIN_FIXTURES")?.isEmpty ?? true
        if words.isEmpty { return [Library.Source(try bundled(), isChecked: areChecked)] }
        return try words.map { word throws(WrongUse) in
            if Files.exists(word) {
                // A folder that is served alone may get its files later.
                if words.count > 1, Files.isFolder(word), (try? FixtureFolder.files(in: word))?.isEmpty == true {
                    throw WrongUse(nothing(in: word).message)
                }
                return Library.Source(word)
            }
            if !word.isEmpty, !word.contains("/"), let folder = try? bundled() + "/" + word, Files.isFolder(folder) {
                return Library.Source(folder, isChecked: areChecked)
            }
            throw WrongUse(
                "there is no '\(word)'",
                help: NearestPath.suggestion(for: word, amongBundled: .groups)
                    ?? "name a file or a folder of fixtures, or a bundled folder such as 'httpbin'")
        }
    }

    func read() throws(WrongUse) -> (Reading, source: [UInt8]) {
        if let text {
            let file = FixtureFile.read(text, as: path, root: root, name: path)
            return (file.reading, file.source)
        }
        let file = try WrongUse.telling { () throws(LoopError) in try FixtureFile.read(path, root: root, name: path) }
        return (file.reading, file.source)
    }

    /// The folder of the bundled fixtures.
    static func bundled() throws(WrongUse) -> String {
        if let folder = try BundledFolder.find("fixtures", variable: "QUINTAIN_FIXTURES") { return folder }
        throw WrongUse(
            "the bundled fixtures are not found", help: "name a folder of fixtures, or set QUINTAIN_FIXTURES")
    }
}
