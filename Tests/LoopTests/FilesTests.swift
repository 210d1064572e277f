// FilesTests.swift: reading, listing and watching files.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainLoop

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An empty folder, which is removed with its owner.
final class Scratch: Sendable {
    let path: String

    init() throws {
        let pattern = Array("/tmp/quintain-loop-XXXXXX".utf8CString)
        var copy = pattern
        guard mkdtemp(&copy) != nil else { throw LoopError("test", "no scratch folder") }
        let name = String(decoding: copy.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        path = try Files.realPath(name)
    }

    deinit { _ = system("rm -rf '\(path)'") }

    func write(_ name: String, _ text: String) throws {
        try Files.write(Array(text.utf8), to: "\(path)/\(name)")
    }

    func folder(_ name: String) { mkdir("\(path)/\(name)", 0o755) }
}

@Suite struct `Reading and listing files` {
    @Test func `are written by several at once without a fault`() async throws {
        let scratch = try Scratch()
        let path = "\(scratch.path)/shared"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for byte in 0..<32 {
                group.addTask { try Files.write([UInt8](repeating: UInt8(byte), count: 100_000), to: path) }
            }
            try await group.waitForAll()
        }
        let bytes = try Files.read(path)
        #expect(bytes.count == 100_000)
        #expect(bytes.allSatisfy { $0 == bytes[0] })
        #expect(try Files.walk(scratch.path) == ["shared"])
    }

    @Test func `are written whole and read whole`() throws {
        let scratch = try Scratch()
        let large = [UInt8](repeating: 7, count: 300_000)
        try Files.write(large, to: "\(scratch.path)/large")
        #expect(try Files.read("\(scratch.path)/large") == large)
        try Files.write([], to: "\(scratch.path)/large")
        #expect(try Files.read("\(scratch.path)/large") == [])
        #expect(try Files.walk(scratch.path) == ["large"])
    }

    @Test func `files that lie about their size are read to the end`() throws {
        #if os(Linux)
            #expect(try Files.read("/proc/self/status").count > 100)
        #endif
    }

    @Test func `too large a file is refused`() throws {
        let scratch = try Scratch()
        try scratch.write("f", "12345")
        #expect(try Files.read("\(scratch.path)/f", limit: 5).count == 5)
        let error = #expect(throws: LoopError.self) { try Files.read("\(scratch.path)/f", limit: 4) }
        #expect(error?.message == "'\(scratch.path)/f' has more than 4 bytes")
    }

    @Test func `what cannot be read is named`() throws {
        let scratch = try Scratch()
        let missing = #expect(throws: LoopError.self) { try Files.read("\(scratch.path)/none") }
        #expect(missing?.message == "there is no '\(scratch.path)/none'")
        let folder = #expect(throws: LoopError.self) { try Files.read(scratch.path) }
        #expect(folder?.message == "'\(scratch.path)' is a folder, not a file")
        let list = #expect(throws: LoopError.self) { try Files.walk("\(scratch.path)/none") }
        #expect(list?.message == "there is no '\(scratch.path)/none'")
    }

    @Test func `a walk is sorted, passes over hidden names and ends in spite of links`() throws {
        let scratch = try Scratch()
        scratch.folder("b")
        scratch.folder("b/c")
        scratch.folder(".git")
        for name in ["z", "a", "b/x", "b/c/y", ".hidden", ".git/config"] { try scratch.write(name, "") }
        symlink("..", "\(scratch.path)/b/up")
        symlink("../a", "\(scratch.path)/b/link")
        #expect(try Files.walk(scratch.path) == ["a", "b/c/y", "b/link", "b/x", "z"])
        #expect(Files.names(in: scratch.path) == ["a", "b", "z"])
        #expect(Files.names(in: "\(scratch.path)/a").isEmpty)
    }

    @Test func `a link that leads out of a folder is not inside it`() throws {
        let scratch = try Scratch()
        scratch.folder("inner")
        scratch.folder("innermost")
        try scratch.write("inner/f", "")
        try scratch.write("innermost/f", "")
        symlink("../innermost/f", "\(scratch.path)/inner/out")
        let inner = "\(scratch.path)/inner"
        #expect(try Files.isInside("\(inner)/f", folder: inner))
        #expect(try Files.isInside(inner, folder: inner))
        #expect(try Files.isInside(inner, folder: "/"))
        #expect(try !Files.isInside("\(inner)/out", folder: inner))
        #expect(try !Files.isInside("\(inner)/../innermost/f", folder: inner))
        #expect(try !Files.isInside("\(scratch.path)/innermost", folder: inner))
    }
}

@Suite struct `A file watch` {
    @Test(arguments: [FileWatch.Method.best, .polling])
    func `tells what changed, appeared and vanished, below folders and as single files`(
        method: FileWatch.Method
    ) async throws {
        let scratch = try Scratch()
        let root = scratch.path
        scratch.folder("tree")
        try scratch.write("tree/stays", "1")
        try scratch.write("tree/goes", "1")
        try scratch.write("single", "1")
        try scratch.write("ignored", "1")
        let changes = try await OnLoop.run {
            let watch = try FileWatch(
                ["\(root)/tree", "\(root)/single", "\(root)/later"],
                quiet: .milliseconds(5),
                method: method,
                loop: .shared
            )
            defer { watch.close() }
            var changes: [[String]?] = []
            try scratch.write("ignored", "22")
            try scratch.write("tree/stays", "22")
            scratch.folder("tree/new")
            try scratch.write("tree/new/file", "1")
            changes.append(await watch.changes())
            try scratch.write("tree/new/file", "22")
            changes.append(await watch.changes())
            unlink("\(root)/tree/goes")
            try scratch.write("single", "22")
            changes.append(await watch.changes())
            try scratch.write("later", "1")
            changes.append(await watch.changes())
            return changes
        }
        #expect(
            changes == [
                ["\(root)/tree/new/file", "\(root)/tree/stays"], ["\(root)/tree/new/file"],
                ["\(root)/single", "\(root)/tree/goes"], ["\(root)/later"],
            ]
        )
    }

    @Test(arguments: [FileWatch.Method.best, .polling])
    func `tells of files that links lead to, wherever they lie`(method: FileWatch.Method) async throws {
        let scratch = try Scratch()
        let root = scratch.path
        for name in ["tree", "elsewhere"] { scratch.folder(name) }
        try scratch.write("elsewhere/f", "1")
        symlink("\(root)/elsewhere/f", "\(root)/tree/link")
        symlink("\(root)/elsewhere/f", "\(root)/single")
        symlink("\(root)/elsewhere/later", "\(root)/tree/loose")
        let changes = try await OnLoop.run {
            let watch = try FileWatch(
                ["\(root)/tree", "\(root)/single"], quiet: .milliseconds(5), method: method, loop: .shared)
            defer { watch.close() }
            try scratch.write("elsewhere/f", "22")
            let changed = await watch.changes()
            try scratch.write("elsewhere/later", "1")
            return [changed, await watch.changes()]
        }
        #expect(changes == [["\(root)/single", "\(root)/tree/link"], ["\(root)/tree/loose"]])
    }

    @Test func `a folder that is replaced is watched again`() async throws {
        let scratch = try Scratch()
        let root = scratch.path
        scratch.folder("tree")
        try scratch.write("tree/f", "1")
        let changes = try await OnLoop.run {
            let watch = try FileWatch(["\(root)/tree"], quiet: .milliseconds(5), loop: .shared)
            defer { watch.close() }
            rename("\(root)/tree", "\(root)/old")
            let gone = await watch.changes()
            scratch.folder("tree")
            try scratch.write("tree/g", "1")
            let back = await watch.changes()
            try scratch.write("tree/g", "22")
            return [gone, back, await watch.changes()]
        }
        #expect(changes == [["\(root)/tree/f"], ["\(root)/tree/g"], ["\(root)/tree/g"]])
    }

    @Test(arguments: [FileWatch.Method.best, .polling])
    func `tells at once what had changed before it began, if it is asked to`(method: FileWatch.Method) async throws {
        let scratch = try Scratch()
        let root = scratch.path
        scratch.folder("tree")
        scratch.folder("tree/inner")
        scratch.folder("tree/other")
        for name in ["stays", "changes", "inner/goes", "other/stays"] { try scratch.write("tree/\(name)", "1") }
        let changes = try await OnLoop.run {
            // File times have steps of some milliseconds; Linux 6.13 and newer give some files a time between two steps.
            let written = WallClock.nanoseconds
            while WallClock.ofFiles <= written { await EventLoop.shared.sleep(until: .now) }
            let beginning = WallClock.ofFiles
            try scratch.write("tree/changes", "22")
            unlink("\(root)/tree/inner/goes")
            let watch = try FileWatch(
                ["\(root)/tree"], since: beginning, quiet: .milliseconds(5), method: method, loop: .shared)
            defer { watch.close() }
            let early = await watch.changes()
            try scratch.write("tree/stays", "22")
            return [early, await watch.changes()]
        }
        let early = Set(changes[0] ?? [])
        #expect(early.isSuperset(of: ["\(root)/tree/changes", "\(root)/tree/inner"]))
        #expect(early.isDisjoint(with: ["\(root)/tree/stays", "\(root)/tree/other", "\(root)/tree/other/stays"]))
        #expect(changes[1] == ["\(root)/tree/stays"])
    }

    @Test(arguments: [FileWatch.Method.best, .polling])
    func `ends when it is closed`(method: FileWatch.Method) async throws {
        let scratch = try Scratch()
        let isOver = try await OnLoop.run {
            let watch = try FileWatch([scratch.path], method: method, loop: .shared)
            OnLoop.spawn { watch.close() }
            return await watch.changes() == nil
        }
        #expect(isOver)
    }
}
