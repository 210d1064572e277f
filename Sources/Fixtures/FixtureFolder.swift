// FixtureFolder.swift: the fixture files below a folder.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop

package enum FixtureFolder {
    /// All files of scenarios and routes, as paths relative to the folder, sorted.
    ///
    /// A folder further down that holds a file `.quintain-ignore` is passed over with all that is in it: it can
    /// still be named itself.
    package static func files(in folder: String) throws(LoopError) -> [String] {
        let fixtures = try Files.walk(folder).filter(isFixture)
        let folders = Set(fixtures.flatMap(foldersAbove))
        let ignored = folders.filter { Files.exists("\(folder)/\($0)/.quintain-ignore") }
        guard !ignored.isEmpty else { return fixtures }
        return fixtures.filter { ignored.isDisjoint(with: foldersAbove($0)) }
    }

    package static func isFixture(_ path: String) -> Bool {
        path.hasSuffix(".scenario") || path.hasSuffix(routesSuffix)
    }

    package static let routesSuffix = ".routes"

    /// `a/b` and `a` for `a/b/c.scenario`.
    private static func foldersAbove(_ path: String) -> [String] {
        var folders: [String] = []
        var rest = path[...]
        while let slash = rest.lastIndex(of: "/") {
            rest = rest[..<slash]
            folders.append(String(rest))
        }
        return folders
    }
}
