// CheckPlan.swift: the cases that `quintain check` plays.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainFixtures
import QuintainLoop
import QuintainNotation
import QuintainReport
import QuintainRunner
import QuintainScenario
import QuintainSessions
import QuintainTranscript
import QuintainWords

/// The cases that the command line asks for, and their known failures.
struct CheckPlan {
    let clients: [ClientUnderTest]
    /// Those among them that come with the program.
    let bundled: [BundledClient]
    let shard: Shard?
    /// The cases that are left after filters and shards.
    let cases: [Case]
    /// The known failures of each client, by its name.
    let known: [String: KnownFailures]
    let rounds: Int
    let workers: Int?
    let patience: Int
    /// The least severity that counts as a failure.
    let failsFrom: Severity
    /// How a plain command must end; nil: as it likes, but without a crash.
    let exit: WantedExit?
    let masked: MaskedFields
    /// A slip in a greeting fails the run.
    let isStrict: Bool
    let authority: TestAuthority?
    /// Whether `all` holds all bundled scenarios, so that a pattern which matches none of them is an error. Over HTTP/2
    /// alone it lacks those that are about HTTP/1.1.
    let isWhole: Bool
    private let versions: HTTPVersions
    /// The path of each file, by the name that its scenarios have.
    let files: [String: FixturePath]
    private let all: [Case]
    /// Those of all shards together.
    private let chosen: [Case]
    private let digestOfFiles: PlanDigest?

    /// Nil if files are wrong; their faults have been printed.
    @OnLoop
    init?(_ arguments: Arguments) async throws(WrongUse) {
        rounds = try arguments.count("--repeat", atMost: 100_000) ?? 1
        workers = try arguments.count("--jobs", atMost: 256)
        patience = try arguments.patience()
        failsFrom = try arguments.failsFrom()
        masked = try arguments.masked()
        isStrict = arguments.has("--strict")
        authority = try TestAuthority.bundledForServing()
        bundled = try Self.bundledClients(arguments)
        versions = try arguments.choice("--over", VersionsWord.self)?.versions ?? .one
        clients = try Self.clients(bundled, arguments, over: versions)
        exit = try WantedExit.asked(by: arguments, of: clients)
        shard = try Self.shard(arguments)
        guard
            let named = try await NamedScenarios(arguments.words, over: versions, of: clients, digesting: shard != nil)
        else { return nil }
        files = named.files
        digestOfFiles = named.digest
        isWhole = arguments.words.isEmpty && !versions.leaveOutUsual
        all = named.cases(of: clients)
        let chosen = try Self.chosen(of: all, named.scenarios, arguments)
        cases = shard.map { shard in chosen.enumerated().filter { shard.has($0.offset) }.map(\.element) } ?? chosen
        self.chosen = chosen
        guard let known = try Self.known(bundled, clients, of: files, arguments) else { return nil }
        self.known = known
    }

    /// The cases that filters leave.
    private static func chosen(
        of all: [Case], _ scenarios: [Scenario], _ arguments: Arguments
    ) throws(WrongUse) -> [Case] {
        let names = try NameChoice(arguments, of: all)
        let choice = try ScenarioChoice(arguments, of: scenarios)
        let chosen = all.filter { names.takes($0) && choice.takes($0.scenario) }
        guard !chosen.isEmpty || !choice.isMade else {
            let options = ["--filter", "--tag", "--level", "--spec"].filter(arguments.has).joined(separator: ", ")
            throw WrongUse("no case is left by \(options)", help: "'--list' in place of them prints the names")
        }
        return chosen
    }

    /// What stands for the run in the report of a shard; nil without shards.
    var digest: String? {
        guard var digest = digestOfFiles else { return nil }
        digest.add(chosen)
        digest.add(clients)
        digest.add(known)
        digest.add("\(failsFrom) \(exit.map { "\($0)" } ?? "")")
        return digest.text(run: PlanDigest.runsOfJobs.lazy.compactMap(Environment.value).first)
    }

    /// How the command must end; nil: as it likes.
    func exit(of one: Case) -> WantedExit? {
        one.place == nil || exit?.judges(variant: one.scenario) == true ? exit : nil
    }

    /// The options by which cases fail that would pass without them. `--fail-on noted` fails on a warning, too.
    var options: [String] {
        let levels = [FailOn.noted, .warning].filter { $0.severity >= failsFrom }
        return (exit.map { ["--exit \($0)"] } ?? []) + levels.map { "\(FailOn.option.name) \($0.rawValue)" }
    }

    /// All cases of the client, before filters.
    func listed(_ client: ClientUnderTest) -> [Case] { all.filter { $0.client == client } }

    /// The files in the folders that are named whose names nearly end as those of scenarios, and that are not played.
    static func misnamed(_ words: [String]) -> [String] {
        words.filter(Files.isFolder).flatMap(FixtureFolder.passedOver(in:)).compactMap { entry in
            if case .name = entry.reason { entry.sentence } else { nil }
        }
    }

    /// The lines of files of known failures that name no case of the folders that are played. They fail nothing, since they
    /// may be meant for other folders.
    func strangers(_ arguments: Arguments) throws(WrongUse) -> [String] {
        let isOfFolders =
            arguments.words.allSatisfy(Files.isFolder) && !arguments.has("--way") && !arguments.has("--over")
        guard !isWhole, isOfFolders else { return [] }
        var strangers: [String] = []
        for client in clients {
            let file = try Self.file(of: client, of: clients, by: "--known-failing", arguments)
            guard file != nil, let known = known[client.name] else { continue }
            let listed = listed(client)
            let remark = known.strangers { pattern in
                listed.contains { pattern.matches(scenario: $0.scenario.name, way: $0.way.name) }
            } suggestion: { pattern in
                Self.suggestion(for: pattern, among: listed)
            }
            if let remark { strangers.append(remark) }
        }
        return strangers
    }

    /// The faults of the client's file of known failures, now that the run is over.
    func complaints(_ client: ClientUnderTest, _ known: KnownFailures) -> [String] {
        // A list that comes with the program is of HTTP/1.1.
        let own = bundled.first { $0.name == client.name }?.knownFailing
        if versions.leaveOutUsual, known.file == own { return [] }
        let listed = listed(client)
        return known.complaints { pattern in
            !isWhole || listed.contains { pattern.matches(scenario: $0.scenario.name, way: $0.way.name) }
        } suggestion: { pattern in
            Self.suggestion(for: pattern, among: listed)
        }
    }

    /// The case that a pattern of none probably means.
    private static func suggestion(for pattern: NamePattern, among listed: [Case]) -> String? {
        let names = listed.map { $0.scenario.name.replacing(ending, with: "") }
        let alike = pattern.text.contains("#") ? names : names.map { NamePattern.file(of: $0) }
        return NearestWord.suggestion(for: pattern.text, among: Set(alike).sorted())
    }

    private static let ending = ".scenario"

    /// Whether a case of this client is left.
    func plays(_ client: ClientUnderTest) -> Bool { cases.contains { $0.client == client } }

    static func shard(_ arguments: Arguments) throws(WrongUse) -> Shard? {
        try arguments.value("--shard").map { text throws(WrongUse) in
            if let shard = Shard(text) { return shard }
            throw WrongUse(
                "'\(text)' is no shard",
                help: "write --shard 2/3 for the second of three, of at most \(Shard.countAtMost)")
        }
    }

    // MARK: Known failures

    /// The file that the option names for this client: `NAME=FILE`, or `FILE` if there is only one client; `none` is
    /// for all clients.
    static func file(
        of client: ClientUnderTest, of clients: [ClientUnderTest], by option: String, _ arguments: Arguments
    ) throws(WrongUse) -> String? {
        // What names this client, and what is for all of them.
        var own: String?
        var general: String?
        for value in arguments.values(option) {
            if let name = clients.map(\.name).first(where: { value.hasPrefix($0 + "=") }) {
                guard name == client.name else { continue }
                let file = String(value.dropFirst(name.count + 1))
                if let own { throw Arguments.twice("\(option) \(name)", own, file) }
                own = file
            } else if let equals = value.firstIndex(of: "="), !value[..<equals].contains("/"), !Files.exists(value) {
                throw WrongUse(
                    "'\(option) \(value)': no client of this run is called '\(value[..<equals])'",
                    help: "write '\(option) \(clients[0].name)=\(value[equals...].dropFirst())'")
            } else if value == "none" || clients.count == 1 {
                if let general { throw Arguments.twice(option, general, value) }
                general = value
            } else {
                throw WrongUse(
                    "'\(option) \(value)' does not say which client it is of",
                    help: "write '\(option) \(clients[0].name)=\(value)'")
            }
        }
        return own ?? general
    }

    /// The known failures of each client, by its name; nil if a file of them is wrong.
    ///
    /// - Parameter files: the path of each file, by the name that its scenarios have.
    static func known(
        _ bundled: [BundledClient], _ clients: [ClientUnderTest], of files: [String: FixturePath],
        _ arguments: Arguments
    ) throws(WrongUse) -> [String: KnownFailures]? {
        var known: [String: KnownFailures] = [:]
        for client in clients {
            let named = try file(of: client, of: clients, by: "--known-failing", arguments)
            let own = bundled.first { $0.name == client.name }?.knownFailing
            guard let path = named ?? own, path != "none" else { continue }
            let bytes: [UInt8]
            do throws(LoopError) {
                bytes = try Files.read(path, limit: 1 << 20)
            } catch {
                let isMissing = error.slug == "no-such-file"
                throw WrongUse(
                    isMissing ? "there is no file of known failures '\(path)'" : error.message,
                    help: isMissing ? "'--write-known-failing \(path)' writes one; 'none' stands for none" : error.help)
            }
            let (entries, faults) = KnownFailures.read(String(decoding: bytes, as: UTF8.self), file: path)
            let unknown = entries.entries.filter { !ExplainCommand.knows(rule: $0.bareRule) }
            let excessive = entries.entries.filter { $0.saysTooMuch && ExplainCommand.knows(rule: $0.bareRule) }
            let wrong: [(Int, String, String)] =
                faults.map { ($0.place.line, $0.message, $0.help) }
                + unknown.map {
                    ($0.line, "there is no rule '\($0.bareRule)'", ExplainCommand.help(rule: $0.bareRule))
                }
                + excessive.map {
                    ($0.line, "'\($0.bareRule)' takes nothing behind a colon", "write '\($0.bareRule)' alone")
                }
            for (line, what, help) in wrong { Output.complain("\(path):\(line): error: \(what)\n  help: \(help)") }
            guard wrong.isEmpty else { return nil }
            // A bundled list is of bundled scenarios: the user's own 'redirects/loop' is another one.
            let isBundled = named == nil && BundledClient.comeWithTheProgram
            known[client.name] =
                isBundled ? entries.about(files: Set(files.filter { $0.value.isBundled }.keys)) : entries
        }
        return known
    }
}
