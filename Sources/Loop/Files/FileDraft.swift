// FileDraft.swift: a file that replaces another one once it is whole.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file that is being written, in the folder of the file that it will replace. If the system allows it, the draft has
/// no name until it is whole, so that nothing is left if the program is killed.
struct FileDraft: ~Copyable {
    let fd: Int32
    private let folder: String
    private let place: String
    /// The draft's name, if it has one from the start.
    private var name: String?

    init(for place: String, isPrivate: Bool = false) throws(LoopError) {
        self.place = place
        folder = place.lastIndex(of: "/").map { $0 == place.startIndex ? "/" : String(place[..<$0]) } ?? "."
        let unnamed = Self.openUnnamed(in: folder)
        if unnamed >= 0 {
            fd = unnamed
        } else {
            let name = Self.newName(beside: place)
            fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            guard fd >= 0 else { throw .file(place, "write", errno) }
            self.name = name
        }
        if isPrivate { fchmod(fd, 0o600) }
    }

    deinit {
        systemClose(fd)
        if let name { unlink(name) }
    }

    /// Gives the draft the owner and mode of the old file. false: the system does not allow it.
    func belongs(to facts: stat) -> Bool {
        fchown(fd, facts.st_uid, facts.st_gid) == 0 && fchmod(fd, facts.st_mode & 0o7777) == 0
    }

    /// Writes the bytes; returns the system's error, or 0.
    func write(_ bytes: [UInt8]) -> Int32 { bytes.writeAll(to: fd) }

    /// Replaces the other file; returns the system's error, or 0.
    consuming func takePlace() -> Int32 {
        if name == nil {
            let new = Self.newName(beside: place)
            guard Self.link(fd, to: new) else { return errno }
            name = new
        }
        guard let draft = name, rename(draft, place) == 0 else { return errno }
        name = nil
        return 0
    }

    private static func newName(beside place: String) -> String {
        "\(place).\(getpid()).\(String(UInt64.random(in: 0 ... .max), radix: 36)).new"
    }

    #if canImport(Darwin)
        /// Darwin has no unnamed files.
        private static func openUnnamed(in folder: String) -> Int32 { -1 }
        private static func link(_ fd: Int32, to name: String) -> Bool { false }
    #else
        /// Negative if the file system has no unnamed files.
        private static func openUnnamed(in folder: String) -> Int32 {
            open(folder, O_WRONLY | temporaryFile | O_CLOEXEC, 0o644)
        }

        private static func link(_ fd: Int32, to name: String) -> Bool {
            linkat(AT_FDCWD, "/proc/self/fd/\(fd)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
        }

        /// `O_TMPFILE`, which is a macro that Swift does not see.
        private static let temporaryFile: Int32 = 0o20_000_000 | O_DIRECTORY
    #endif
}

extension [UInt8] {
    /// Writes all bytes; returns the system's error, or 0.
    func writeAll(to fd: Int32) -> Int32 {
        var written = 0
        while written < count {
            let size = withUnsafeBytes { systemWrite(fd, $0.baseAddress! + written, $0.count - written) }
            if size >= 0 { written += size } else if errno != EINTR { return errno }
        }
        return 0
    }
}
