// InterimTests.swift: 100, 102 and 103 before final replies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainSweep
import Testing

@Suite struct `Interim replies` {
    /// A file that never names the kind of callback allows it.
    @Test func `add no line where a file says nothing of its own`() throws {
        let own = try Varying("> GET /\n< 103\n< 200\n* response 200\n* finish\n")
        #expect(try own.variant(.interim, "2.102")?.contains("informational") == false)
        let told = try Varying("> GET /\n< 103\n< 200\n*? informational 103\n* response 200\n* finish\n")
        #expect(try told.variant(.interim, "2.102")?.contains("*? informational 102") == true)
    }

    /// One callback line would make all other callbacks required.
    @Test func `add no line where a file has no callbacks`() throws {
        let plain = try Varying("> GET /\n< 200\n<\n< hello\n")
        #expect(try plain.variant(.interim, "103")?.contains("*") == false)
    }

    @Test func `come before a final reply, and whether they are told is left open`() throws {
        let plain = try Varying("> GET /\n< 200\n<\n< hello\n* response 200\n* data \"hello\"\n* finish\n")
        #expect(plain.values(.interim) == ["100", "102", "103"])
        let rest = "< 200\n<\n< hello\n* response 200\n* data \"hello\"\n* finish"
        #expect(
            try plain.variant(.interim, "100") == "> GET /\n< 100 Continue\n*? informational 100\n\(rest)")
        #expect(
            try plain.variant(.interim, "103")
                == "> GET /\n< 103 Early Hints\n< Link: </style.css>; rel=preload; as=style\n*? informational 103\n\(rest)"
        )
    }

    @Test func `come before each final reply by itself`() throws {
        let two = try Varying(
            "> GET /\n< 302\n< Location: /b\n* redirect 302 /b\n> GET /b\n< 200\n* response 200\n* finish\n")
        #expect(two.values(.interim) == ["100", "102", "103", "2.100", "2.102", "2.103"])
        #expect(
            try two.variant(.interim, "2.102") == """
                > GET /
                < 302
                < Location: /b
                * redirect 302 /b
                > GET /b
                < 102 Processing
                *? informational 102
                < 200
                * response 200
                * finish
                """)
    }

    @Test func `are told in the lane of the reply`() throws {
        let lanes = try Varying(
            "client GET /a lane=a\n>a GET /a\n<a 200\n*a response 200\n*a finish\n")
        #expect(
            try lanes.variant(.interim, "102")
                == "client GET /a lane=a\n>a GET /a\n<a 102 Processing\n*a? informational 102\n<a 200\n*a response 200\n*a finish"
        )
    }

    @Test func `come before those that the file has itself`() throws {
        let hinted = try Varying("> GET /\n< 103\n< 200\n* informational 103\n* response 200\n* finish\n")
        #expect(
            try hinted.variant(.interim, "2.102")
                == "> GET /\n< 102 Processing\n*? informational 102\n< 103\n< 200\n* informational 103\n* response 200\n* finish"
        )
    }

    @Test(
        arguments: [
            ("> GET / HTTP/1.0\n< 200\n* response 200\n* finish\n", "HTTP/1.0"),
            ("> GET /\n< HTTP/1.0 200 OK\n* response 200\n* finish\n", "HTTP/1.0"),
            ("> GET /\n> Upgrade: {{any}}\n< 101\n< Upgrade: x\n<\n", "another protocol"),
            ("> GET /\n< {{raw \"HTTP/1.1 200 OK\\r\\n\\r\\n\"}}\n! close\n* response 200\n* finish\n", "raw bytes"),
            ("> GET /\n! close\n* fail connection-lost\n", "no final reply"),
            ("> GET /\n< 200\n* response 200 after=0ms..100ms\n* finish\n", "measured times"),
        ])
    func `never come to HTTP/1.0, before 101 or where nothing follows`(lines: String, reason: String) throws {
        let varying = try Varying(lines)
        #expect(varying.values(.interim) == [])
        #expect(varying.leftOut(.interim) == [reason: 1])
    }

    @Test func `never come to a request that arrived as HTTP/1.0`() throws {
        let old = try Varying("> GET /\n< 200\n* response 200\n* finish\n", arrived: [["GET / HTTP/1.0"]])
        #expect(old.values(.interim) == [])
        let new = try Varying("> GET /\n< 200\n* response 200\n* finish\n", arrived: [["GET / HTTP/1.1"]])
        #expect(new.values(.interim) == ["100", "102", "103"])
    }

    @Test func `are no 100 where Expect awaits a final status`() throws {
        let text = "> POST /\n< 417\n> {{any}}\n* response 417\n* finish\n"
        let waits = try Varying(text, arrived: [["POST / HTTP/1.1", "Expect: 100-continue"]])
        #expect(waits.values(.interim) == ["102", "103"])
        let written = try Varying("> POST /\n> Expect: 100-continue\n< 417\n> {{any}}\n* response 417\n* finish\n")
        #expect(written.values(.interim) == ["102", "103"])
        let without = try Varying("> POST /\n> Expect: {{absent}}\n< 417\n* response 417\n* finish\n")
        #expect(without.values(.interim) == ["100", "102", "103"])
    }
}
