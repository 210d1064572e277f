// CheckPlan+Clients.swift: the clients that the command line names.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainLoop
import QuintainNotation
import QuintainReport
import QuintainRunner
import QuintainScenario
import QuintainWords

extension CheckPlan {
    static func bundledClients(_ arguments: Arguments) throws(WrongUse) -> [BundledClient] {
        let names = arguments.values("--client")
        guard !names.isEmpty else { return [] }
        let all = try BundledClient.all()
        var clients: [BundledClient] = []
        for name in names where !clients.contains(where: { $0.name == name }) {
            guard let client = all.first(where: { $0.name == name }) else {
                throw WrongUse(
                    "no client is called '\(name)'",
                    help: NearestWord.suggestionOrList(for: name, among: all.map(\.name)))
            }
            if let missing = client.missing { throw WrongUse("the client '\(name)' cannot be started: \(missing)") }
            clients.append(client)
        }
        return clients
    }

    static func clients(
        _ bundled: [BundledClient], _ arguments: Arguments, over versions: HTTPVersions = .one
    ) throws(WrongUse) -> [ClientUnderTest] {
        var clients = bundled.map(\.client)
        if let words = arguments.command {
            guard !words.isEmpty else { throw WrongUse("no driver stands behind '--'") }
            let name = arguments.value("--name") ?? nameOfCommand(words)
            var client = ClientUnderTest(name: name, seat: try seat(words, called: name))
            if client.isCommand { try refuseOptions(in: words) }
            if case .program = client.seat { client.isCalledAsItGreets = arguments.value("--name") == nil }
            client.ways = try ways(arguments)
            if clients.contains(where: { $0.name == name }) {
                throw WrongUse("two clients are called '\(name)'", help: CheckReport.helpForNamesakes)
            }
            clients.append(client)
        } else if let name = arguments.value("--name") {
            throw WrongUse(
                "--name '\(name)' names a driver behind '--', and there is none",
                help: "one that comes with the program has its name: leave --name out")
        }
        guard !clients.isEmpty else {
            throw WrongUse(
                "which client?",
                help:
                    "write '-- curl -sS {{url}}' for a command, '-- COMMAND' of a driver, or --client NAME ('--list-clients' prints "
                    + "them)")
        }
        if versions.leaveOutUsual { for index in clients.indices { clients[index].speakHTTP2() } }
        let following: Following =
            arguments.has("--never-follows") ? .none : arguments.has("--stays-at-origin") ? .withinOrigin : .any
        for index in clients.indices { clients[index].follow(following) }
        return try played(clients, arguments.values("--way"))
    }

    /// Nobody would be told that a report is not written and a status not judged.
    private static func refuseOptions(in words: [String]) throws(WrongUse) {
        guard let option = words.dropFirst().first(where: { ours.contains(String($0.prefix { $0 != "=" })) }) else {
            return
        }
        throw WrongUse(
            "'\(option)' stands behind '--', and so goes to the command",
            help: "options of 'quintain' stand before '--'; a command that has one of this name is called by a script")
    }

    /// Options that no client is likely to have.
    private static let ours: Set = ["--exit", "--junit", "--known-failing", "--all-applicable", "--fail-on"]

    /// The name of a command in reports: that of its script, or else of the program.
    static func nameOfCommand(_ words: [String]) -> String {
        let file = words.first(where: CommandOutline.isScript) ?? words[0]
        return file.split(separator: "/").last.map(String.init) ?? file
    }

    /// The clients that load in one of the wanted ways, in those.
    private static func played(
        _ clients: [ClientUnderTest], _ wanted: [String]
    ) throws(WrongUse) -> [ClientUnderTest] {
        for way in wanted where !clients.contains(where: { $0.ways.contains { $0.name == way } }) {
            let ways = Set(clients.flatMap(\.ways).map(\.name)).filter { !$0.isEmpty }.sorted()
            throw WrongUse(
                "no client loads in the way '\(way)'",
                help: ways.isEmpty
                    ? "leave '--way' out: a client without 'ways' in its driver.json loads as its greeting says"
                    : "there are: \(ways.joined(separator: ", "))")
        }
        guard !wanted.isEmpty else { return clients }
        return clients.compactMap { client in
            // A client with one way of loading is played in that way, whatever '--way' says.
            if client.ways.map(\.name) == [""] { return client }
            var client = client
            let ways = client.ways.map(\.name)
            client.ways = client.ways.filter { wanted.contains($0.name) }
            if !client.ways.isEmpty { return client }
            let list = wanted.joined(separator: " or ")
            Output.complain("\(client.name) is not played: it loads as \(ways.joined(separator: ", ")), not as \(list)")
            return nil
        }
    }

    /// A plain command, if an address or the place of one stands among its words, or else a driver.
    private static func seat(_ words: [String], called name: String) throws(WrongUse) -> ClientUnderTest.Seat {
        let command = PlainCommand(words, called: name)
        let placeholders = PlainCommand.Placeholder.allCases.map(\.rawValue)
        guard let strange = PlainCommand.strange(in: words),
            command != nil || placeholders.contains(strange.lowercased())
                || NearestWord.nearest(to: strange.lowercased(), among: placeholders) != nil
        else {
            if let command { return .command(command) }
            return .program(words)
        }
        let all = placeholders.map { "{{\($0)}}" }.joined(separator: ", ")
        throw WrongUse(
            "'{{\(strange)}}' is no placeholder here", help: "there are: \(all)")
    }

    /// The ways of a driver behind `--`: no file says how it loads.
    private static func ways(_ arguments: Arguments) throws(WrongUse) -> [Way] {
        let ways = try arguments.values("--way").map { name throws(WrongUse) in
            if let way = Way(named: name) { return way }
            throw WrongUse(
                "no way is called '\(name)'", help: NearestWord.suggestionOrList(for: name, among: Way.names))
        }
        return ways.isEmpty ? [.asWritten] : ways
    }
}
