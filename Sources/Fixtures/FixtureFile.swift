// FixtureFile.swift: a scenario file, read from disk.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
package import QuintainScenario

/// A file of scenarios or routes as it was on disk, and the result of reading it.
package struct FixtureFile: Sendable {
    package let reading: Reading
    package let source: [UInt8]
    /// The contents of the files that it names, such as bodies and tables; of one that is missing, none.
    package let beside: [String: [UInt8]]

    /// The file must be read again when one beside it changes.
    package var namesFiles: Bool { !beside.isEmpty }

    /// Reads one file. The files that it names must lie inside `root`, links resolved; diagnostics call it `name`.
    package static func read(_ path: String, root: String, name: String) throws(LoopError) -> FixtureFile {
        read(try source(of: path, root: root), as: path, root: root, name: name)
    }

    /// The bytes of a file that must lie inside `root` as well.
    package static func source(of path: String, root: String) throws(LoopError) -> [UInt8] {
        if Files.isLink(path), !Files.isDescriptor(path), try !Files.isInside(path, folder: root) {
            throw LoopError(
                "outside-folder", "'\(path)' is a link that leads out of the folder of the scenarios",
                help: "put the file itself there, or name it by its own path")
        }
        return try Files.read(path, limit: sizeLimit, isFixture: true)
    }

    /// The runs of the same file over HTTP/2. nil: the file uses something that only HTTP/1.1 has.
    package func runsOverTwo(as path: String, root: String, name: String) -> [Scenario]? {
        let other = Self.read(source, as: path, root: root, name: name, over: .two).reading
        let isOfOne = other.scenarios.contains { $0.nodes.contains(where: \.hasConnectionField) }
        return other.hasErrors || isOfOne ? nil : other.scenarios
    }

    /// Reads text that is not on disk, or not yet, as if it were the file at `path`.
    package static func read(
        _ source: [UInt8], as path: String, root: String, name: String, over version: HTTPVersions? = nil
    ) -> FixtureFile {
        let folder = self.folder(of: path)
        var beside: [String: [UInt8]] = [:]
        let reading = ScenarioReader.read(source, file: name, over: version) { named in
            let contents = contents(of: named, from: folder, roots: [root])
            beside[named] = (try? contents.get()) ?? []
            return contents
        }
        return FixtureFile(reading: reading, source: source, beside: beside)
    }

    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    // MARK: Files beside it

    /// The contents of a file that a text in the folder names. It must lie in one of the roots, links resolved.
    package static func contents(
        of name: String, from folder: String, roots: [String]
    ) -> Result<[UInt8], FileFault> {
        let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
        do throws(LoopError) {
            guard Files.exists(path) else {
                // Whether a file outside the folders exists is not revealed.
                let goesUp = name.split(separator: "/").contains("..") && !roots.contains("/")
                return .failure(goesUp || name.hasPrefix("/") && !isBelow(name, roots) ? .outsideFolder : .missing)
            }
            for root in roots where try Files.isInside(path, folder: root) {
                return .success(try Files.read(path, limit: sizeLimit, isFixture: true))
            }
            return .failure(.outsideFolder)
        } catch {
            return .failure(faults[error.slug] ?? .unreadable)
        }
    }

    /// Whether the path lies in one of the folders by what is written.
    package static func isBelow(_ path: String, _ folders: [String]) -> Bool {
        folders.contains { path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
    }

    private static let faults = ["file-too-large": FileFault.tooLarge, "not-plain": .notPlain]
    package static let sizeLimit = 64 << 20
}

extension Node {
    /// Whether a field that only HTTP/1.1 has is sent; one whose name is a string is meant.
    fileprivate var hasConnectionField: Bool {
        var has = false
        forEachLine { has = has || $0.deed.connectionField != nil }
        return has
    }
}
