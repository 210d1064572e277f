// Library.swift: the fixtures that a server has, read again when they change.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
package import QuintainLoop
package import QuintainRoutes
package import QuintainScenario

/// Scenarios by name and routes in one table.
///
/// A wrong file affects no other: its last good routes stay in service, and its diagnostics can be asked for. Files
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
    /// How many files are broken or cannot be read: one that could be read before is in both lists.
    package var brokenFileCount: Int { all.count { $0.isBroken && unreadable[$0.path] == nil } + unreadable.count }
    private var order: [String] = []
    /// The paths of changed files that ``bring(_:)`` has read, before a watch told of them.
    private var brought: Set<String> = []
    /// How many times files have been read.
    package private(set) var readings = 0
    /// How many readings have begun. Of two versions of a file the one whose reading began later is the newer one.
    private var begun = 0

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

    /// Reads everything, or only these paths. Returns the books that were read, and those of changed files that
    /// ``bring(_:)`` has read since the last time.
    @discardableResult
    package func reload(only changed: [String]? = nil) async -> [Book] {
        let due = Set(await look(at: changed).map(\.path)).union(brought)
        brought = []
        return all.filter { due.contains($0.path) }
    }

    private func look(at changed: [String]?) async -> [Book] {
        let (shelves, old, unread) = (shelves, books, unreadable)
        // The files that a fixture names, such as bodies and tables, are not recorded: if any of them changed, all
        // fixtures that name files are read.
        let filesChanged = changed?.contains { !FixtureFolder.isFixture($0) } ?? true
        let paths = changed.map(Set.init)
        begun += 1
        let news = await Aside.run { [begun] in
            var news = News(begun, mayRepeat: shelves.count > 1)
            for shelf in shelves { news.look(through: shelf, keeping: old) }
            news.books.reserveCapacity(news.copies.count)
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
                    book ?? Book(path: copy.path, name: copy.name, root: copy.root))
            }
            return news
        }
        readings += 1
        order = news.copies.map(\.path)
        let there = Set(order)
        books =
            books.isEmpty
            ? news.books
            : books.filter { there.contains($0.key) }.merging(news.books) { $1.reading < $0.reading ? $0 : $1 }
        unreadable = unreadable.filter { there.contains($0.key) && news.books[$0.key] == nil }
            .merging(news.unreadable) { $1 }
        all = order.compactMap { books[$0] }
        return order.compactMap { news.books[$0] }.filter(\.isRead)
    }

    /// Reads the files that were not read yet.
    package func bring() async { await read(all.filter { !$0.isRead }) }

    /// Reads the file of this name as it stands now: whoever writes a file and asks for it at once is sooner than any
    /// watch.
    package func bring(_ name: String) async {
        // The name is compared with those of the files that are there, and never used as a path.
        if !all.contains(where: { $0.name == name }) { brought.formUnion(await look(at: []).map(\.path)) }
        await read(all.filter { $0.name == name })
    }

    private func read(_ due: [Book]) async {
        guard !due.isEmpty else { return }
        begun += 1
        let read = await Aside.run { [begun] in
            var news = News(begun, mayRepeat: false)
            for book in due where !book.isAsItStands { news.read(book) }
            return news
        }
        // A file that is gone meanwhile has no book any more.
        for (path, book) in read.books {
            guard let old = books[path], old.reading < book.reading else { continue }
            if old.isRead, old.source != book.source { brought.insert(path) }
            books[path] = book
            unreadable[path] = nil
        }
        for (path, reason) in read.unreadable where books[path] != nil { unreadable[path] = reason }
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
        private let number: Int
        private var seen: Set<String> = []

        init(_ number: Int, mayRepeat: Bool) {
            self.number = number
            self.mayRepeat = mayRepeat
        }

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

        mutating func read(_ old: Book) {
            do throws(LoopError) {
                var book = old
                book.take(
                    FixtureFile.read(
                        try FixtureFile.source(of: book.path, root: book.root), as: book.path, root: book.root,
                        name: book.name))
                book.reading = number
                books[book.path] = book
            } catch {
                unreadable[old.path] = error.message
            }
        }
    }
}
