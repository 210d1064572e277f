// CheckReport.swift: the results of a run of `quintain check`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
package import QuintainRunner

/// A run, or several shards of one joined. `docs/reports.md` fixes its JSON, version 1.
package struct CheckReport: Sendable {
    package var program: String
    /// The time when the run began, by RFC 3339; of several shards the first.
    package var date: String?
    /// The systems that the cases were played on: several, if shards ran on different ones.
    package var systems: [ReportedSystem] = []
    package var cases: [ReportedCase] = []
    /// Faults of the run as a whole, such as those of files of known failures.
    package var complaints: [String] = []
    /// What may keep a run that is as expected from saying anything.
    package var remarks: [String] = []

    /// The options by which cases fail that would pass without them: `--exit 0`, `--fail-on warning`.
    package var options: [String] = []

    /// The run was given up before all cases were played.
    package var isGivenUp = false

    /// The shards that the report holds; empty: the run was not divided.
    package var shards: [Shard] = []

    /// The digests of what all shards of a run share: more than one if the shards are of different runs.
    package var plans: Set<String> = []

    package init(program: String) { self.program = program }

    package var tally: Tally { Tally(cases.map(\.result)) }

    /// The number of cases that failed by each rule, the most frequent first. Known failures do not count.
    package var rules: [(rule: String, count: Int)] {
        let broken = cases.lazy.filter(\.result.isFailure).flatMap(\.result.brokenRules)
        return Dictionary(grouping: broken, by: { $0 }).map { (rule: $0.key, count: $0.value.count) }
            .sorted { ($1.count, $0.rule) < ($0.count, $1.rule) }
    }

    /// Why cases do not apply to their client, and how many for each reason, the most frequent first.
    package var reasonsNotToApply: [(reason: String, count: Int)] {
        let reasons = cases.lazy.map(\.result).filter { $0.verdict == .notApplicable }
            .map { CaseText.harmless($0.reason ?? "no reason is known") }
        return Dictionary(grouping: reasons, by: { $0 }).map { (reason: $0.key, count: $0.value.count) }
            .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
    }

    package var isAsExpected: Bool { tally.isAsExpected && complaints.isEmpty && !isGivenUp }

    /// No case that was played applies to its client.
    package var judgesNothing: Bool { !isGivenUp && !cases.isEmpty && tally[.notApplicable] == cases.count }

    /// Cases failed as they are known to, and no other was judged.
    package var isNothingButKnown: Bool {
        tally[.knownFailure] > 0 && tally[.knownFailure] + tally[.notApplicable] == cases.count
    }

    /// Adds a complaint if nothing was judged, be it for one of several clients. A single shard of a run may be so.
    package mutating func complainIfNothingWasJudged() {
        guard !isGivenUp else { return }
        guard !judgesNothing else {
            complaints.append(
                "nothing was judged: no case applies to \(clients.count == 1 ? "the client" : "any of the clients")")
            return
        }
        for client in clients {
            let own = cases.lazy.map(\.result).filter { $0.client == client }
            guard own.allSatisfy({ $0.verdict == .notApplicable }), let first = own.first else { continue }
            complaints.append(
                "nothing was judged for \(client): no case applies to it"
                    + (first.reason.map { ", as the first: \(CaseText.harmless($0))" } ?? ""))
        }
    }

    /// A client that never connects fails every case in which it should, unless those failures are known: its driver
    /// may load something else, or not be one. Of one case alone that fails, its own report says so.
    package func clientsThatNeverConnect(except connected: Set<String> = []) -> [String] {
        clients.filter { !connected.contains($0) }.compactMap { client in
            let own = cases.map(\.result).filter { $0.client == client && $0.verdict != .notApplicable }
            guard own.allSatisfy({ !$0.hasConnected }),
                own.contains(where: { $0.verdict == .knownFailure || $0.verdict == .fail && own.count > 1 })
            else { return nil }
            let help =
                own.allSatisfy(\.exits.isEmpty)
                ? "'quintain driver-test' tells what its driver does with a load"
                : "the command is to load what stands for '{{url}}' or '{{origin}}' among its words"
            let cases = own.count == 1 ? "its only case" : "any of its \(own.count) cases"
            return "\(client) opened no connection in \(cases): \(help)"
        }
    }

    /// Two clients may turn out to have one name when their drivers have greeted: reports, known failures and comparisons
    /// tell clients apart by nothing else. Then a case is there twice, or one in ways of loading and one without.
    package mutating func complainOfNamesakes() {
        var names: Set<[String]> = []
        var ways: [String: Set<Bool>] = [:]
        var namesakes: Set<String> = []
        for result in cases.lazy.map(\.result) {
            ways[result.client, default: []].insert(result.way.isEmpty)
            let isSecond = !names.insert([result.client, result.name]).inserted
            if isSecond || ways[result.client]?.count == 2 { namesakes.insert(result.client) }
        }
        complaints += namesakes.sorted().map { "two clients are called '\($0)': \(Self.helpForNamesakes)" }
    }

    package static let helpForNamesakes = "'--name NAME' gives the one behind '--' another name"

    /// `1204 lines not checked`: their client cannot report them. nil: all were judged.
    package var unobserved: String? { CaseText.notChecked(cases.map(\.result.unobserved).reduce(0, +)) }

    /// `3 cases do not apply, the first is redirects/chain.scenario for curl; --verbose says why`; nil: all do.
    package var notApplicable: String? {
        let count = tally[.notApplicable]
        guard let first = cases.lazy.map(\.result).first(where: { $0.verdict == .notApplicable }) else { return nil }
        return "\(count) \(count == 1 ? "case does not apply, it" : "cases do not apply, the first") is \(first.name) "
            + "for \(first.client); --verbose says why"
    }

    // MARK: JSON

    package var json: JSONText {
        let tally = tally
        let counts = CaseResult.Verdict.allCases.filter { tally[$0] > 0 }.map {
            ($0.rawValue, JSONText.number(tally[$0]))
        }
        var members: [(String, JSONText)] = [
            ("report", .number(Self.version)), ("program", .text(program)), ("asExpected", .bool(isAsExpected)),
        ]
        if let date { members.append(("date", .text(date))) }
        if !systems.isEmpty { members.append(("systems", .list(systems.map(\.json)))) }
        if !options.isEmpty { members.append(("options", .list(options.map { .text($0) }))) }
        if isGivenUp { members.append(("givenUp", .bool(true))) }
        if !shards.isEmpty { members.append(("shards", .list(shards.map { .text($0.description) }))) }
        if !remarks.isEmpty { members.append(("remarks", .list(remarks.map { .text($0) }))) }
        if !plans.isEmpty { members.append(("plans", .list(plans.sorted().map { .text($0) }))) }
        members += [
            ("counts", .object(counts)), ("rules", .object(rules.map { ($0.rule, JSONText.number($0.count)) })),
            ("complaints", .list(complaints.map { .text($0) })),
            ("cases", .list(cases.map(\.json))),
        ]
        return .object(members)
    }

    package struct Unreadable: Error, Equatable {
        package let sentence: String
    }

    package init(reading bytes: [UInt8]) throws(Unreadable) {
        let json: JSONText
        do throws(JSONFault) {
            json = try JSONText(parsing: bytes)
        } catch {
            throw Unreadable(sentence: "it is no JSON: \(error.message) at byte \(error.offset)")
        }
        guard let version = json["report"]?.number else { throw Unreadable(sentence: "it is no report of 'check'") }
        guard version == Self.version else {
            throw Unreadable(sentence: "it is a report of version \(version), and this program reads \(Self.version)")
        }
        program = json["program"]?.text ?? ""
        date = json["date"]?.text
        systems = (json["systems"]?.list ?? []).compactMap(ReportedSystem.init)
        options = (json["options"]?.list ?? []).compactMap(\.text)
        isGivenUp = json["givenUp"]?.bool ?? false
        for member in json["shards"]?.list ?? [] {
            // A shard that cannot be read must not be skipped: nobody would notice that it is missing.
            guard let shard = member.text.flatMap(Shard.init) else {
                throw Unreadable(sentence: "it has the shard \(member.excerpt), and a shard is \"I/N\"")
            }
            shards.append(shard)
        }
        plans = Set((json["plans"]?.list ?? []).compactMap(\.text))
        complaints = (json["complaints"]?.list ?? []).compactMap(\.text)
        remarks = (json["remarks"]?.list ?? []).compactMap(\.text)
        guard let list = json["cases"]?.list else { throw Unreadable(sentence: "it has no list of cases") }
        for (index, object) in list.enumerated() {
            guard let one = ReportedCase(object) else {
                throw Unreadable(sentence: "case \(index + 1) lacks its client, scenario or verdict")
            }
            cases.append(one)
        }
    }

    /// Adds another shard's cases. Returns the name of a case that is in both; nil: there is none.
    package mutating func add(_ other: CheckReport) -> String? {
        var known = Set(cases.map(\.key))
        if let twice = other.cases.first(where: { !known.insert($0.key).inserted }) {
            return "\(twice.result.client): \(twice.result.name)"
        }
        cases += other.cases
        shards += other.shards
        plans.formUnion(other.plans)
        date = [date, other.date].compactMap(\.self).min()
        for system in other.systems where !systems.contains(system) { systems.append(system) }
        for option in other.options where !options.contains(option) { options.append(option) }
        isGivenUp = isGivenUp || other.isGivenUp
        // Complaints about missing shards wait until all have been joined.
        let missing = Set(other.shards.map(\.count)).flatMap { count in
            (1...count).map { Self.missing(Shard($0, of: count)) }
        }
        let told = Set(complaints + missing)
        complaints += other.complaints.filter { !told.contains($0) }
        remarks += other.remarks.filter { !remarks.contains($0) }
        return nil
    }

    /// Completes a joined report: complains of missing shards.
    ///
    /// - Parameter absent: sentences about reports that are not there, for where no shard tells that it is missing.
    /// - Parameter others: the names of reports whose runs are others than that of the first.
    package mutating func close(without absent: [String] = [], others: [String] = []) {
        complainOfClientsWithTwoVersions()
        let counts = Set(shards.map(\.count))
        guard counts.count < 2 else {
            let list = shards.map(\.description).joined(separator: ", ")
            return complaints.append("these are shards of different runs: \(list)")
        }
        guard let count = counts.first else {
            complaints += absent
            return complainIfNothingWasPlayed()
        }
        let missing = (1...count).map { Shard($0, of: count) }.filter { !shards.contains($0) }
        complaints += missing.isEmpty ? absent : missing.map(Self.missing)
        if plans.count > 1 {
            complaints.append(
                "these are shards of different runs"
                    + (others.isEmpty ? "" : "; not of the run of the first: \(others.joined(separator: ", "))"))
        }
        // Of parts of a run another merge tells, with the others.
        if missing.isEmpty {
            complainIfNothingWasPlayed()
            complainIfNothingWasJudged()
        }
        if complaints.isEmpty { (shards, plans) = ([], []) }
    }

    /// Shards were joined, and none says of which run it is.
    package var joinsUnnamedRuns: Bool {
        shards.count > 1 && plans.allSatisfy { !$0.contains(", run ") }
    }

    /// A part that was left over from another version of a client says nothing of this one.
    private mutating func complainOfClientsWithTwoVersions() {
        for client in clients {
            // A driver that did not greet has told no version.
            let own = cases.lazy.map(\.result).filter { $0.client == client && !$0.version.isEmpty }
            let versions = Dictionary(own.map { (Self.withoutFolders($0.version), CaseText.harmless($0.version)) }) {
                $1
            }
            .values.sorted()
            let sentence =
                "\(client) has \(versions.count) versions: \(versions.joined(separator: ", ")); a part may be left "
                + "over from an earlier run, and runs of several commands each need a '--name' of their own"
            if versions.count > 1, !complaints.contains(sentence) { complaints.append(sentence) }
        }
    }

    /// The version of a plain command is its words: folders of its paths differ between machines.
    private static func withoutFolders(_ version: String) -> [Substring] {
        version.split(separator: " ").map { word in
            word.hasPrefix("/") || word.hasPrefix(".") ? word.split(separator: "/").last ?? word : word
        }
    }

    private mutating func complainIfNothingWasPlayed() {
        if cases.isEmpty, complaints.isEmpty, !isGivenUp { complaints.append("nothing was judged: there is no case") }
    }

    private static func missing(_ shard: Shard) -> String { "shard \(shard) is missing" }

    package static let version = 1
}

extension ReportedCase {
    /// The client and the name of a case.
    typealias Key = [[UInt8]]

    /// Names are compared as bytes, because names that only look alike are different.
    var key: Key { [result.client, result.name].map { Array($0.utf8) } }
}
