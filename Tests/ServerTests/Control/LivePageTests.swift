// LivePageTests.swift: the page at `/`, and who may read it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

@testable import QuintainServer

@Suite struct `The live page` {
    private static let browser = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

    @Test(arguments: [browser, "Accept: TEXT/HTML", "Accept: application/json, text/html;q=0.5"])
    func `is for whoever takes HTML`(accept: String) async throws {
        try await withControl { (rig) async throws in
            let page = try await rig.client.ask("GET", "/", [accept])
            #expect(page.status == 200)
            #expect(page["Content-Type"] == "text/html; charset=utf-8")
            #expect(page.text.hasPrefix("<!doctype html>"))
            #expect(page["Vary"] == "Accept")
        }
    }

    @Test(arguments: [["Accept: */*"], [], ["Accept: application/json"], ["Accept: text/htmlx"]])
    func `is a list of resources for programs`(fields: [String]) async throws {
        try await withControl { (rig) async throws in
            let index = try await rig.client.ask("GET", "/", fields)
            #expect(index["Content-Type"] == "application/json")
            let paths = try #require(index.json["resources"]?.list).compactMap { $0["path"]?.text }
            #expect(paths == ControlAPI.resources.map(\.path))
            #expect(index.json["version"]?.text == "0.0.0")
        }
    }

    @Test func `may run its own scripts, ask its own server, and be shown in no other page`() async throws {
        try await withControl { (rig) async throws in
            let page = try await rig.client.ask("GET", "/", [Self.browser])
            let policy = try #require(page["Content-Security-Policy"])
            let parts = policy.split(separator: ";").map { $0.drop { $0 == " " } }
            #expect(parts.contains("default-src 'none'"))
            #expect(parts.contains("connect-src 'self'"))
            #expect(parts.contains("frame-ancestors 'none'"))
            #expect(parts.contains { $0.wholeMatch(of: /script-src 'sha256-[A-Za-z0-9+\/]{43}='/) != nil })
            #expect(parts.contains { $0.wholeMatch(of: /style-src 'sha256-[A-Za-z0-9+\/]{43}='/) != nil })
            #expect(!policy.contains("unsafe") && !policy.contains("http") && !policy.contains("*"))
            #expect(page["X-Frame-Options"] == "DENY")
            #expect(page["X-Content-Type-Options"] == "nosniff")
            #expect(page["Referrer-Policy"] == "no-referrer")
            // The page needs no other request.
            for sign in ["src=\"/", "src=\"http", "href=\"/", "href=\"http", "@import", "url("] {
                #expect(!page.text.contains(sign), "\(sign)")
            }
        }
    }

    @Test(arguments: [
        ["Host: evil.example:PORT"], ["Host: 127.0.0.1:PORT", "Origin: http://evil.example"],
        ["Host: 127.0.0.1:PORT", "Sec-Fetch-Site: cross-site"], ["Host: 127.0.0.1:PORT", "Sec-Fetch-Site: same-site"],
    ])
    func `is not for pages of others, nor under a foreign name`(fields: [String]) async throws {
        try await withControl { (rig) async throws in
            let fields = fields.map { $0.replacing("PORT", with: "\(rig.server.address.port)") }
            #expect(try await rig.client.ask("GET", "/", fields + [Self.browser]).status == 403)
        }
    }

    @Test func `can be had without the token, which it then asks for`() async throws {
        try await withControl(token: "s3cret") { (rig) async throws in
            let page = try await rig.client.ask("GET", "/", [Self.browser])
            #expect(page.status == 200)
            #expect(!page.text.contains("s3cret"))
            #expect(try await rig.client.ask("GET", "/", [Self.browser, "Origin: http://evil.example"]).status == 403)
            // Nothing else is open to it, whatever it accepts, except the health check, which tells nothing.
            for path in ["/changes", "/fixtures", "//fixtures", "/sessions", "/?x", "/fixtures/plain.scenario"] {
                // A stream that was let through by mistake would have no end.
                let method = path == "/changes" ? "HEAD" : "GET"
                let status = try await rig.client.ask(method, path, [Self.browser]).status
                #expect(path == "/?x" ? status == 400 : status == 401, "\(path)")
            }
            #expect(try await rig.client.ask("GET", "/").status == 401)
            #expect(try await rig.client.ask("POST", "/", [Self.browser]).status == 401)
        }
    }
}
