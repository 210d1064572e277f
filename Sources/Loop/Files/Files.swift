// Files.swift: reads, writes and lists files, with errors in one clear sentence.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Calls on files. They block, as on every file system, so a request must not wait for them.
package enum Files {
    /// The whole file; an error if it has more than `limit` bytes.
    ///
    /// - Parameter isFixture: only a plain file will do, and it is noted as one that the run reads.
    package static func read(
        _ path: String, limit: Int = 64 << 20, isFixture: Bool = false
    ) throws(LoopError) -> [UInt8] {
        // Non-blocking, because a pipe without a writer would block the call.
        let fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard fd >= 0 else { throw .file(path, "read", errno) }
        defer { systemClose(fd) }
        var facts = stat()
        guard fstat(fd, &facts) == 0 else { throw .file(path, "read", errno) }
        if facts.isFolder { throw .file(path, "read", EISDIR) }
        if isFixture {
            // A pipe without a writer would read as empty.
            guard facts.isPlain else { throw LoopError("not-plain", "'\(path)' is a device or a pipe, not a file") }
            noteInput(path)
        }
        var bytes = [UInt8]()
        // One byte more than promised shows the end, or that the file has grown.
        var room = Int(facts.st_size) + 1
        while true {
            if bytes.count > limit { throw .tooLarge(path, limit) }
            var code: Int32 = 0
            let before = bytes.count
            let piece = [UInt8](unsafeUninitializedCapacity: min(room, limit + 1)) { storage, count in
                let got = systemRead(fd, storage.baseAddress, storage.count)
                code = errno
                count = max(got, 0)
                if got >= 0 { code = 0 }
            }
            if code == EINTR { continue }
            if code != 0 { throw .file(path, "read", code) }
            if piece.isEmpty { return bytes }
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
            room = max(4096, room - (bytes.count - before))
        }
    }

    /// The last bytes of a plain file; the whole file if it has fewer.
    package static func readEnd(_ path: String, _ count: Int) throws(LoopError) -> [UInt8] {
        let fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard fd >= 0 else { throw .file(path, "read", errno) }
        defer { systemClose(fd) }
        var facts = stat()
        guard fstat(fd, &facts) == 0 else { throw .file(path, "read", errno) }
        let wanted = min(count, Int(facts.st_size))
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { storage, filled in
            while filled < wanted {
                let place = off_t(facts.st_size) - off_t(wanted - filled)
                let got = pread(fd, storage.baseAddress! + filled, wanted - filled, place)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else {
                    code = got < 0 ? errno : EIO
                    return
                }
                filled += got
            }
        }
        if code != 0 { throw .file(path, "read", code) }
        return bytes
    }

    /// Writes the file as a whole or not at all: a reader never sees half of it. Two writers of the same file do not
    /// disturb each other; the later file stays.
    ///
    /// An existing file keeps its owner, its mode and its other names; of a link, the target is written, and one that
    /// leads nowhere is replaced. A read-only file is refused, to root as well. A device or a pipe is written to. A private file is always a new one,
    /// which only its owner can read.
    package static func write(_ bytes: [UInt8], to path: String, isPrivate: Bool = false) throws(LoopError) {
        try write(pieces: CollectionOfOne(bytes), to: path, isPrivate: isPrivate)
    }

    /// The same, with only one piece in memory at a time.
    package static func write(
        pieces: some Sequence<[UInt8]>, to path: String, isPrivate: Bool = false
    ) throws(LoopError) {
        guard let facts = facts(of: path) else {
            return try fill(try FileDraft(for: path, isPrivate: isPrivate), with: pieces, path)
        }
        if facts.isFolder { throw .file(path, "write", EISDIR) }
        guard facts.isPlain else { return try overwrite(path, pieces) }
        if facts.st_mode & 0o222 == 0 { throw .readOnly(path) }
        if isPrivate { return try fill(try FileDraft(for: path, isPrivate: true), with: pieces, path) }
        let place = try realPath(path)
        // A file with several names, or with an owner that the new file cannot get, is written in place.
        guard facts.st_nlink == 1, try replace(place, keeping: facts, pieces) else {
            return try overwrite(place, pieces, cuts: true)
        }
    }

    /// false: nothing was done, because the new file could not get the same owner.
    private static func replace(
        _ place: String, keeping facts: stat, _ pieces: some Sequence<[UInt8]>
    ) throws(LoopError) -> Bool {
        let draft = try FileDraft(for: place)
        guard draft.belongs(to: facts) else { return false }
        try fill(draft, with: pieces, place)
        return true
    }

    private static func fill(
        _ draft: consuming FileDraft, with pieces: some Sequence<[UInt8]>, _ place: String
    ) throws(LoopError) {
        var code: Int32 = 0
        for bytes in pieces where code == 0 { code = draft.write(bytes) }
        if code == 0 { code = draft.takePlace() }
        if code != 0 { throw .file(place, "write", code) }
    }

    private static func overwrite(
        _ path: String, _ pieces: some Sequence<[UInt8]>, cuts: Bool = false
    ) throws(LoopError) {
        let fd = open(path, O_WRONLY | O_CLOEXEC)
        guard fd >= 0 else { throw .file(path, "write", errno) }
        defer { systemClose(fd) }
        var code: Int32 = 0
        var size: off_t = 0
        for bytes in pieces where code == 0 {
            code = bytes.writeAll(to: fd)
            size += off_t(bytes.count)
        }
        if code == 0, cuts, ftruncate(fd, size) != 0 { code = errno }
        if code != 0 { throw .file(path, "write", code) }
    }

    /// Removes the file; nothing happens if there is none.
    package static func remove(_ path: String) {
        unlink(path)
        Leftovers.look(at: path)
    }

    /// Removes the file if it still holds these bytes. A device, a pipe and a link stay, and so does a file that
    /// another program has written.
    package static func remove(_ path: String, holding bytes: [UInt8]) {
        guard let place = try? realPath(path), facts(of: place)?.isPlain == true,
            (try? read(place, limit: bytes.count)) == bytes
        else { return }
        remove(place)
    }

    package static func exists(_ path: String) -> Bool { facts(of: path) != nil }
    package static func isFolder(_ path: String) -> Bool { facts(of: path)?.isFolder ?? false }

    /// Whether this user may write to the file or folder that is there; to a read-only file not even root may.
    package static func mayWrite(_ path: String) -> Bool {
        access(path, W_OK) == 0 && !(facts(of: path).map { $0.isPlain && $0.st_mode & 0o222 == 0 } ?? false)
    }

    /// Whether the file begins with these bytes.
    package static func begins(_ path: String, with bytes: [UInt8]) -> Bool {
        beginning(of: path, bytes.count) == bytes
    }

    /// The first bytes of a file, as many as there are; none if it cannot be read.
    package static func beginning(of path: String, _ count: Int) -> [UInt8] {
        let fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard fd >= 0 else { return [] }
        defer { systemClose(fd) }
        return [UInt8](unsafeUninitializedCapacity: count) { $1 = max(0, systemRead(fd, $0.baseAddress, count)) }
    }

    /// The length of a plain file in bytes; nil if there is none.
    package static func size(of path: String) -> Int? {
        facts(of: path).flatMap { $0.isPlain ? Int($0.st_size) : nil }
    }

    /// All plain files below a folder, as paths relative to it, sorted. Hidden names are skipped; links to
    /// files are followed, links to folders are not, so that the walk ends.
    ///
    /// - Parameter mark: a folder below the first one that holds a file of this name is skipped, with its contents.
    package static func walk(_ folder: String, passingOver mark: String? = nil) throws(LoopError) -> [String] {
        try walk(folder, passingOver: mark, link: { _ in })
    }

    /// - Parameters:
    ///   - visitLink: called for each link to a folder, and for each link without a target.
    ///   - visitEmpty: called for each folder below the first one that holds nothing, not even a hidden file.
    package static func walk(
        _ folder: String, passingOver mark: String? = nil, link visitLink: (String) -> Void,
        empty visitEmpty: (String) -> Void = { _ in }
    ) throws(LoopError) -> [String] {
        var files: [String] = []
        try visit(
            folder, passingOver: mark, folder: { _ in }, file: { files.append($0) }, link: visitLink, empty: visitEmpty)
        return files.sorted()
    }

    /// The names of the files and folders in a folder, sorted, without hidden ones; empty if it cannot be listed.
    package static func names(in folder: String) -> [String] {
        (entries(of: folder) ?? []).map(\.name).filter { $0.utf8.first != UInt8(ascii: ".") }.sorted()
    }

    /// The path with every link resolved, from the root.
    package static func realPath(_ path: String) throws(LoopError) -> String {
        guard let resolved = realpath(path, nil) else { throw .file(path, "find", errno) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Whether two paths lead to one file that is there, or are the same by what is written.
    package static func areSame(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        guard let first = facts(of: one), let second = facts(of: other) else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// The files that this run reads, by device and number: no file that it writes may replace one of them.
    private static let inputs = Locked<Set<[UInt64]>>([])

    /// Notes a file that the run reads.
    package static func noteInput(_ path: String) {
        guard let facts = facts(of: path), facts.isPlain else { return }
        inputs.withLock { if $0.count < 1 << 20 { $0.insert([UInt64(facts.st_dev), UInt64(facts.st_ino)]) } }
    }

    package static func isInput(_ path: String) -> Bool {
        guard let facts = facts(of: path) else { return false }
        return inputs.withLock { $0.contains([UInt64(facts.st_dev), UInt64(facts.st_ino)]) }
    }

    /// Whether an existing path is the folder or lies in it, once all links are resolved.
    package static func isInside(_ path: String, folder: String) throws(LoopError) -> Bool {
        let inner = try realPath(path)
        let outer = try realPath(folder)
        return inner == outer || inner.hasPrefix(outer.hasSuffix("/") ? outer : outer + "/")
    }
}

extension Files {
    static func facts(of path: String) -> stat? {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts : nil
    }

    /// Visits every folder before its contents are read, then its files, by paths relative to the first folder. A
    /// folder that cannot be listed is an error, thrown once everything else has been visited.
    static func visit(
        _ root: String,
        passingOver mark: String? = nil,
        folder visitFolder: (String) -> Void,
        file visitFile: (String) -> Void,
        link visitLink: (String) -> Void = { _ in },
        empty visitEmpty: (String) -> Void = { _ in }
    ) throws(LoopError) {
        var open = [""]
        var refused: LoopError?
        while let relative = open.popLast() {
            let path = relative.isEmpty ? root : "\(root)/\(relative)"
            visitFolder(path)
            guard let entries = entries(of: path) else {
                // A folder inside may have vanished meanwhile; the first one must be there.
                if relative.isEmpty { throw .file(root, "list", errno) }
                if errno != ENOENT, refused == nil { refused = .file(path, "list", errno) }
                continue
            }
            if !relative.isEmpty, entries.allSatisfy({ $0.name == "." || $0.name == ".." }) { visitEmpty(relative) }
            if let mark, !relative.isEmpty, entries.contains(where: { $0.name == mark }) { continue }
            for (name, type) in entries where name.utf8.first != UInt8(ascii: ".") {
                let child = relative.isEmpty ? name : "\(relative)/\(name)"
                switch Int(type) {
                case Int(DT_REG): visitFile(child)
                case Int(DT_DIR): open.append(child)
                // A link, or a file system that does not tell the type: `stat` does.
                default:
                    guard let facts = facts(of: "\(root)/\(child)") else {
                        if isLink("\(root)/\(child)") { visitLink(child) }
                        continue
                    }
                    if facts.isFolder {
                        if isLink("\(root)/\(child)") { visitLink(child) } else { open.append(child) }
                    } else if facts.isPlain {
                        visitFile(child)
                    }
                }
            }
        }
        if let refused { throw refused }
    }

    /// nil, with `errno` set: the folder cannot be listed.
    private static func entries(of folder: String) -> [(name: String, type: UInt8)]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var entries: [(name: String, type: UInt8)] = []
        while let entry = readdir(stream) {
            // The name is longer than the C type declares, so it is read through a pointer.
            let offset = MemoryLayout<dirent>.offset(of: \.d_name)!
            let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            entries.append((String(cString: name), entry.pointee.d_type))
        }
        return entries
    }

    /// Whether the name exists, even as a link without a target.
    package static func isThere(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0
    }

    package static func isLink(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
    }

    /// Whether the path is one by which the system offers an open descriptor, as `/dev/stdout`: on Linux that is a link.
    package static func isDescriptor(_ path: String) -> Bool {
        ["/dev/std", "/dev/fd/", "/proc/self/fd/"].contains(where: path.hasPrefix)
    }
}

extension stat {
    var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
    var isPlain: Bool { st_mode & S_IFMT == S_IFREG }
}

extension LoopError {
    fileprivate static func tooLarge(_ path: String, _ limit: Int) -> LoopError {
        LoopError("file-too-large", "'\(path)' has more than \(limit) bytes")
    }

    fileprivate static func readOnly(_ path: String) -> LoopError {
        LoopError("no-permission", "'\(path)' is read-only", help: "to let it be changed: chmod u+w '\(path)'")
    }
}
