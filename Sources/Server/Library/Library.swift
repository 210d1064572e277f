// Library.swift: the fixtures that a server has, read again when they change.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
package import QuintainLoop
package import QuintainRoutes
package import QuintainScenario

/// Scenarios by name and routes in one table.
///
/// A file that is wrong takes nothing else down: what it was before stays in service, and what is wrong
/// with it is told. Files are read and routes compiled aside, so that no connection waits for it.
@OnLoop
package final class Library {
    package struct Shelf: Sendable {
        /// As it was given: a file or a folder.
        package let path: String
        let isFolder: Bool
        /// What files may name must lie in here.
        let root: String
    }

    package let shelves: [Shelf]
    package private(set) var books: [String: Book] = [:]
    /// Files and folders that could not even be read, and why.
    package private(set) var unreadable: [String: String] = [:]
    private var order: [String] = []
    /// How often anything was read.
    package private(set) var readings = 0

    /// Looks at the paths; ``reload(only:)`` reads them.
    package init(_ paths: [String]) throws(LoopError) {
        var shelves: [Shelf] = []
        for path in paths {
            let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
            let isFolder = Files.isFolder(path)
            if !isFolder, !Files.exists(path) {
                throw LoopError("no-such-file", "there is no '\(path)'", help: "name a file or a folder of fixtures")
            }
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

    /// Files whose name another one has that stands before them, so that they cannot be armed.
    package var shadowed: [Book] {
        var names: Set<String> = []
        return all.filter { !names.insert($0.name).inserted }
    }

    /// All standing exchanges, compiled.
    package func table() async -> RouteTable {
        let routes = all.compactMap(\.routes)
        return await Aside.run { RouteTable(routes) }
    }

    // MARK: Reading

    /// Reads everything, or only these paths. The books that were read.
    @discardableResult
    package func reload(only changed: [String]? = nil) async -> [Book] {
        let (shelves, old) = (shelves, books)
        // Which bodies and tables a file names is not known beforehand: when any changed, all that name some are due.
        let filesChanged = changed?.contains { !FixtureFolder.isFixture($0) } ?? true
        let paths = changed.map(Set.init)
        let news = await Aside.run {
            var news = News()
            for shelf in shelves { news.look(through: shelf, keeping: old) }
            for copy in news.copies {
                let book = old[copy.path]
                let isDue =
                    paths?.contains(copy.path) ?? true || book == nil || filesChanged && book?.namesFiles ?? false
                if isDue { news.read(copy, over: book) }
            }
            return news
        }
        readings += 1
        order = news.copies.map(\.path)
        let there = Set(order)
        books = books.filter { there.contains($0.key) }.merging(news.books) { $1 }
        unreadable = unreadable.filter { there.contains($0.key) && news.books[$0.key] == nil }
            .merging(news.unreadable) { $1 }
        return order.compactMap { news.books[$0] }
    }

    /// A file's place in the library.
    private struct Copy: Sendable {
        let path: String
        let name: String
        let root: String
    }

    /// What a look at the disk brought.
    private struct News: Sendable {
        var copies: [Copy] = []
        var books: [String: Book] = [:]
        var unreadable: [String: String] = [:]
        private var seen: Set<String> = []

        mutating func look(through shelf: Shelf, keeping old: [String: Book]) {
            guard shelf.isFolder else {
                let name = shelf.path.split(separator: "/").last.map(String.init) ?? shelf.path
                return put(Copy(path: shelf.path, name: name, root: shelf.root))
            }
            do throws(LoopError) {
                for name in try FixtureFolder.files(in: shelf.path) {
                    put(Copy(path: "\(shelf.path)/\(name)", name: name, root: shelf.root))
                }
            } catch {
                unreadable[shelf.path] = error.message
                // What it had stays in service.
                for book in old.values.sorted(by: { $0.name < $1.name }) where book.path == "\(shelf.path)/\(book.name)"
                {
                    put(Copy(path: book.path, name: book.name, root: shelf.root))
                }
            }
        }

        private mutating func put(_ copy: Copy) {
            if seen.insert(copy.path).inserted { copies.append(copy) }
        }

        mutating func read(_ copy: Copy, over old: Book?) {
            do throws(LoopError) {
                var book = old ?? Book(path: copy.path, name: copy.name)
                book.take(try FixtureFile.read(copy.path, root: copy.root, name: copy.name))
                books[copy.path] = book
            } catch {
                unreadable[copy.path] = error.message
            }
        }
    }
}
