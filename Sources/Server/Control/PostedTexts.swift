// PostedTexts.swift: scenarios and routes that come over the control API instead of from files.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainScenario

/// Reads posted texts. Anybody who reaches the control port can post one, so texts may name no files, unless the server
/// was given a folder: then they may name the files in it, as if the text lay there under its own name.
package struct PostedTexts: Sendable {
    private let folder: String?

    package init(folder: String? = nil) { self.folder = folder }

    func read(_ source: [UInt8], name: String) -> Reading {
        guard let folder else { return ScenarioReader.read(source, file: name) { _ in .failure(.noFolder) } }
        // A file outside the folder is refused without a look at whether it exists.
        let inner = name.hasPrefix(folder + "/") ? String(name.dropFirst(folder.count + 1)) : name
        guard !inner.hasPrefix("/"), !inner.split(separator: "/").contains("..") else {
            return ScenarioReader.read(source, file: name) { _ in .failure(.outsideFolder) }
        }
        let path = "\(folder)/\(inner)"
        return FixtureFile.read(source, as: path, root: folder, name: name).reading
    }
}
