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
import QuintainSides
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
    /// The number of cases of all shards together.
    let countOfAll: Int
    /// What stands for the run in the report of a shard; nil without shards.
    let digest: String?
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

    /// Nil if files are wrong; their faults have been printed.
    @OnLoop
    init?(_ arguments: Arguments) async throws(WrongUse) {
        rounds = try arguments.count("--repeat", atMost: 100_000) ?? 1
        workers = try arguments.jobs()
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
        var digest = shard == nil ? nil : PlanDigest()
        guard
            let (scenarios, places, leftOut, files) = try await Self.scenarios(
                arguments.words, over: versions, of: clients, &digest)
        else { return nil }
        self.files = files
        ScenarioSource.complain(of: leftOut, "check")
        isWhole = arguments.words.isEmpty && versions != .two
        all = Case.all(scenarios, clients: clients).map { one in
            var one = one
            one.place = places[one.scenario.name]
            return one
        }
        let names = try NameChoice(arguments, of: all)
        let choice = try ScenarioChoice(arguments, of: scenarios)
        var cases = all.filter { names.takes($0) && choice.takes($0.scenario) }
        if cases.isEmpty, choice.isMade {
            let options = ["--filter", "--tag", "--level", "--spec"].filter(arguments.has).joined(separator: ", ")
            throw WrongUse("no case is left by \(options)", help: "'--list' in place of them prints the names")
        }
        let whole = cases
        countOfAll = whole.count
        if let shard { cases = cases.enumerated().filter { shard.has($0.offset) }.map(\.element) }
        self.cases = cases
        guard let known = try Self.known(bundled, clients, of: files, arguments) else { return nil }
        self.known = known
        digest?.add(whole)
        digest?.add(clients)
        digest?.add(known)
        digest?.add("\(failsFrom)", to: .failOn)
        if let exit { digest?.add("\(exit)", to: .exit) }
        if let run = PlanDigest.runsOfJobs.lazy.compactMap(Environment.value).first { digest?.add(run, to: .run) }
        self.digest = digest?.text
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

    /// The lines of files of known failures that name no case of the folders that are played, or no bundled scenario where
    /// these are played. They fail nothing, since they may be meant for other folders. A file that the command line does
    /// not name is of all bundled scenarios.
    func strangers(_ arguments: Arguments) throws(WrongUse) -> [String] {
        guard !isWhole else { return [] }
        let isOfFolders =
            arguments.words.allSatisfy(Files.isFolder) && !arguments.has("--way") && !arguments.has("--over")
        let bundled = isOfFolders ? nil : Self.bundledNames
        var strangers: [String] = []
        for client in clients {
            guard let known = known[client.name],
                try Self.file(of: client, of: clients, by: "--known-failing", arguments) != nil
            else { continue }
            let listed = listed(client)
            let names = listed.map { ($0.scenario.name, $0.way.name) }
            let renamed = known.renamed(names)
            strangers += renamed.map(\.sentence)
            // A bundled file that is named by its path is called otherwise.
            if let bundled, names.allSatisfy({ bundled.contains(Self.withoutEnding(NamePattern.file(of: $0.0))) }) {
                let remark = known.strangers("bundled scenario") { pattern in
                    bundled.contains(where: pattern.isAbout)
                } suggestion: { pattern in
                    NearestWord.suggestion(for: pattern.file, among: bundled.sorted())
                }
                if let remark { strangers.append(remark) }
            }
            guard isOfFolders else { continue }
            let remark = known.strangers("case of this run") { pattern in
                renamed.contains { $0.pattern == pattern }
                    || names.contains { pattern.matches(scenario: $0.0, way: $0.1) }
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
        if versions == .two, known.file == bundled.first(where: { $0.name == client.name })?.knownFailing { return [] }
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

    /// The names of all bundled scenarios, as patterns name them; nil: they cannot be read.
    private static var bundledNames: Set<String>? {
        guard let folder = try? FixturePath.bundled(), let files = try? FixtureFolder.files(in: folder) else {
            return nil
        }
        return Set(files.filter { $0.hasSuffix(ending) }.map(withoutEnding))
    }

    private static func withoutEnding(_ file: String) -> String {
        file.hasSuffix(ending) ? String(file.dropLast(ending.count)) : file
    }

    private static let ending = ".scenario"

    /// Whether a case of this client is left.
    func plays(_ client: ClientUnderTest) -> Bool { cases.contains { $0.client == client } }

    static func shard(_ arguments: Arguments) throws(WrongUse) -> Shard? {
        try arguments.value("--shard").map { text throws(WrongUse) in
            if let shard = Shard(text) { return shard }
            throw WrongUse(
                "'\(text)' is no shard" + (wrong(inShard: text).map { ": \($0)" } ?? ""),
                help: "write --shard 2/3 for the second of three")
        }
    }

    /// Which of two numbers is wrong.
    private static func wrong(inShard text: String) -> String? {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let index = numbers[0], let count = numbers[1] else { return nil }
        let most = Shard.countAtMost
        guard 1...most ~= count else { return "there can be 1 to \(most) shards, not \(count)" }
        return count == 1
            ? "one shard has the number 1, not \(index)"
            : "\(count) shards have the numbers 1 to \(count), not \(index)"
    }

    // MARK: Scenarios

    /// The scenarios that the words name, by names relative to their folder; the names of variants by their places; and
    /// the number of files with no run over HTTP/2, if that is asked for. Nil if some files are wrong.
    @OnLoop
    private static func scenarios(
        _ words: [String], over versions: HTTPVersions, of clients: [ClientUnderTest], _ digest: inout PlanDigest?
    ) async throws(WrongUse) -> ([Scenario], places: [String: String], leftOut: Int, files: [String: FixturePath])? {
        var scenarios: [Scenario] = []
        var places: [String: String] = [:]
        var files: [String: FixturePath] = [:]
        var leftOut = 0
        var isGood = true
        var seen: Set<String> = []
        // A client is told what to load, so that a request to which nothing leads will never come.
        let toldLoads = !clients.allSatisfy(\.makesRequests)
        try refusePatterns(words)
        for source in try ScenarioSource.named(words) {
            let file: FixtureFile
            do throws(LoopError) {
                file = try source.read()
            } catch {
                throw WrongUse(error.message, help: error.help)
            }
            digest?.add(file)
            files[source.name] = source.file
            if file.reading.hasErrors {
                Diagnostics.show(file.reading.diagnostics, of: source.path, source: file.source)
                isGood = false
            } else {
                // By these a client that is right is accused.
                let unled =
                    toldLoads ? file.reading.scenarios.lazy.compactMap(\.unledRequest).first.map { [$0] } ?? [] : []
                let others = file.reading.diagnostics.filter { [.callbacksMissing, .neverKept].contains($0.slug) }
                Diagnostics.show(unled + others, of: source.path, source: file.source)
            }
            let runs = source.runs(of: file, over: versions)
            if runs.areAboutOne { leftOut += 1 }
            if runs.scenarios.isEmpty, let row = source.row {
                throw Self.noRow(row, of: source, file, versions == .two && runs.areAboutOne)
            }
            for run in runs.scenarios {
                var scenario = run
                if let variant = source.variant {
                    let (derived, place) = try await NamedVariant.scenario(
                        variant, of: run, in: source, playedBy: NamedVariant.player(among: clients))
                    scenario = derived
                    places[scenario.name] = place
                }
                if seen.insert(scenario.name).inserted { scenarios.append(scenario) }
            }
        }
        guard isGood else { return nil }
        if scenarios.isEmpty { throw try ScenarioSource.nothing(in: words) }
        return (scenarios, places, leftOut, files)
    }

    /// A pattern that no shell has replaced by names of files chooses among the cases.
    private static func refusePatterns(_ words: [String]) throws(WrongUse) {
        guard let pattern = words.first(where: { $0.prefix { $0 != "#" }.contains("*") && !Files.exists($0) }) else {
            return
        }
        throw WrongUse("there is no '\(pattern)'", help: "a pattern of names is an option: --filter '\(pattern)'")
    }

    /// - Parameter isAboutOne: only runs over HTTP/2 are asked for, and the file has none.
    private static func noRow(
        _ row: String, of source: ScenarioSource, _ file: FixtureFile, _ isAboutOne: Bool
    ) -> WrongUse {
        if isAboutOne {
            return WrongUse(
                "'\(source.name)' is about HTTP/1.1, and not played over HTTP/2", help: "leave '--over' out")
        }
        let rows = file.reading.scenarios.choices
        return WrongUse(
            "'\(source.name)' has no row '\(row)'",
            help: rows.isEmpty
                ? "it has no table: leave the row out" : NearestWord.suggestionOrList(for: row, among: rows))
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
            for fault in faults {
                Output.complain("\(path):\(fault.place.line): error: \(fault.message)\n  help: \(fault.help)")
            }
            let unknown = entries.entries.filter { !ExplainCommand.knows(rule: $0.bareRule) }
            for entry in unknown {
                Output.complain(
                    "\(path):\(entry.line): error: there is no rule '\(entry.bareRule)'\n  help: \(ExplainCommand.help(rule: entry.bareRule))"
                )
            }
            let excessive = entries.entries.filter(\.saysTooMuch).filter { ExplainCommand.knows(rule: $0.bareRule) }
            for entry in excessive {
                Output.complain(
                    "\(path):\(entry.line): error: '\(entry.bareRule)' takes nothing behind a colon\n  help: write '\(entry.bareRule)' alone"
                )
            }
            if !faults.isEmpty || !unknown.isEmpty || !excessive.isEmpty { return nil }
            // A bundled list is of bundled scenarios: the user's own 'redirects/loop' is another one.
            let isBundled = named == nil && BundledClient.comeWithTheProgram
            known[client.name] =
                isBundled ? entries.about(files: Set(files.filter { $0.value.isBundled }.keys)) : entries
        }
        return known
    }
}
