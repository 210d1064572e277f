// BundledClient.swift: the drivers that come with the program.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainFixtures
import QuintainLoop
import QuintainNotation
import QuintainRunner
import QuintainScenario
import QuintainWords

/// A folder of `drivers/`, as its `driver.json` describes it.
struct BundledClient {
    let name: String
    let summary: String
    let client: ClientUnderTest
    /// The client's file of known failures, if it has one.
    let knownFailing: String?
    /// What must be installed.
    let needs: String?
    /// A sentence that says what the client needs and this machine lacks; nil: its program is there.
    let missing: String?

    /// The clients in the folder of `QUINTAIN_DRIVERS`, or in the bundled `drivers`.
    static func all() throws(WrongUse) -> [BundledClient] {
        guard let folder = try BundledFolder.find("drivers", variable: "QUINTAIN_DRIVERS") else {
            throw WrongUse("the bundled drivers are not found", help: "set QUINTAIN_DRIVERS to their folder")
        }
        do throws(LoopError) {
            let files = try Files.walk(folder).filter { $0.hasSuffix("/driver.json") || $0.hasSuffix(".driver.json") }
            var clients: [BundledClient] = []
            for file in files { clients.append(try BundledClient(folder: folder, file: file)) }
            return clients.sorted { $0.name < $1.name }
        } catch {
            throw WrongUse(error.message, help: error.help)
        }
    }

    /// Whether they are those of the program, and not of a folder that the variable names.
    static var comeWithTheProgram: Bool { Environment.value("QUINTAIN_DRIVERS")?.isEmpty ?? true }

    private init(folder: String, file: String) throws(LoopError) {
        let path = "\(folder)/\(file)"
        let own = FixtureFile.folder(of: path)
        let bytes = try Files.read(path, limit: 1 << 20)
        let json: JSONText
        do throws(JSONFault) {
            json = try JSONText(parsing: bytes)
        } catch {
            throw LoopError("bad-driver", "'\(path)' is no JSON: \(error.message) at byte \(error.offset)")
        }
        guard let name = json["name"]?.text, let command = json["command"]?.list, !command.isEmpty else {
            throw LoopError(
                "bad-driver", "'\(path)' needs 'name' and 'command'",
                help: #"{"name": "mine", "command": ["python3", "driver.py"]}"#)
        }
        self.name = name
        summary = json["client"]?.text ?? ""
        // A wrong entry is an error: without an ignored word another program would start, and an ignored way would not
        // be played.
        for (member, _) in json.members ?? [] {
            guard !Self.members.contains(member) else { continue }
            throw LoopError(
                "bad-driver", "'\(path)' has no member '\(member)'",
                help: NearestWord.suggestionOrList(for: member, among: Self.members))
        }
        let words = try Self.all(command, "'command'", of: path, "it holds words as strings") { $0.text }
        guard let named = (json["ways"] ?? .list([])).list else {
            throw LoopError("bad-driver", "'\(path)': 'ways' is no list", help: #"such as "ways": ["sync"]"#)
        }
        let ways = try Self.all(named, "'ways'", of: path, "one of: \(Way.names.joined(separator: ", "))") { way in
            way.text.flatMap(Way.init(named:))
        }
        let program = words.map { Files.exists("\(own)/\($0)") ? "\(own)/\($0)" : $0 }
        let built = Self.resolved(program)
        let isInside = json["inside"]?.bool ?? false
        client = ClientUnderTest(
            name: name, seat: isInside ? .inside : .program(built), ways: ways.isEmpty ? [.asWritten] : ways)
        let usual = "\(folder)/known-failing/\(name).txt"
        // A named file that is missing is an error only when the client is played.
        knownFailing = json["knownFailing"]?.text.map { "\(own)/\($0)" } ?? (Files.exists(usual) ? usual : nil)
        needs = json["needs"]?.text
        missing = isInside || Self.isThere(built[0]) ? nil : "it needs \(needs ?? "'\(built[0])'")"
    }

    private static let members = ["name", "client", "command", "inside", "needs", "ways", "knownFailing"]

    private static func all<Word>(
        _ members: [JSONText], _ name: String, of path: String, _ help: String, _ read: (JSONText) -> Word?
    ) throws(LoopError) -> [Word] {
        var words: [Word] = []
        for member in members {
            guard let word = read(member) else {
                throw LoopError("bad-driver", "'\(path)': \(name) has \(member.excerpt)", help: help)
            }
            words.append(word)
        }
        return words
    }

    /// A program of the package is found beside the command.
    private static func resolved(_ words: [String]) -> [String] {
        let executable = (try? Files.realPath(Executable.path)) ?? Executable.path
        let beside = "\(FixtureFile.folder(of: executable))/\(words[0])"
        return Files.exists(beside) ? [beside] + words.dropFirst() : words
    }

    private static func isThere(_ program: String) -> Bool {
        if program.contains("/") { return Files.exists(program) }
        let folders = (Environment.value("PATH") ?? "").split(separator: ":")
        return folders.contains { Files.exists("\($0)/\(program)") }
    }
}
