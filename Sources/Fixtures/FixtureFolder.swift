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

    /// A sentence for each entry of the folder that looks like a fixture but is not read.
    package static func passedOver(in folder: String) -> [String] {
        var sentences: [String] = []
        let files = try? Files.walk(folder, passingOver: ignoreMark) { link in
            let path = "\(folder)/\(link)"
            if Files.isFolder(path) {
                sentences.append("\(path) is a link to a folder, and is not followed: name it itself")
            } else if isFixture(path) {
                sentences.append("\(path) is a link that leads nowhere")
            }
        }
        for file in files ?? [] where !isFixture(file) {
            guard let dot = file.lastIndex(of: ".") else { continue }
            let suffix = file[dot...].lowercased()
            guard
                let meant = [".scenario", routesSuffix].first(where: {
                    suffix == $0 || suffix == $0 + "s" || suffix + "s" == $0
                })
            else { continue }
            sentences.append("\(folder)/\(file) is passed over: a name that ends in '\(meant)' is read")
        }
        return sentences
    }

    private static let ignoreMark = ".quintain-ignore"

    package static func isFixture(_ path: String) -> Bool {
        path.hasSuffix(".scenario") || path.hasSuffix(routesSuffix)
    }

    package static let routesSuffix = ".routes"
}
