// StepTests.swift: the changes that each step of the table makes to a scenario.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainScenario
import Testing

@testable import QuintainShrink

@Suite struct `The steps of the table` {
    /// A kind, a scenario, and what one of the kind's steps makes of it.
    static let table: [(kind: StepKind, before: String, after: String)] = [
        (
            .remarks, "# t\nspec   RFC 9110\ntags   a b\n\n> GET /\n< 200\n",
            "# t\nspec   RFC 9110\n\n> GET /\n< 200\n"
        ),
        (
            .callbacks, "# t\n> GET /\n< 200\n* response 200\n* finish\n",
            "# t\n> GET /\n< 200\n"
        ),
        (
            .loads, "# t\nclient GET /a\n       X: 1\n> GET /a\n< 200\nclient GET /b\n> GET /b\n< 200\n",
            "# t\nclient GET /b\n> GET /b\n< 200\n"
        ),
        (
            .loads, "# t\nclient GET /a lane=a\nclient GET /b lane=b\n>a GET /a\n>b GET /b\n<b 200\n<a 200\n",
            "# t\nclient GET /b lane=b\n>b GET /b\n<b 200\n"
        ),
        (
            .exchanges,
            "# t\n> GET /a\n< 302\n< Location: /b\n* redirect 302 /b\n> GET /b\n< 302\n< Location: /c\n> GET /c\n< 200\n",
            "# t\n> GET /a\n< 302\n< Location: /c\n* redirect 302 /c\n> GET /c\n< 200\n"
        ),
        (
            .exchanges, "# t\nclient GET /a\n> GET /a\n< 401\n! new-connection\n> GET /a\n< 200\n",
            "# t\nclient GET /a\n> GET /a\n< 401\n"
        ),
        (
            .blocks, "# t\neither\nnever \"asked for /a\"\n> GET /a\nor     two\n> GET /b\nend\n< 200\n",
            "# t\n> GET /b\n< 200\n"
        ),
        (
            .blocks,
            "# t\neither one\n> GET /b\nnever  \"asked for /a\"\n> GET /a\nor     two\n> GET /c\nend\n< 200\n",
            "# t\neither one\n> GET /b\nor     two\n> GET /c\nend\n< 200\n"
        ),
        (
            .blocks, "# t\nclient GET /\nany-order\n> GET /a\n< 200\nor\n> GET /b\n< 200\nend\n",
            "# t\nclient GET /\n> GET /b\n< 200\n"
        ),
        (
            .rounds,
            "# t\nclient GET /1\nrepeat 5\n> GET /{{count}}\n< 302\n< Location: /{{count+1}}\nend\n> GET /6\n< 200\n",
            "# t\nclient GET /1\n> GET /1\n< 302\n< Location: /2\n> GET /2\n< 200\n"
        ),
        (
            .rounds, "# t\nclient GET /1\nrepeat 5\n> GET /{{count}}\n< 200\nend\n",
            "# t\nclient GET /1\nrepeat 2\n> GET /{{count}}\n< 200\nend\n"
        ),
        (.replies, "# t\n> GET /\n< 103\n< Link: </a>\n<\n< 200\n", "# t\n> GET /\n< 200\n"),
        (
            .bodies, "# t\n> GET /\n< 200\n<\n< a\n* response 200\n* data \"a\"\n* finish\n",
            "# t\n> GET /\n< 200\n* response 200\n* finish\n"
        ),
        (
            .proxies,
            "# t\norigin web https\nproxy  gate http\nclient GET //web/ via gate\n> CONNECT {{authority web}}\n< 200\n> GET //web/\n< 200\n",
            "# t\norigin web https\nclient GET //web/\n> GET //web/\n< 200\n"
        ),
        (
            .security,
            "# t\norigin web https tls=1.3\nclient GET //web/\n*? challenge ServerTrust\n! await handshake version=1.3\n> GET //web/\n< 200\n",
            "# t\norigin web http\nclient GET //web/\n> GET //web/\n< 200\n"
        ),
        (
            .origins, "# t\norigin web http\nclient GET //web/a\n> GET //web/a\n> Host: {{authority web}}\n< 200\n",
            "# t\nclient GET /a\n> GET /a\n> Host: {{authority main}}\n< 200\n"
        ),
        (
            .lanes, "# t\nclient GET /a lane=one\n>one GET /a\n<one 200\n*one? metrics\n*one response 200\n",
            "# t\nclient GET /a\n> GET /a\n< 200\n*? metrics\n* response 200\n"
        ),
        (
            .cookies,
            "# t\n> GET /\n< 200\n< Set-Cookie: a=1\n< Set-Cookie: b=2; Path=/\n> GET /\n> Cookie: a=1; b=2\n",
            "# t\n> GET /\n< 200\n< Set-Cookie: b=2; Path=/\n> GET /\n> Cookie: b=2\n"
        ),
        (
            .cookies,
            "# t\n> GET /\n< 200\n< Set-Cookie: a=1\n< Set-Cookie: b=2\n> GET /\n> Cookie: {{cookies a=1 b=\"2 3\"}}\n",
            "# t\n> GET /\n< 200\n< Set-Cookie: a=1\n> GET /\n> Cookie: {{cookies a=1}}\n"
        ),
        (.lines, "# t\n> GET /\n> A: {{any}}\n< 200\n", "# t\n> GET /\n< 200\n"),
        (
            .lines, "# t\n> GET /\n< 200\n<\n< one\n< two\n* data \"one\\ntwo\"\n",
            "# t\n> GET /\n< 200\n<\n< one\n* data \"one\"\n"
        ),
        (
            .indented, "# t\nclient GET /\n       A: 1\n       B: 2\n> GET /\n",
            "# t\nclient GET /\n       B: 2\n> GET /\n"
        ),
        (.words, "# t\n> GET / HTTP/1.1\n< 200 OK\n", "# t\n> GET /\n< 200 OK\n"),
        (.words, "# t\n> GET / HTTP/1.1\n< 200 Very Well\n", "# t\n> GET / HTTP/1.1\n< 200\n"),
        (
            .words, "# t\n> GET /\n< 200\n* response 200 text/plain length=5 -> download\n",
            "# t\n> GET /\n< 200\n* response 200 text/plain length=5\n"
        ),
        (
            .words, "# t\nclient GET / as download timeout=2s\n> GET /\n",
            "# t\nclient GET / timeout=2s\n> GET /\n"
        ),
        (
            .members, "# t\n> GET /\n< 200\n< Set-Cookie: a=\"b;c\"; Path=/; Secure\n",
            "# t\n> GET /\n< 200\n< Set-Cookie: a=\"b;c\"; Secure\n"
        ),
        (
            .members, "# t\n> GET /\n< {{raw \"HTTP/1.1 200 OK\\r\\nA: 1\\r\\n\\r\\n\"}}\n",
            "# t\n> GET /\n< {{raw \"HTTP/1.1 200 OK\\r\\n\\r\\n\"}}\n"
        ),
        (
            .values, "# t\n> GET /\n< 200\n<\n< {{\"a|b\" | gzip | base64}}\n",
            "# t\n> GET /\n< 200\n<\n< {{\"a|b\" | gzip}}\n"
        ),
        (
            .numbers, "# t\n> GET /\n< 200\n< Content-Length: 1000\n<\n< {{bytes 1000}}\n* data {{bytes 1000}}\n",
            "# t\n> GET /\n< 200\n< Content-Length: 1\n<\n< {{bytes 1}}\n* data {{bytes 1}}\n"
        ),
        (.numbers, "# t\n> GET /\n! wait 200ms\n< 200\n", "# t\n> GET /\n! wait 0ms\n< 200\n"),
        (.numbers, "# t\n> GET /\n< 200\n<\n< {{bytes 8MB}}\n", "# t\n> GET /\n< 200\n<\n< {{bytes 1}}\n"),
        (
            .texts, "# t\n> GET /\n< 200\n<\n< hello\n* data \"hello\"\n",
            "# t\n> GET /\n< 200\n<\n< h\n* data \"h\"\n"
        ),
        (
            .texts, "# t\neither\nnever \"asked for it\"\n> GET /a/b\nor\n> POST /\nend\n< 200\n",
            "# t\neither\nnever \"asked for it\"\n> GET /\nor\n> POST /\nend\n< 200\n"
        ),
        (
            .texts, "# t\n> GET /a/b?c=d\n< 200\n* response 200 url=/a/b?c=d\n",
            "# t\n> GET /\n< 200\n* response 200 url=/\n"
        ),
    ]

    /// A 206 in place of a 413 would be another scenario.
    @Test func `leave a status as it is, in callbacks too`() throws {
        let text = "# t\n> GET /\n< 413\n<\n< {{bytes 8}}\n* response 413\n* data {{bytes 8}}\n"
        let draft = Draft(of: try Texts.scenario(text))
        let results = Outline(draft, try Texts.scenario(text)).steps(.numbers).map { draft.taking($0).text }
        #expect(results.count == 3)
        #expect(results.allSatisfy { $0.contains("< 413\n") && $0.contains("* response 413\n") })
    }

    /// A value that means nothing to anybody shows another fault than the one that is made smaller.
    @Test(arguments: [
        ("Expect: 100-continue", []), ("Connection: close", []), ("Transfer-Encoding: chunked", []),
        ("Accept-Encoding: gzip, br", ["gzip", "br"]), ("Content-Type: text/plain; charset=utf-8", ["text/plain"]),
        ("Authorization: Digest username=al, realm=v", ["Digest username=al"]),
        ("Range: bytes=4-9", ["bytes=0-9", "bytes=1-9", "bytes=2-9", "bytes=4-0", "bytes=4-1", "bytes=4-4"]),
    ]) func `leave the words of a field that clients know`(field: String, values: [String]) throws {
        let name = field.prefix { $0 != ":" } + ":"
        for text in [
            "# t\n> POST /\n> \(field)\n> X-A: close 100\n< 200\n", "# t\nclient GET /\n       \(field)\n> GET /\n",
        ] {
            let scenario = try Texts.scenario(text)
            let draft = Draft(of: scenario)
            let all = StepKind.allCases.flatMap(Outline(draft, scenario).steps).map { draft.taking($0).lines }
            let made = Set(all.joined().filter { $0.contains(name) }.map { String($0.drop { $0 != ":" }.dropFirst(2)) })
            let own = String(field.dropFirst(name.count + 1))
            #expect(made.subtracting([own]).isSubset(of: values), "\(made)")
            #expect(text.contains("client") || made.isSuperset(of: values), "\(made)")
        }
    }

    @Test(arguments: table.indices) func `make this of that`(index: Int) throws {
        let row = Self.table[index]
        let draft = Draft(of: try Texts.scenario(row.before))
        let results = Outline(draft, try Texts.scenario(row.before)).steps(row.kind).map { draft.taking($0).text }
        #expect(results.contains(row.after), "\(row.kind): \(results.joined(separator: "---\n"))")
    }

    /// A scenario, and what would be left of it without a line that allows something.
    @Test(arguments: [
        ("# t\neither one\n> GET /a\nor     two\n> GET /b\nend\n< 200\n", "# t\n> GET /b\n< 200\n"),
        (
            "# t\neither one\n> GET /a\n< 200\nor     none\n! quiet 10ms\nend\n> GET /b\n< 200\n",
            "# t\n> GET /b\n< 200\n"
        ),
        (
            "# t\norigin other http\n> GET /\n> A: 1\n< 302\n< Location: /\n> GET //other/\n> A: {{absent}}\n< 200\n",
            "# t\n> GET /\n> A: 1\n< 302\n< Location: /\n> GET /\n> A: {{absent}}\n< 200\n"
        ),
        (
            "# t\nclient GET /\nany-order\n> GET /a\n< 200\nor\n> GET /b\n< 200\nend\n",
            "# t\nclient GET /\n> GET /a\n< 200\n> GET /b\n< 200\n"
        ),
        (
            "# t\neither one\n> GET /a\nor     two\n> GET /b\nend\n< 200\n",
            "# t\neither one\n> GET /a\nor     two\nend\n< 200\n"
        ),
        (
            "# t\n> GET /\n< 200\neither one\n* finish\nor     two\n* response 200\n* finish\nend\n",
            "# t\n> GET /\n< 200\neither one\n* finish\nor     two\n* finish\nend\n"
        ),
        ("# t\n> GET /\n< 200\n*? response 200\n* finish\n", "# t\n> GET /\n< 200\n* finish\n"),
        ("# t\nlevel  should\n> GET /\n> A: 1\n< 200\n", "# t\n> GET /\n> A: 1\n< 200\n"),
        ("# t\nneeds  cookies\n> GET /\n< 200\n", "# t\n> GET /\n< 200\n"),
        ("# t\nwithin 20s\n> GET /\n< 200\n", "# t\n> GET /\n< 200\n"),
        ("# t\nwithin 20s\n> GET /\n< 200\n", "# t\nwithin 10s\n> GET /\n< 200\n"),
        ("# t\n> GET /\n> A: {{/no|yes/}}\n< 200\n", "# t\n> GET /\n> A: {{/no/}}\n< 200\n"),
        ("# t\n> GET /\n> A: {{/no|yes/}}\n< 200\n", "# t\n> GET /\n> A: {{/n/}}\n< 200\n"),
        ("# t\n> GET /\n> A: {{/a.*/}}\n< 200\n", "# t\n> GET /\n> A: {{/a/}}\n< 200\n"),
        (
            "# t\n> GET /\n> A: {{/[0-9]{2,4}/}}\n< 200\n",
            "# t\n> GET /\n> A: {{/[0-9]{2,2}/}}\n< 200\n"
        ),
    ]) func `leave what is allowed`(before: String, narrower: String) throws {
        let draft = Draft(of: try Texts.scenario(before))
        let outline = Outline(draft, try Texts.scenario(before))
        #expect(!StepKind.allCases.flatMap(outline.steps).contains { draft.taking($0).text == narrower })
    }

    @Test func `are tried for every kind here`() {
        #expect(Set(Self.table.map(\.kind)) == Set(StepKind.allCases))
    }

    @Test func `stand in docs-shrink, in their order`() throws {
        let root = String(#filePath.dropLast("/Tests/ShrinkTests/StepTests.swift".count))
        let document = String(decoding: try Files.read("\(root)/docs/shrink.md"), as: UTF8.self)
        let rows = document.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
        #expect(rows.map { $0.dropFirst(3).prefix { $0 != "`" } } == StepKind.allCases.map { $0.rawValue[...] })
    }

    /// Clients may treat an empty fragment or half a percent triple differently, for reasons of their own.
    @Test func `leave no text with an odd end`() throws {
        let text = "# t\n> GET /ab?cd\n< 302\n< Location: /a#b\n> GET /%41\n< 200\n< X-A: ab%2Fcd\n"
        let scenario = try Texts.scenario(text)
        let draft = Draft(of: scenario)
        let all = Outline(draft, scenario).steps(.texts).map { draft.taking($0).text }
        #expect(all.contains { $0.contains("Location: /a\n") } && all.contains { $0.contains("GET /ab?cd") })
        #expect(!all.contains { $0.contains(#/[#?%]\n|%.\n/#) }, "\(all)")
    }

    /// Otherwise two steps could undo each other for ever.
    @Test(arguments: table.indices) func `never make a text longer`(index: Int) throws {
        let row = Self.table[index]
        let scenario = try Texts.scenario(row.before)
        let draft = Draft(of: scenario)
        let outline = Outline(draft, scenario)
        for kind in StepKind.allCases {
            for step in outline.steps(kind) {
                let after = draft.taking(step)
                let isSmaller = after.count < draft.count || after.text.utf8.count <= draft.text.utf8.count
                #expect(isSmaller && after != draft, "\(kind): \(after.text)")
            }
        }
    }
}

enum Texts {
    static func read(_ bytes: [UInt8]) -> Reading {
        ScenarioReader.read(bytes, file: "test.scenario") { _ in .failure(.missing) }
    }

    static func scenario(_ text: String) throws -> Scenario {
        let reading = read(Array(text.utf8))
        try #require(!reading.hasErrors, "\(reading.diagnostics.map(\.message)): \(text)")
        return try #require(reading.scenarios.first)
    }
}
