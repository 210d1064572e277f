// URLSessionDriverTests.swift: the driver's reports, questions and actions, over the protocol.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainRouteHost
import QuintainSessions
import Testing

@Suite struct `The driver of URLSession` {
    @Test func `says what its client can do`() async throws {
        try await DrivenClient.run { (client) async throws in
            #expect(client.greeting["driver"]?.number == 1)
            #expect(client.greeting["styles"]?.list == [.text("urlsession")])
            #expect(client.greeting["loads"]?.list?.count == 7)
            #expect(client.greeting["callbacks"]?["redirect"]?.list?.compactMap(\.text) == ["default", "no", "to"])
        }
    }

    @Test func `reports what its delegate is told, as it is told`() async throws {
        try await DrivenClient.run { (client) async throws in
            #expect(try await client.load("/text") == ["response 200 text/plain", "data fido", "finish"])
            #expect(
                try await client.load("/bytes") == ["response 200 application/octet-stream", "data ff00", "finish"])
        }
    }

    @Test func `asks about a redirect, and does as it is answered`() async throws {
        let asked = "redirect 302 /text"
        let followed = ["response 200 text/plain", "data fido", "finish"]
        try await DrivenClient.run { (client) async throws in
            #expect(try await client.load("/moved") == [asked] + followed)
            let refused = try await client.load("/moved", answers: ["redirect": #""decision": "no""#])
            #expect(refused == [asked, "response 302", "data over there", "finish"])
            let bytes = #""decision": "to", "values": ["\#(client.host.url)/bytes"]"#
            let elsewhere = try await client.load("/moved", answers: ["redirect": bytes])
            #expect(elsewhere.contains("data ff00"))
            let cancelled = try await client.load("/moved", answers: ["redirect": #""decision": "cancel""#])
            #expect(cancelled == [asked, "fail cancelled"])
        }
    }

    @Test func `answers a challenge with the password that it is given`() async throws {
        let answer = ["challenge": #""decision": "use", "values": ["alice", "secret"]"#]
        try await DrivenClient.run { (client) async throws in
            let reports = try await client.load("/vault", answers: answer)
            #expect(reports.contains("challenge Basic"))
            #expect(reports.suffix(3) == ["response 200 text/plain", "data gold", "finish"])
            let cancelled = try await client.load("/vault", answers: ["challenge": #""decision": "cancel""#])
            #expect(cancelled.last == "fail cancelled")
        }
    }

    @Test(arguments: ["upload", "stream", "data", "handler", "async", "sync"])
    func `sends a body`(kind: String) async throws {
        let order = #""method": "POST", "as": "\#(kind)", "body": {"text": "fido"}"#
        try await DrivenClient.run { (client) async throws in
            let reports = try await client.load("/echo", order)
            #expect(reports.suffix(3) == ["response 200 text/plain", "data fido", "finish"])
            #expect(reports.contains("need-body") == (kind == "stream"))
            #expect(reports.contains("sent 4/4") == (kind == "upload" || kind == "data"))
        }
    }

    @Test func `writes a download to a file that stays`() async throws {
        try await DrivenClient.run { (client) async throws in
            let reports = try await client.load("/text", #""as": "download""#)
            #expect(reports == ["progress 4/4", "file fido", "finish"])
        }
    }

    @Test(arguments: ["handler", "async", "sync"])
    func `tells what a completion brings`(kind: String) async throws {
        try await DrivenClient.run { (client) async throws in
            let order = #""as": "\#(kind)""#
            #expect(try await client.load("/text", order) == ["response 200 text/plain", "data fido", "finish"])
            #expect(
                try await client.load("/moved", order)
                    == ["redirect 302 /text", "response 200 text/plain", "data fido", "finish"])
            #expect(try await client.load("/broken", order).last == "fail connection-lost")
        }
    }

    @Test(arguments: ["data", "handler", "async", "sync", "download"])
    func `cancels`(kind: String) async throws {
        try await DrivenClient.run { (client) async throws in
            let reports = try await client.load(
                "/never", #""as": "\#(kind)""#, acts: [#"{"act": "cancel", "load": 1}"#])
            #expect(reports == ["fail cancelled"])
        }
    }

    @Test func `ends a case whose load has not ended`() async throws {
        try await DrivenClient.run { (client) async throws in
            try await client.say(#"{"case": 7}"#)
            try await client.say(#"{"load": 1, "method": "GET", "url": "\#(client.host.url)/never"}"#)
            try await client.say(#"{"end": 7}"#)
            #expect(try await client.heard()["subject"]?.list == [.text("cancelled")])
            #expect(try await client.heard()["ended"]?.number == 7)
        }
    }

    @Test(arguments: [
        ("http://127.0.0.1:1/", "cannot-connect"), ("http://nowhere.invalid/", "cannot-connect"),
        ("nothing://127.0.0.1:1/", "other"), ("/broken", "connection-lost"),
    ])
    func `puts failures into kinds`(target: String, kind: String) async throws {
        try await DrivenClient.run { (client) async throws in
            #expect(try await client.load(target).last == "fail \(kind)")
        }
    }

    @Test func `gives up in time`() async throws {
        try await DrivenClient.run { (client) async throws in
            #expect(try await client.load("/never", #""timeout": 1000"#) == ["fail timed-out"])
        }
    }

    @Test func `trusts the anchor of a load, and in the next case nobody of the kind`() async throws {
        let certs = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/certs"
        try await DrivenClient.run(secured: TestAuthority(folder: certs)) { (client) async throws in
            // Some builds of libcurl cannot be told whom to trust; the driver may not claim `tls` there.
            let expected = client.greeting["can"]?.list?.contains(.text("tls")) == true ? "finish" : "fail other"
            let anchor = #""anchor": "\#(certs)/quintain-test-ca.pem""#
            #expect(try await client.load("/text", anchor).last == expected)
            #expect(try await client.load("/text").last?.hasPrefix("fail") == true)
            #expect(try await client.load("/text", anchor).last == expected)
        }
    }

    @Test func `keeps no cookies from one case to the next`() async throws {
        try await DrivenClient.run { (client) async throws in
            for _ in 0..<2 { #expect(try await client.load("/known").contains("data no")) }
        }
    }

    @Test func `says what it cannot do, and goes on`() async throws {
        try await DrivenClient.run { (client) async throws in
            try await client.say(#"{"case": 1}"#)
            try await client.say(#"{"act": "fly"}"#)
            #expect(try await client.heard()["unable"]?.text == "this driver does not know the act 'fly'")
            try await client.say("no JSON")
            #expect(try await client.heard()["unable"] != nil)
            try await client.say(#"{"end": 1}"#)
            #expect(try await client.heard()["ended"]?.number == 1)
        }
    }
}
