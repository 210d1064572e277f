// Library.swift: the fixtures that a server has, read again when they change.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
package import QuintainRoutes
package import QuintainScenario

/// Scenarios by name and routes in one table.
///
/// A file that is wrong takes nothing else down: what it was before stays in service, and what is wrong
/// with it is told.
@OnLoop
package final class Library {
    package struct Shelf: Sendable {
        /// As it was given: a file or a folder.
        package let path: String
        let isFolder: Bool
        /// What files may name must lie in here.
        let root: String
    }

    package struct Book: Sendable {
        package let path: String
        /// Relative to the folder that was given: `redirects/see-other.scenario`.
        package let name: String
        package fileprivate(set) var scenarios: [Scenario] = []
        package fileprivate(set) var routes: RouteFile?
        /// Why its routes are not served.
        package fileprivate(set) var unplayableRoutes: String?
        /// Of the newest reading.
        package fileprivate(set) var diagnostics: [Diagnostic] = []
        package fileprivate(set) var source: [UInt8] = []
        /// The newest reading failed; what is in service is older, or nothing.
        package var isBroken: Bool { diagnostics.contains { $0.severity == .error } }
    }

    package let shelves: [Shelf]
    package private(set) var books: [String: Book] = [:]
    /// Files that could not even be read, and why.
    package private(set) var unreadable: [String: String] = [:]
    private var order: [String] = []

    /// Looks at the paths; ``reload()`` reads them.
    package init(_ paths: [String]) throws(LoopError) {
        var shelves: [Shelf] = []
        for path in paths {
            let isFolder = Files.isFolder(path)
            if !isFolder, !Files.exists(path) { throw LoopError("no-such-file", "there is no \(path)") }
            shelves.append(Shelf(path: path, isFolder: isFolder, root: isFolder ? path : FixtureFile.folder(of: path)))
        }
        self.shelves = shelves
    }

    /// In the order of the paths given, then by name.
    package var all: [Book] { order.compactMap { books[$0] } }

    package var scenarioCount: Int { books.values.reduce(0) { $0 + $1.scenarios.count } }

    /// A run by its name, `redirects/relative.scenario` or `redirects/relative.scenario#up`.
    package func scenarios(named name: String) -> [Scenario] {
        let parts = name.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let book = all.first(where: { $0.name == parts[0] }) else { return [] }
        guard parts.count == 2 else { return book.scenarios }
        return book.scenarios.filter { $0.row == parts[1] }
    }

    /// Reads everything, or only these paths. The names of the files that were read.
    @discardableResult
    package func reload(only changed: [String]? = nil) -> [String] {
        var found: [(path: String, name: String, root: String)] = []
        for shelf in shelves {
            guard shelf.isFolder else {
                found.append((shelf.path, shelf.path.split(separator: "/").last.map(String.init) ?? shelf.path, shelf.root))
                continue
            }
            do throws(LoopError) {
                for file in try FixtureFolder.files(in: shelf.path) {
                    found.append((shelf.path + "/" + file, file, shelf.root))
                }
                unreadable[shelf.path] = nil
            } catch {
                unreadable[shelf.path] = error.message
            }
        }
        order = found.map(\.path)
        let there = Set(order)
        books = books.filter { there.contains($0.key) }
        unreadable = unreadable.filter { there.contains($0.key) || shelves.map(\.path).contains($0.key) }
        // A table or a body beside a scenario may have changed: then the scenarios of its folder are read again.
        let folders = changed.map { Set($0.filter { !FixtureFolder.isFixture($0) }.map(FixtureFile.folder)) }
        let paths = changed.map(Set.init)
        var names: [String] = []
        for file in found {
            let isDue =
                paths.map { $0.contains(file.path) } ?? true || books[file.path] == nil
                || folders?.contains { FixtureFile.folder(of: file.path).hasPrefix($0) } ?? false
            guard isDue else { continue }
            read(file.path, file.name, file.root)
            names.append(file.name)
        }
        return names
    }

    /// All standing exchanges, compiled.
    package func table() -> RouteTable { RouteTable(all.compactMap(\.routes)) }

    private func read(_ path: String, _ name: String, _ root: String) {
        do throws(LoopError) {
            let reading = try FixtureFile.read(path, root: root, name: name)
            var book = books[path] ?? Book(path: path, name: name)
            book.diagnostics = reading.diagnostics
            book.source = reading.hasErrors ? (try? Files.read(path)) ?? [] : []
            if !reading.hasErrors {
                book.scenarios = reading.scenarios
                book.unplayableRoutes = reading.routes.flatMap(Unplayable.sentence(for:))
                book.routes = book.unplayableRoutes == nil ? reading.routes : nil
            }
            books[path] = book
            unreadable[path] = nil
        } catch {
            unreadable[path] = error.message
        }
    }
}
