// FixtureFile.swift: a scenario file, read from disk.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
package import QuintainScenario

/// Reads files of scenarios and routes, and what they name beside them.
package enum FixtureFile {
    /// Reads one file. What it names must lie inside `root`, links resolved; diagnostics call the file `name`.
    package static func read(_ path: String, root: String, name: String) throws(LoopError) -> Reading {
        let bytes = try Files.read(path, limit: sizeLimit)
        let folder = self.folder(of: path)
        return ScenarioReader.read(bytes, file: name) { beside in
            fetch(beside, from: folder, root: root)
        }
    }

    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func fetch(_ name: String, from folder: String, root: String) -> Result<[UInt8], FileFault> {
        guard !name.hasPrefix("/") else { return .failure(.outsideFolder) }
        let path = folder + "/" + name
        do throws(LoopError) {
            guard Files.exists(path) else {
                // Outside the folder nothing is told of what is there and what is not.
                let leaves = name.split(separator: "/").contains("..")
                return .failure(leaves ? .outsideFolder : .missing)
            }
            guard try Files.isInside(path, folder: root) else { return .failure(.outsideFolder) }
            return .success(try Files.read(path, limit: sizeLimit))
        } catch {
            return .failure(error.slug == "too-large" ? .tooLarge : .unreadable)
        }
    }

    private static let sizeLimit = 64 << 20
}
