// Folders.swift: makes temporary folders, and removes a folder with its contents.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

package enum Folders {
    /// A new folder in the temporary one, for the current user alone.
    package static func makeTemporary(_ name: String = "quintain") throws(LoopError) -> String {
        var path = Array("\(TemporaryFolder.path)/\(name)-XXXXXX".utf8CString)
        let made = Leftovers.make {
            mkdtemp(&path) == nil ? nil : String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        guard let made else { throw TemporaryFolder.error("make a folder in", errno) }
        return made
    }

    package static func make(_ path: String) throws(LoopError) {
        if mkdir(path, 0o700) != 0 { throw .file(path, "make", errno) }
    }

    /// Makes a folder with the usual permissions, and all missing folders above it.
    package static func makeAll(_ path: String) throws(LoopError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += part
            if !Files.isFolder(made), mkdir(made, 0o777) != 0 { throw .file(made, "make", errno) }
            made += "/"
        }
    }

    /// Renames the folder; an error if the name is taken, unless by an empty folder.
    package static func rename(_ path: String, to name: String) throws(LoopError) {
        #if canImport(Darwin)
            let code = Darwin.rename(path, name)
        #else
            let code = Glibc.rename(path, name)
        #endif
        if code != 0 { throw .file(name, "make", errno) }
    }

    /// Removes the folder and what is in it. Links are removed and their targets stay, even if the path itself has
    /// become a link. What cannot be removed stays, too.
    package static func remove(_ path: String) {
        defer { Leftovers.look(at: path) }
        let root = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard root >= 0 else {
            // A killed program may have left the folder without permissions; or the path is no longer a folder.
            if errno == EACCES, !Files.isLink(path), chmod(path, 0o700) == 0 { return remove(path) }
            unlink(path)
            return
        }
        defer { systemClose(root) }
        fchmod(root, 0o700)
        empty(root)
        rmdir(path)
    }

    /// Only two folders are open at a time, however deep they are nested: the contents of a folder further down are
    /// moved up to the first one before their folder is removed.
    private static func empty(_ root: Int32) {
        var moved = 0
        var stubborn: Set<String> = []
        while true {
            let left = names(in: root).filter { !stubborn.contains($0) }
            if left.isEmpty { return }
            for name in left {
                guard !remove(name, in: root) else { continue }
                for child in names(below: name, of: root) {
                    moved += 1
                    let place = "\(moved).\(getpid()).gone"
                    if renameat(child.folder.fd, child.name, root, place) != 0 { stubborn.insert(name) }
                }
                if unlinkat(root, name, AT_REMOVEDIR) != 0 { stubborn.insert(name) }
            }
        }
    }

    /// Removes a file or an empty folder.
    private static func remove(_ name: String, in folder: Int32) -> Bool {
        unlinkat(folder, name, 0) == 0 || unlinkat(folder, name, AT_REMOVEDIR) == 0
    }

    /// The folders in this one; all other files in it are removed.
    private static func names(below name: String, of root: Int32) -> [(folder: OpenFolder, name: String)] {
        fchmodat(root, name, 0o700, AT_SYMLINK_NOFOLLOW)
        guard let folder = OpenFolder(name, in: root) else { return [] }
        return names(in: folder.fd).filter { child in
            if remove(child, in: folder.fd) { return false }
            fchmodat(folder.fd, child, 0o700, AT_SYMLINK_NOFOLLOW)
            return true
        }.map { (folder, $0) }
    }

    /// An open folder, closed by `deinit`.
    private final class OpenFolder {
        let fd: Int32

        init?(_ name: String, in parent: Int32) {
            fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            if fd < 0 { return nil }
        }

        deinit { systemClose(fd) }
    }

    private static func names(in folder: Int32) -> [String] {
        // The stream closes its descriptor, so it gets a copy.
        guard let stream = fdopendir(dup(folder)) else { return [] }
        defer { closedir(stream) }
        rewinddir(stream)
        var names: [String] = []
        while let entry = readdir(stream) {
            let offset = MemoryLayout<dirent>.offset(of: \.d_name)!
            let name = String(
                cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self))
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
