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
        (file(typed) ?? self.bundled(typed, bundled)).map { "did you mean '\($0)'?" }
    }

    /// The most similar name of those in the folder.
    private static func file(_ typed: String) -> String? {
        let folder = FixtureFile.folder(of: typed)
        let name = typed.split(separator: "/").last.map(String.init) ?? typed
        let names = Files.names(in: folder).filter { FixtureFolder.isFixture($0) || Files.isFolder("\(folder)/\($0)") }
        return nearest(to: name, among: names).map { "\(typed.dropLast(name.count))\($0)" }
    }

    private static func bundled(_ typed: String, _ bundled: Bundled) -> String? {
        guard bundled != .nothing, let root = try? FixturePath.bundled(),
            let files = try? FixtureFolder.files(in: root)
        else { return nil }
        let groups = Set(files.compactMap { $0.split(separator: "/").first.map(String.init) }).sorted()
        let group = NearestWord.nearest(to: typed, among: groups)
        guard bundled == .scenarios, group == nil else { return group }
        let names = files.filter { $0.hasSuffix(scenarioSuffix) }.map { String($0.dropLast(scenarioSuffix.count)) }
        let stem = typed.hasSuffix(scenarioSuffix) ? String(typed.dropLast(scenarioSuffix.count)) : typed
        // The typed name may lack its group.
        if let whole = names.first(where: { $0.hasSuffix("/\(stem)") }) { return whole }
        return NearestWord.nearest(to: stem, among: names)
    }

    /// A name that lacks only its ending is more similar than any other.
    private static func nearest(to typed: String, among names: [String]) -> String? {
        names.first { FixtureFolder.isFixture($0) && $0.hasPrefix("\(typed).") }
            ?? NearestWord.nearest(to: typed, among: names)
    }

    private static let scenarioSuffix = ".scenario"
}
