// NearestPath.swift: the file, folder or bundled fixture that a misspelt name was probably meant to be.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainLoop
import QuintainWords

enum NearestPath {
    /// The kind of bundled fixture that a command takes by name.
    enum Bundled {
        case nothing
        case groups
        case scenarios
    }

    /// "did you mean 'first.scenario'?", if a file, a folder or a bundled fixture has a similar name.
    static func suggestion(for typed: String, amongBundled bundled: Bundled) -> String? {
        let folder = FixtureFile.folder(of: typed)
        let start = String(typed.dropLast(typed.split(separator: "/").last?.count ?? 0))
        let beside = Files.names(in: folder).filter {
            FixtureFolder.isFixture($0) || Files.isFolder("\(folder)/\($0)")
        }
        let (groups, scenarios) = names(bundled)
        let near = beside.map { start + $0 } + groups
        // The name may lack its ending, or its group.
        let meant =
            near.first { $0.hasPrefix("\(typed).") } ?? NearestWord.nearest(to: typed, among: near)
            ?? scenarios.first { $0.hasSuffix("/\(typed)") } ?? NearestWord.nearest(to: typed, among: scenarios)
        return meant.map { "did you mean '\($0)'?" }
    }

    private static func names(_ bundled: Bundled) -> (groups: [String], scenarios: [String]) {
        guard bundled != .nothing, let root = try? FixturePath.bundled(),
            let files = try? FixtureFolder.files(in: root)
        else { return ([], []) }
        let groups = Set(files.compactMap { $0.split(separator: "/").first.map(String.init) }).sorted()
        guard bundled == .scenarios else { return (groups, []) }
        let scenarios = files.filter { $0.hasSuffix(scenarioSuffix) }
        return (groups, scenarios.map { String($0.dropLast(scenarioSuffix.count)) })
    }

    private static let scenarioSuffix = ".scenario"
}
