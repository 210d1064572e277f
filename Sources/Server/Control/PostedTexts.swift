// PostedTexts.swift: scenarios and routes that come over the control API instead of from files.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainScenario

/// Reads posted texts. Anybody who reaches the control port can post one, so texts may name no files, unless the server
/// was given folders: then they may name the files in these. A text lies where its own name says, in the first of the
/// folders if that is a relative one.
package struct PostedTexts: Sendable {
    private let folders: [String]

    package init(folders: [String] = []) { self.folders = folders }

    /// - Parameter routes: the text holds routes, though no line of it says so.
    func read(_ source: [UInt8], name: String, routes: Bool = false) -> Reading {
        guard let first = folders.first else {
            return ScenarioReader.read(source, file: name, routes: routes) { _ in .failure(.noFolder) }
        }
        // A file outside the folders is refused without a look at whether it exists.
        let isRelative = !name.hasPrefix("/")
        guard isRelative || FixtureFile.isBelow(name, folders), !name.split(separator: "/").contains("..") else {
            return ScenarioReader.read(source, file: name, routes: routes) { _ in .failure(.outsideFolder) }
        }
        let folder = FixtureFile.folder(of: isRelative ? "\(first)/\(name)" : name)
        return ScenarioReader.read(source, file: name, routes: routes) { named in
            FixtureFile.contents(of: named, from: folder, roots: folders)
        }
    }
}
