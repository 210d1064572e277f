// FixtureFolder.swift: the fixture files below a folder.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop

package enum FixtureFolder {
    /// All files of scenarios and routes, as paths relative to the folder, sorted.
    ///
    /// A folder further down that holds a file `.quintain-ignore` is passed over with all that is in it: it can
    /// still be named itself.
    package static func files(in folder: String) throws(LoopError) -> [String] {
        try Files.walk(folder, passingOver: ".quintain-ignore").filter(isFixture)
    }

    package static func isFixture(_ path: String) -> Bool {
        path.hasSuffix(".scenario") || path.hasSuffix(routesSuffix)
    }

    package static let routesSuffix = ".routes"
}
