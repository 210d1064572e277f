// Folders.swift: folders that are made for a while, and taken away with all that is in them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

package enum Folders {
    /// A new folder in the temporary one that nobody else can look into.
    package static func makeTemporary(_ name: String = "quintain") throws(LoopError) -> String {
        var path = Array("\(TemporaryFolder.path)/\(name)-XXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else { throw .file(TemporaryFolder.path, "make a folder in", errno) }
        return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package static func make(_ path: String) throws(LoopError) {
        if mkdir(path, 0o700) != 0 { throw .file(path, "make", errno) }
    }

    /// Takes the folder away and what is in it. Links are taken away, and what they lead to stays. What cannot be
    /// taken away stays, too.
    package static func remove(_ path: String) {
        var open = [path]
        var emptied: [String] = []
        while let folder = open.popLast() {
            emptied.append(folder)
            // A program that was ended may have left one that may not be written in.
            chmod(folder, 0o700)
            for name in names(in: folder) {
                let child = "\(folder)/\(name)"
                var facts = stat()
                guard lstat(child, &facts) == 0 else { continue }
                if facts.isFolder { open.append(child) } else { unlink(child) }
            }
        }
        for folder in emptied.reversed() { rmdir(folder) }
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
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
