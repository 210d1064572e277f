// FileSnapshot.swift: the files below some paths, with the times of their changes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// All files below some paths, each with a stamp that changes when its content does.
struct FileSnapshot {
    private struct Stamp: Equatable {
        let device: UInt64
        let file: UInt64
        let size: Int64
        let modified: Int64
        fileprivate let changed: Int64

        init(_ facts: stat) {
            device = UInt64(truncatingIfNeeded: facts.st_dev)
            file = UInt64(facts.st_ino)
            size = Int64(facts.st_size)
            #if canImport(Darwin)
                let (modified, changed) = (facts.st_mtimespec, facts.st_ctimespec)
            #else
                let (modified, changed) = (facts.st_mtim, facts.st_ctim)
            #endif
            self.modified = Int64(modified.tv_sec) * 1_000_000_000 + Int64(modified.tv_nsec)
            self.changed = Int64(changed.tv_sec) * 1_000_000_000 + Int64(changed.tv_nsec)
        }
    }

    private var stamps: [String: Stamp] = [:]
    private var folders: [String] = []
    /// Changes may come of which the system cannot send notifications: a path is missing, perhaps with its folder, or a
    /// link leads to a file elsewhere.
    private(set) var isPartlyUnseen = false

    /// Calls `folder` for each folder before it is read.
    init(of roots: [String], folder visit: (String) -> Void) {
        var folders: [String] = []
        for root in roots {
            visit(Self.parent(of: root))
            guard let facts = Files.facts(of: root) else {
                isPartlyUnseen = true
                continue
            }
            if !facts.isFolder {
                note(facts, of: root)
                continue
            }
            try? Files.visit(
                root,
                folder: {
                    visit($0)
                    folders.append($0)
                },
                file: { relative in
                    let path = "\(root)/\(relative)"
                    if let facts = Files.facts(of: path) { note(facts, of: path) }
                },
                link: { if !Files.exists("\(root)/\($0)") { isPartlyUnseen = true } })
        }
        self.folders = folders
    }

    private mutating func note(_ facts: stat, of path: String) {
        stamps[path] = Stamp(facts)
        if Files.isLink(path) { isPartlyUnseen = true }
    }

    func differences(from earlier: FileSnapshot) -> Set<String> {
        var changed: Set<String> = []
        for (path, stamp) in stamps where earlier.stamps[path] != stamp { changed.insert(path) }
        for path in earlier.stamps.keys where stamps[path] == nil { changed.insert(path) }
        return changed
    }

    /// The files that changed since that time, and the folders in which a file appeared or vanished.
    func changed(since time: Int64) -> Set<String> {
        var changed = Set(stamps.filter { $1.changed >= time }.keys)
        for folder in folders where Files.facts(of: folder).map(Stamp.init)?.changed ?? time >= time {
            changed.insert(folder)
        }
        return changed
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
