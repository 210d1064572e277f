// Names.swift: the names that a file gives, and those that no line uses.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario

struct Names {
    /// What is captured, and where first.
    private var captures: [String: Place] = [:]
    /// What is captured more than once: below the first capture its name stands for the value.
    private var repeated: Set<String> = []
    private var used: Set<String> = []
    /// The origins and proxies that a line names.
    private var peers: Set<String> = []
    private var makesRequests = false
    private let columns: [String]
    private(set) var ordersLoads = false

    /// What stands between `{{` and `}}` by a name of the file's own.
    var values: Set<String> { Set(captures.keys).union(columns) }

    init(of scenario: Scenario, _ lines: [Line]) {
        columns = scenario.columns
        for origin in scenario.origins { if let owner = origin.at { peers.insert(owner) } }
        for line in lines { follow(line) }
        if case .path(let origin, _)? = scenario.impliedLoad?.url { peers.insert(origin) }
    }

    private mutating func follow(_ line: Line) {
        look(at: line.deed)
        for value in line.deed.templates.flatMap(\.values).flatMap(\.all) {
            switch value.function {
            case .capture(let name, _):
                if captures[name] != nil { repeated.insert(name) }
                captures[name] = captures[name] ?? value.place
            case .captured(let name): used.insert(name)
            case .generated(let call):
                for case .captured(let name) in call.operands + call.options.map(\.operand) { used.insert(name) }
            case .url(let origin, _), .authority(let origin, _): peers.insert(origin)
            default: break
            }
        }
        // `* redirect 302 //cdn/b`, `-> to //cdn/b`
        for case .literal(let bytes) in line.deed.templates.flatMap(\.pieces) where bytes.starts(with: "//".utf8) {
            peers.insert(String(decoding: bytes.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self))
        }
    }

    private mutating func look(at deed: Deed) {
        switch deed {
        case .receive(.start(_, let target, _)):
            makesRequests = true
            if case .path(let origin, _) = target { peers.insert(origin) }
        case .order(.load(let load)):
            (makesRequests, ordersLoads) = (true, true)
            if case .path(let origin, _) = load.url { peers.insert(origin) }
            if let proxy = load.proxy { peers.insert(proxy) }
        default: break
        }
    }

    /// Warnings of the names that no line uses. Where no line orders a load, a command decides about proxies.
    func unused(in scenario: Scenario) -> [Remark] {
        var remarks: [Remark] = []
        for (name, place) in captures where !used.contains(name) {
            remarks.append(
                Remark(
                    .unusedCapture, place, "'\(name)' is captured but never used",
                    help: repeated.contains(name)
                        ? "below the first '{{\(name) = …}}' the same value is '{{\(name)}}'"
                        : "'{{any}}' takes anything and keeps nothing; '{{/…/}}' takes what fits"))
        }
        for origin in scenario.origins where !peers.contains(origin.name) && origin.name != Origin.main.name {
            guard let place = origin.place, origin.role == .server ? makesRequests : ordersLoads else { continue }
            remarks.append(
                Remark(
                    .unusedOrigin, place,
                    origin.role == .server
                        ? "no line uses the origin '\(origin.name)'"
                        : "no load goes through the proxy '\(origin.name)'",
                    help: origin.role == .server
                        ? "a target on it begins with '//\(origin.name)'" : "client GET / via \(origin.name)"))
        }
        return remarks
    }

    /// Warnings of columns that no line uses, which are the same in all runs of a file. The first column may do no more than
    /// name its rows.
    static func unusedColumns(of scenario: Scenario) -> [Remark] {
        let lines = scenario.source.file
        var table = 0
        return scenario.columns.enumerated().compactMap { index, column in
            if let next = lines[table...].firstIndex(where: {
                $0.hasPrefix(LineWord.cases.rawValue) && $0.contains(column)
            }) {
                table = next
            }
            guard index > 0, !lines.contains(where: { $0.contains("{{\(column)}}") }) else { return nil }
            return Remark(
                .unusedColumn, Place(line: table + 1), "no line uses the column '\(column)'",
                help: "its cells are put in by '{{\(column)}}'")
        }
    }
}
