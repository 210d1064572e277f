// FilesKeptTests.swift: what writing and removing files must leave unchanged.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainLoop

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct `Removing a file by what it holds` {
    private let mine = Array("mine".utf8)

    @Test func `takes away what holds it, behind a link as well`() throws {
        let scratch = try Scratch()
        try scratch.write("file", "mine")
        #expect(symlink("file", "\(scratch.path)/link") == 0)
        Files.remove("\(scratch.path)/link", holding: mine)
        #expect(!Files.exists("\(scratch.path)/file"))
        #expect(Files.isThere("\(scratch.path)/link"))
    }

    @Test(arguments: ["", "min", "mine too", "yours"]) func `leaves what holds something else`(text: String) throws {
        let scratch = try Scratch()
        try scratch.write("file", text)
        Files.remove("\(scratch.path)/file", holding: mine)
        #expect(try Files.read("\(scratch.path)/file") == Array(text.utf8))
    }

    @Test func `leaves pipes, folders and devices`() throws {
        let scratch = try Scratch()
        scratch.folder("folder")
        #expect(mkfifo("\(scratch.path)/pipe", 0o600) == 0)
        #expect(symlink("/dev/null", "\(scratch.path)/null") == 0)
        for name in ["folder", "pipe", "null"] {
            Files.remove("\(scratch.path)/\(name)", holding: [])
            #expect(Files.exists("\(scratch.path)/\(name)"), "\(name)")
        }
        Files.remove("\(scratch.path)/none", holding: [])
    }
}

@Suite struct `Writing a file that is there` {
    private func facts(_ path: String) -> stat {
        var facts = stat()
        lstat(path, &facts)
        return facts
    }

    @Test func `keeps a link, and writes what it leads to`() throws {
        let scratch = try Scratch()
        scratch.folder("far")
        try scratch.write("far/file", "old")
        #expect(symlink("far/file", "\(scratch.path)/link") == 0)
        try scratch.write("link", "new")
        #expect(facts("\(scratch.path)/link").st_mode & S_IFMT == S_IFLNK)
        #expect(try Files.read("\(scratch.path)/far/file") == Array("new".utf8))
    }

    @Test func `makes no file that a link leads to`() throws {
        let scratch = try Scratch()
        #expect(symlink("later", "\(scratch.path)/link") == 0)
        try scratch.write("link", "new")
        #expect(!Files.exists("\(scratch.path)/later") && !Files.isLink("\(scratch.path)/link"))
    }

    @Test(arguments: [0o600, 0o644, 0o755, 0o640]) func `keeps its mode`(mode: Int) throws {
        let scratch = try Scratch()
        try scratch.write("file", "old")
        chmod("\(scratch.path)/file", mode_t(mode))
        try scratch.write("file", "new")
        #expect(facts("\(scratch.path)/file").st_mode & 0o7777 == mode_t(mode))
    }

    @Test func `keeps its owner`() throws {
        let scratch = try Scratch()
        try scratch.write("file", "old")
        // Only root can give a file away; for other users its owner stays the same.
        let isGiven = chown("\(scratch.path)/file", 12_345, 23_456) == 0
        try scratch.write("file", "new")
        let now = facts("\(scratch.path)/file")
        #expect(now.st_uid == (isGiven ? 12_345 : getuid()) && now.st_gid == (isGiven ? 23_456 : getgid()))
        #expect(try Files.read("\(scratch.path)/file") == Array("new".utf8))
    }

    @Test func `keeps its other names`() throws {
        let scratch = try Scratch()
        try scratch.write("one", "what was long before")
        #expect(link("\(scratch.path)/one", "\(scratch.path)/two") == 0)
        try scratch.write("one", "short")
        #expect(try Files.read("\(scratch.path)/two") == Array("short".utf8))
        #expect(facts("\(scratch.path)/one").st_nlink == 2)
    }

    @Test func `refuses one that is read-only, and leaves it`() throws {
        let scratch = try Scratch()
        try scratch.write("file", "old")
        #expect(Files.mayWrite("\(scratch.path)/file"))
        chmod("\(scratch.path)/file", 0o444)
        #expect(!Files.mayWrite("\(scratch.path)/file"))
        let error = #expect(throws: LoopError.self) { try scratch.write("file", "new") }
        #expect(error?.message == "'\(scratch.path)/file' is read-only")
        #expect(try Files.read("\(scratch.path)/file") == Array("old".utf8))
    }

    @Test func `writes to a device, and leaves it one`() throws {
        try Files.write([1, 2, 3], to: "/dev/null")
        #expect(facts("/dev/null").st_mode & S_IFMT == S_IFCHR)
    }

    @Test func `says what stopped it, and leaves nothing half done`() throws {
        let scratch = try Scratch()
        try scratch.write("file", "old")
        #if os(Linux)
            let error = #expect(throws: LoopError.self) { try Files.write([1], to: "/dev/full") }
            #expect(error?.message == "could not write '/dev/full': no space left on device")
        #endif
        let refused = #expect(throws: LoopError.self) {
            try Files.write([UInt8](repeating: 1, count: 10), to: "\(scratch.path)/none/file")
        }
        #expect(refused?.slug == "no-such-file")
        #expect(try Files.walk(scratch.path) == ["file"])
    }

    @Test func `makes what is private for its owner alone`() throws {
        let scratch = try Scratch()
        try Files.write([1], to: "\(scratch.path)/key", isPrivate: true)
        #expect(facts("\(scratch.path)/key").st_mode & 0o777 == 0o600)
        chmod("\(scratch.path)/key", 0o644)
        #expect(link("\(scratch.path)/key", "\(scratch.path)/other") == 0)
        try Files.write([2], to: "\(scratch.path)/key", isPrivate: true)
        #expect(facts("\(scratch.path)/key").st_mode & 0o777 == 0o600)
        #expect(try Files.read("\(scratch.path)/other") == [1])
    }

    #if os(Linux)
        @Test func `leaves no draft where the program is killed meanwhile`() throws {
            let scratch = try Scratch()
            let draft = try FileDraft(for: "\(scratch.path)/file")
            #expect(draft.write([1, 2, 3]) == 0)
            // No temporary file is left.
            #expect(try Files.walk(scratch.path) == [])
            #expect(draft.takePlace() == 0)
            #expect(try Files.read("\(scratch.path)/file") == [1, 2, 3])
        }
    #endif
}

@Suite struct `Taking a folder away` {
    @Test func `takes a link away, and leaves what it leads to`() throws {
        let scratch = try Scratch()
        scratch.folder("precious")
        try scratch.write("precious/file", "mine")
        chmod("\(scratch.path)/precious", 0o755)
        #expect(symlink("precious", "\(scratch.path)/case") == 0)
        Folders.remove("\(scratch.path)/case")
        #expect(try Files.walk(scratch.path) == ["precious/file"])
        var facts = stat()
        #expect(lstat("\(scratch.path)/case", &facts) != 0)
        #expect(stat("\(scratch.path)/precious", &facts) == 0 && facts.st_mode & 0o777 == 0o755)
    }

    @Test func `follows no link inside`() throws {
        let scratch = try Scratch()
        scratch.folder("precious")
        try scratch.write("precious/file", "mine")
        scratch.folder("case")
        scratch.folder("case/deeper")
        #expect(symlink("../../precious", "\(scratch.path)/case/deeper/link") == 0)
        Folders.remove("\(scratch.path)/case")
        #expect(try Files.walk(scratch.path) == ["precious/file"])
        #expect(!Files.exists("\(scratch.path)/case"))
    }

    @Test func `goes down as deep as folders lie in each other`() throws {
        let scratch = try Scratch()
        scratch.folder("case")
        var here = open("\(scratch.path)/case", O_RDONLY)
        for _ in 0..<3_000 {
            #expect(mkdirat(here, "d", 0o700) == 0)
            let below = openat(here, "d", O_RDONLY)
            let file = openat(below, "f", O_WRONLY | O_CREAT, 0o400)
            systemClose(file)
            systemClose(here)
            here = below
        }
        systemClose(here)
        Folders.remove("\(scratch.path)/case")
        #expect(!Files.exists("\(scratch.path)/case"))
    }

    @Test func `takes away what may not be read or written`() throws {
        let scratch = try Scratch()
        scratch.folder("case")
        scratch.folder("case/shut")
        try scratch.write("case/shut/file", "x")
        chmod("\(scratch.path)/case/shut", 0)
        chmod("\(scratch.path)/case", 0)
        Folders.remove("\(scratch.path)/case")
        #expect(!Files.exists("\(scratch.path)/case"))
    }
}
