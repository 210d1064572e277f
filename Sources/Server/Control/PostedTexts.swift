// PostedTexts.swift: scenarios and routes that come over the control API instead of from files.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainScenario

/// Reads texts. Whoever posts one may be anybody who reaches the control port, so it names no files, unless the server
/// was told of a folder: then it names those that lie beside it there, as if it lay there under its own name.
package struct PostedTexts: Sendable {
    private let folder: String?

    package init(folder: String? = nil) { self.folder = folder }

    func read(_ source: [UInt8], name: String) -> Reading {
        guard let folder else { return ScenarioReader.read(source, file: name) { _ in .failure(.noFolder) } }
        // Of what lies outside nothing is told, not even whether it is there.
        let inner = name.hasPrefix(folder + "/") ? String(name.dropFirst(folder.count + 1)) : name
        guard !inner.hasPrefix("/"), !inner.split(separator: "/").contains("..") else {
            return ScenarioReader.read(source, file: name) { _ in .failure(.outsideFolder) }
        }
        let path = "\(folder)/\(inner)"
        return FixtureFile.read(source, as: path, root: folder, name: name).reading
    }
}
