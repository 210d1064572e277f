// Library.swift: the fixtures that a server has, read again when they change.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
package import QuintainLoop
package import QuintainRoutes
package import QuintainScenario

/// Scenarios by name and routes in one table.
///
/// A wrong file affects no other: its last good version stays in service, and its diagnostics can be asked for. Files
/// are read and routes compiled on other threads, so that no connection waits for them.
///
/// Bundled fixtures have been checked by the build: only their routes are read at once, and a scenario is read when it
/// is asked for.
@OnLoop
package final class Library {
    /// A file or a folder of fixtures.
    package struct Source: Sendable {
        package let path: String
        /// The fixtures are bundled, and the build has checked them.
        let isChecked: Bool

        package init(_ path: String, isChecked: Bool = false) {
            self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
            self.isChecked = isChecked
        }
    }

    package struct Shelf: Sendable {
        /// The path as it was given: a file or a folder.
        package let path: String
        let isFolder: Bool
        /// The folder in which the files that fixtures name must be.
        let root: String
        let isChecked: Bool
    }

    package let shelves: [Shelf]
    package private(set) var books: [String: Book] = [:]
    /// Files and folders that could not be read, with the reasons.
    package private(set) var unreadable: [String: String] = [:]
    private var order: [String] = []
    /// How many times files have been read.
    package private(set) var readings = 0

    /// Looks at the paths; ``reload(only:)`` reads them.
    package init(_ sources: [Source]) throws(LoopError) {
        var shelves: [Shelf] = []
        for source in sources {
            let path = source.path
            let isFolder = Files.isFolder(path)
            if !isFolder, !Files.exists(path) {
                throw LoopError("no-such-file", "there is no '\(path)'", help: "name a file or a folder of fixtures")
            }
            shelves.append(
                Shelf(
                    path: path, isFolder: isFolder, root: isFolder ? path : FixtureFile.folder(of: path),
                    isChecked: source.isChecked))
        }
        self.shelves = shelves
    }

    /// All files in the order of the given paths, then by name.
    package private(set) var all: [Book] = []

    package convenience init(_ paths: [String]) throws(LoopError) {
        try self.init(paths.map { Source($0) })
    }

    /// The number of files of scenarios, whether they have been read or not.
    package var scenarioFileCount: Int { books.values.count { $0.kind == .scenario } }

    /// The runs of this name that have been read: `redirects/relative.scenario` or `redirects/relative.scenario#up`.
    package func scenarios(named name: String) -> [Scenario] {
        let parts = name.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let book = all.first(where: { $0.name == parts[0] }) else { return [] }
        guard parts.count == 2 else { return book.scenarios }
        return book.scenarios.chosen(by: parts[1])
    }

    /// Files that cannot be armed because an earlier file has the same name.
    package var shadowed: [Book] {
        // Within one folder each file has a name of its own.
        guard shelves.count > 1 else { return [] }
        var names: Set<String> = []
        return all.filter { !names.insert($0.name).inserted }
    }

    /// All standing exchanges, compiled, behind those of other files.
    package func table(behind others: [RouteFile] = []) async -> RouteTable {
        let routes = others + all.compactMap(\.routes)
        return await Aside.run { RouteTable(routes) }
    }

    // MARK: Reading

    /// Reads everything, or only these paths. Returns the books that were read.
    @discardableResult
    package func reload(only changed: [String]? = nil) async -> [Book] {
        let (shelves, old, unread) = (shelves, books, unreadable)
        // The files that a fixture names, such as bodies and tables, are not recorded: if any of them changed, all
        // fixtures that name files are read.
        let filesChanged = changed?.contains { !FixtureFolder.isFixture($0) } ?? true
        let paths = changed.map(Set.init)
        let news = await Aside.run {
            var news = News(mayRepeat: shelves.count > 1)
            for shelf in shelves { news.look(through: shelf, keeping: old) }
            for copy in news.copies {
                let book = old[copy.path]
                if copy.canWait, book.map({ !$0.isRead }) ?? true, !(paths?.contains(copy.path) ?? false) {
                    news.put(Book(path: copy.path, name: copy.name, root: copy.root))
                    continue
                }
                let isDue =
                    paths?.contains(copy.path) ?? true || book == nil || filesChanged && book?.namesFiles ?? false
                // A file that was only touched is not read again.
                guard isDue, book.map({ unread[$0.path] != nil || !$0.isAsItStands }) ?? true else { continue }
                news.read(
                    book ?? Book(path: copy.path, name: copy.name, root: copy.root),
                    isChecked: copy.isChecked && changed == nil && book == nil)
            }
            return news
        }
        readings += 1
        order = news.copies.map(\.path)
        let there = Set(order)
        books = books.isEmpty ? news.books : books.filter { there.contains($0.key) }.merging(news.books) { $1 }
        unreadable = unreadable.filter { there.contains($0.key) && news.books[$0.key] == nil }
            .merging(news.unreadable) { $1 }
        all = order.compactMap { books[$0] }
        return order.compactMap { news.books[$0] }.filter(\.isRead)
    }

    /// Reads the files of this name that were not read yet; without a name, all of them.
    package func bring(_ name: String? = nil) async {
        let due = all.filter { !$0.isRead && (name == nil || $0.name == name) }
        guard !due.isEmpty else { return }
        let read = await Aside.run {
            var news = News(mayRepeat: false)
            for book in due { news.read(book) }
            return news
        }
        // A book that was read meanwhile, because its file changed, is newer and stays.
        for (path, book) in read.books where books[path]?.isRead == false { books[path] = book }
        for (path, reason) in read.unreadable where books[path]?.isRead == false { unreadable[path] = reason }
        all = order.compactMap { books[$0] }
    }

    /// A file's place in the library.
    private struct Copy: Sendable {
        let path: String
        let name: String
        let root: String
        let isChecked: Bool

        /// The file is checked, and has no routes, so it is read when it is asked for.
        var canWait: Bool { isChecked && !name.hasSuffix(FixtureFolder.routesSuffix) }
    }

    /// The result of one reading of the disk.
    private struct News: Sendable {
        var copies: [Copy] = []
        var books: [String: Book] = [:]
        var unreadable: [String: String] = [:]
        /// There are several shelves, and one may lie within another, so a file may be found twice.
        let mayRepeat: Bool
        private var seen: Set<String> = []

        init(mayRepeat: Bool) { self.mayRepeat = mayRepeat }

        mutating func look(through shelf: Shelf, keeping old: [String: Book]) {
            guard shelf.isFolder else {
                let name = shelf.path.split(separator: "/").last.map(String.init) ?? shelf.path
                return put(shelf.path, name, of: shelf)
            }
            do throws(LoopError) {
                for name in try FixtureFolder.files(in: shelf.path) {
                    put("\(shelf.path)/\(name)", name, of: shelf)
                }
            } catch {
                unreadable[shelf.path] = error.message
                // The last good versions of its files stay in service.
                for book in old.values.sorted(by: { $0.name < $1.name }) where book.path == "\(shelf.path)/\(book.name)"
                {
                    put(book.path, book.name, of: shelf)
                }
            }
        }

        private mutating func put(_ path: String, _ name: String, of shelf: Shelf) {
            guard !mayRepeat || seen.insert(path).inserted else { return }
            copies.append(Copy(path: path, name: name, root: shelf.root, isChecked: shelf.isChecked))
        }

        mutating func put(_ book: Book) { books[book.path] = book }

        mutating func read(_ old: Book, isChecked: Bool = false) {
            do throws(LoopError) {
                var book = old
                book.take(
                    FixtureFile.read(
                        try FixtureFile.source(of: book.path), as: book.path, root: book.root, name: book.name,
                        checked: isChecked))
                books[book.path] = book
            } catch {
                unreadable[old.path] = error.message
            }
        }
    }
}
