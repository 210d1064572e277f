// CurlTests.swift: output of `curl -v`, pasted into a file.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import Testing

@testable import QuintainScenario

@Suite struct `What curl prints` {
    /// curl 7.88.1 with its output to a file, as it stands there: CRLF behind the lines of the wire, one blank behind
    /// bare marks, and the meter in front of the first note.
    private static let pasted = """
          % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current
                                         Dload  Upload   Total   Spent    Left  Speed
        \r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0*   Trying 127.0.0.1:18765...
        * Connected to 127.0.0.1 (127.0.0.1) port 18765 (#0)
        > POST /x HTTP/1.1\r
        > Accept: */*\r
        > Content-Length: 9\r
        > \r
        } [9 bytes data]
        * HTTP 1.0, assume close after body
        * A note that no version has had
        < HTTP/1.0 501 Unsupported method ('POST')\r
        < Content-Length: 0\r
        < \r
        { [0 bytes data]
        \r100   366  100   357  100     9  25024    630 --:--:-- --:--:-- --:--:-- 26142
        * Closing connection 0
        """

    private func meaning(of text: String) -> [String] {
        read(text).scenarios.first.map { sketch($0.nodes, numbers: false) } ?? []
    }

    @Test func `is read as it is, with one hint`() {
        let reading = read(Self.pasted)
        #expect(reading.diagnostics.map(\.slug) == [.curlNotes])
        #expect(reading.diagnostics.first?.place.line == 1)
        #expect(
            meaning(of: Self.pasted)
                == meaning(
                    of: """
                        > POST /x HTTP/1.1
                        > Accept: */*
                        > Content-Length: 9
                        >
                        < HTTP/1.0 501 Unsupported method ('POST')
                        < Content-Length: 0
                        <
                        """))
    }

    @Test func `is laid out without what curl says of itself`() throws {
        let source = Array(Self.pasted.utf8)
        let formatted = try #require(ScenarioFormatter.format(source, read(Self.pasted)))
        let text = String(decoding: formatted, as: UTF8.self)
        #expect(
            text == """
                > POST /x HTTP/1.1
                > Accept: */*
                > Content-Length: 9
                >
                < HTTP/1.0 501 Unsupported method ('POST')
                < Content-Length: 0
                <

                """)
        #expect(read(text).diagnostics == [])
    }

    @Test func `hides no callback that is misspelt`() {
        let text =
            "* Connected to localhost (127.0.0.1) port 80\n> GET /\n< 200\n* Respnse 200\n* redirct 302 /b -> follow\n"
        #expect(read(text).diagnostics.map(\.slug) == [.curlNotes, .unknownCallback, .unknownCallback])
    }

    @Test func `is nothing that other files have`() {
        #expect(read("> GET /\n< 200\n* A line of one's own\n").diagnostics.map(\.slug) == [.unknownCallback])
        #expect(read("> GET /\n< 200\n<\n< { [5 bytes data]\n< * Connected to\n").diagnostics == [])
        #expect(read("routes\n\n> GET /\n< 200\n* Connected to x\n").diagnostics.map(\.slug) == [.notInRoutes])
    }

    @Test func `has a version over HTTP/2 that no start line has`() throws {
        let text =
            "> GET /a HTTP/2\n> \n< HTTP/2 302 \n< location: /b\n< \n* redirect 302 /b\n> GET /b HTTP/2\n< HTTP/2 200 \n"
        let plain = "> GET /a\n>\n< 302\n< location: /b\n<\n* redirect 302 /b\n> GET /b\n< 200\n"
        #expect(read(text).diagnostics.map(\.slug) == [.curlNotes])
        #expect(meaning(of: text) == meaning(of: plain))
        let formatted = try #require(ScenarioFormatter.format(Array(text.utf8), read(text)))
        #expect(meaning(of: String(decoding: formatted, as: UTF8.self)) == meaning(of: plain))
        // Between the lines of a body, and without the blank, these are ordinary bytes.
        let body = "> POST /\n>\n> GET /b HTTP/2\n< 200\n<\n< HTTP/2 200\n"
        #expect(read(body).diagnostics == [])
        #expect(read("> GET /\n< HTTP/2 200\n").diagnostics.map(\.slug) == [.oddStatus])
    }

    @Test func `has one blank behind a status, which is sent`() {
        #expect(read("> GET /\n< HTTP/1.1 200 \n").diagnostics == [])
        #expect(meaning(of: "> GET /\n< HTTP/1.1 200 \n") == meaning(of: "> GET /\n< HTTP/1.1 200{{\" \"}}\n"))
    }

    @Test func `has one blank behind a bare mark, and no other line may`() {
        #expect(read("> GET / \n> \n< 200\n< \n").diagnostics.map(\.slug) == [.trailingBlank])
        #expect(read("> GET /\n<  \n").diagnostics.map(\.slug).contains(.trailingBlank))
        #expect(read("client GET / lane=b\n>b GET /\n>b \n<b 200\n<b \n").diagnostics == [])
    }
}
