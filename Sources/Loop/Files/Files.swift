// Files.swift: reading, writing and listing files, with errors in one clear sentence.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Calls on files. They block, as all file systems do: keep them out of a request's way.
package enum Files {
    /// The whole file; an error if it has more than `limit` bytes.
    package static func read(_ path: String, limit: Int = 64 << 20) throws(LoopError) -> [UInt8] {
        // Non-blocking, or a pipe without a writer would hold us here.
        let fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard fd >= 0 else { throw .file(path, "read", errno) }
        defer { systemClose(fd) }
        var facts = stat()
        guard fstat(fd, &facts) == 0 else { throw .file(path, "read", errno) }
        if facts.isFolder { throw .file(path, "read", EISDIR) }
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

    /// Puts the file there whole or not at all: whoever waits for it never sees half of it. Two that write the same
    /// file at once do not disturb each other; the later one stays.
    package static func write(_ bytes: [UInt8], to path: String) throws(LoopError) {
        try write(pieces: CollectionOfOne(bytes), to: path)
    }

    /// The same, with no more than one piece in memory.
    package static func write(pieces: some Sequence<[UInt8]>, to path: String) throws(LoopError) {
        let draft = "\(path).\(getpid()).\(String(UInt64.random(in: 0 ... .max), radix: 36)).new"
        let fd = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard fd >= 0 else { throw .file(path, "write", errno) }
        var code: Int32 = 0
        for bytes in pieces where code == 0 {
            var written = 0
            while written < bytes.count, code == 0 {
                let count = bytes.withUnsafeBytes { systemWrite(fd, $0.baseAddress! + written, $0.count - written) }
                if count >= 0 { written += count } else if errno != EINTR { code = errno }
            }
        }
        systemClose(fd)
        if code == 0, rename(draft, path) != 0 { code = errno }
        if code != 0 {
            unlink(draft)
            throw .file(path, "write", code)
        }
    }

    /// Takes the file away; nothing happens if there is none.
    package static func remove(_ path: String) { unlink(path) }

    package static func exists(_ path: String) -> Bool { facts(of: path) != nil }
    package static func isFolder(_ path: String) -> Bool { facts(of: path)?.isFolder ?? false }

    /// All plain files below a folder, as paths relative to it, sorted. Hidden names are passed over; links to
    /// files are followed, links to folders are not, so that the walk ends.
    package static func walk(_ folder: String) throws(LoopError) -> [String] {
        var files: [String] = []
        try visit(folder, folder: { _ in }, file: { files.append($0) })
        return files.sorted()
    }

    /// The path with every link resolved, from the root.
    package static func realPath(_ path: String) throws(LoopError) -> String {
        guard let resolved = realpath(path, nil) else { throw .file(path, "find", errno) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Whether an existing path lies in the folder, or is it, once all links are resolved.
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

    /// Tells of every folder before its contents are read, then of its files, by paths relative to the first one.
    /// A folder that may not be listed is an error, told once everything else has been visited.
    static func visit(
        _ root: String,
        folder visitFolder: (String) -> Void,
        file visitFile: (String) -> Void
    ) throws(LoopError) {
        var open = [""]
        var refused: LoopError?
        while let relative = open.popLast() {
            let path = relative.isEmpty ? root : "\(root)/\(relative)"
            visitFolder(path)
            guard let names = names(in: path) else {
                // A folder inside may have vanished under our eyes; the first one must be there.
                if relative.isEmpty { throw .file(root, "list", errno) }
                if errno != ENOENT, refused == nil { refused = .file(path, "list", errno) }
                continue
            }
            for name in names where !name.hasPrefix(".") {
                let child = relative.isEmpty ? name : "\(relative)/\(name)"
                guard let facts = facts(of: "\(root)/\(child)") else { continue }
                if facts.isFolder {
                    if !isLink("\(root)/\(child)") { open.append(child) }
                } else if facts.isPlain {
                    visitFile(child)
                }
            }
        }
        if let refused { throw refused }
    }

    /// Nil, with `errno` set, if it cannot be listed.
    private static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            // The name reaches beyond what the type says, so it is read where it lies.
            let offset = MemoryLayout<dirent>.offset(of: \.d_name)!
            let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            names.append(String(cString: name))
        }
        return names
    }

    private static func isLink(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
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
}
