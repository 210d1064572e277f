// FixtureFolder.swift: the fixture files below a folder.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop

package enum FixtureFolder {
    /// All files of scenarios and routes, as paths relative to the folder, sorted.
    ///
    /// A folder further down that holds a file `.quintain-ignore` is skipped with all its contents, unless it is named
    /// itself.
    package static func files(in folder: String) throws(LoopError) -> [String] {
        try Files.walk(folder, passingOver: ignoreMark).filter(isFixture)
    }

    /// The entries of the folder that look like fixtures but are not read.
    package static func passedOver(in folder: String) -> [PassedOver] {
        var entries: [PassedOver] = []
        var empty: [String] = []
        let files = try? Files.walk(
            folder, passingOver: ignoreMark,
            link: { link in
                let path = "\(folder)/\(link)"
                if Files.isFolder(path) {
                    entries.append(PassedOver(path: path, reason: .linkToFolder))
                } else if isFixture(path) || !PassedOver.hasEnding(path) {
                    entries.append(PassedOver(path: path, reason: .linkToNothing))
                }
            },
            empty: { empty.append($0) })
        entries += empty.sorted().map { PassedOver(path: "\(folder)/\($0)", reason: .emptyFolder) }
        for file in files ?? [] where !isFixture(file) {
            guard let meant = PassedOver.meant(by: file, among: [scenarioSuffix, routesSuffix]) else { continue }
            entries.append(PassedOver(path: "\(folder)/\(file)", reason: .name(meant: meant)))
        }
        return entries
    }

    private static let ignoreMark = ".quintain-ignore"

    package static func isFixture(_ path: String) -> Bool {
        path.hasSuffix(scenarioSuffix) || path.hasSuffix(routesSuffix)
    }

    private static let scenarioSuffix = ".scenario"
    package static let routesSuffix = ".routes"
}
