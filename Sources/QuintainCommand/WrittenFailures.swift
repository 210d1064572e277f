// WrittenFailures.swift: the files of `check --write-known-failing`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainLoop
import QuintainRunner
import QuintainSides

/// Collects the results of each client, and writes them as files of known failures.
@OnLoop
final class WrittenFailures {
    /// The path for each client, by its name.
    private var paths: [String: String] = [:]
    private var results: [String: [CaseResult]] = [:]
    /// The clients whose known failures the command line names. Otherwise known failures come from a bundled client's
    /// own file, which is about the bundled scenarios, and only lines that name cases of the run are kept.
    private var named: Set<String> = []

    /// Nil: the option is not given. Paths that cannot be written are refused before anything is played.
    init?(_ plan: CheckPlan, _ arguments: Arguments) throws(WrongUse) {
        guard arguments.has(Self.option) else { return nil }
        for client in plan.clients {
            guard let path = try CheckPlan.file(of: client, of: plan.clients, by: Self.option, arguments) else {
                continue
            }
            guard Files.isFolder(FixtureFile.folder(of: path)), !Files.isFolder(path) else {
                throw WrongUse("'\(path)' cannot be written", help: "name a file in a folder that is there")
            }
            let name = Self.option + (plan.clients.count > 1 ? " \(client.name)" : "")
            try Output.claim(path, as: nil, by: name)
            paths[client.name] = path
            let known = try CheckPlan.file(of: client, of: plan.clients, by: "--known-failing", arguments)
            if known != nil { named.insert(client.name) }
            try Self.keepReasons(in: path, of: client.name, plan)
        }
    }

    /// Refuses to write over a file of reasons that the run has not read, or over any other file.
    private static func keepReasons(in path: String, of client: String, _ plan: CheckPlan) throws(WrongUse) {
        guard Files.exists(path), !path.hasPrefix("/dev/"), (try? Files.read(path, limit: 1 << 20))?.isEmpty != true,
            !(plan.known[client].map { Files.areSame($0.file, path) } ?? false)
        else { return }
        throw WrongUse(
            "'\(option)' would write over '\(path)', and the run has not read it",
            help: "'--known-failing \(plan.clients.count > 1 ? "\(client)=" : "")\(path)' beside it keeps its reasons")
    }

    /// Takes a result before it is compared with known failures.
    func add(_ result: CaseResult, of client: String) {
        guard paths[client] != nil else { return }
        var result = result
        // The plays are dropped: a long run has many cases, and the file needs none of them.
        result.play = nil
        results[client, default: []].append(result)
    }

    func write(keeping known: [String: KnownFailures]) throws(WrongUse) {
        for (client, path) in paths.sorted(by: { $0.key < $1.key }) {
            let own = results[client] ?? []
            let kept = named.contains(client) ? known[client] : known[client]?.about(own)
            let text = KnownFailures.text(of: own, keeping: kept)
            try Output.save(Array(text.utf8), to: path)
            let count = text.utf8.count { $0 == UInt8(ascii: "\n") } - 1
            // A driver behind '--' is called by its greeting, as in reports.
            Output.complain("\(path): \(Summary.count(count, "known failure")) of \(own.first?.client ?? client)")
        }
    }

    private static let option = "--write-known-failing"
}
