// DownloadTests.swift: loads into files, and the rest of one that broke.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@testable import QuintainLoader

@Suite struct `A download` {
    @Test func `is written as it comes, and its file told before the end`() {
        let load = Conversation {
            $0.purpose = .download(to: "/f")
            $0.voice.response = false
        }
        _ = load.start()
        _ = load.connected()
        #expect(
            load.received("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab") == [
                "tell response 200", "open /f", "append 2", "tell progress 2/4",
            ])
        #expect(
            load.received("cd") == [
                "append 2", "tell progress 4/4", "keep", "close file", "tell file /f", "tell finish", "ended",
            ])
    }

    @Test func `that breaks can be gone on with if its file has a name for its state`() {
        for (field, isKept) in [("ETag: \"1\"", true), ("ETag: W/\"1\"", false), ("X: y", false)] {
            let load = Conversation {
                $0.purpose = .download(to: "/f")
                $0.voice.response = false
            }
            _ = load.start()
            _ = load.connected()
            _ = load.received("HTTP/1.1 200 OK\r\n\(field)\r\nContent-Length: 4\r\n\r\nab")
            let end =
                ["close", "close file"] + (isKept ? [] : ["remove file"]) + ["tell fail connection-lost", "ended"]
            #expect(load.received("", isEnd: true) == end)
        }
    }

    @Test func `that is resumed asks for the rest, on the condition that nothing changed`() {
        let load = Conversation {
            $0.purpose = .download(to: "/f")
            $0.resumed = ResumePoint(url: "http://main.test/", validator: "\"1\"", offset: 2, total: 4, file: "/f")
        }
        _ = load.start()
        _ = load.connected()
        #expect(load.field("Range") == "bytes=2-")
        #expect(load.field("If-Range") == "\"1\"")
        #expect(
            load.received("HTTP/1.1 206 P\r\nContent-Range: bytes 2-3/4\r\nContent-Length: 2\r\n\r\ncd") == [
                "tell resumed 2/4", "open /f at 2", "append 2", "tell progress 4/4", "keep", "close file",
                "tell file /f", "tell finish", "ended",
            ])
    }

    @Test func `that is resumed fails by a part of coded bytes`() {
        let load = Conversation {
            $0.purpose = .download(to: "/f")
            $0.resumed = ResumePoint(url: "http://main.test/", validator: "\"1\"", offset: 2, total: 4, file: "/f")
        }
        _ = load.start()
        _ = load.connected()
        let done = load.received(
            "HTTP/1.1 206 P\r\nContent-Range: bytes 2-3/4\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\ncd")
        #expect(done.contains { $0.hasPrefix("tell fail ") }, "\(done)")
        #expect(!done.contains("tell finish"))
    }

    @Test(arguments: ["2-2/4", "2-3/4", "3-3/4", "1-3/4", "2-3/5", "*/4", "2-3"])
    func `that is resumed fails by a part that is not the rest`(range: String) {
        let load = Conversation {
            $0.purpose = .download(to: "/f")
            $0.resumed = ResumePoint(url: "http://main.test/", validator: "\"1\"", offset: 2, total: 4, file: "/f")
        }
        _ = load.start()
        _ = load.connected()
        let done = load.received("HTTP/1.1 206 P\r\nContent-Range: bytes \(range)\r\nContent-Length: 1\r\n\r\nc")
        #expect(done.contains { $0.hasPrefix("tell fail ") }, "\(done)")
        #expect(!done.contains("tell finish"))
    }
}
