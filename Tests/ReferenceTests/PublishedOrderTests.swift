// PublishedOrderTests.swift: the reference client keeps the order of callbacks that Apple's engineers have published.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import Testing
import QuintainWords

/// In each API's own words: `canonical` is willSendRequest without a response, `redirect` the same with one.
@Suite struct `The published order` {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var style: APIStyle
        var server: String
        var method = "GET"
        var path = "/a"
        var body: String?
        var answers: [String] = []
        var lines: [String]
        var testDescription: String { "\(style.rawValue): \(name)" }
    }

    /// The two older APIs ask for the canonical form of every URL first, even if it is unchanged.
    private static func canonical(_ style: APIStyle) -> [String] {
        style == .nsurlconnection || style == .nsurldownload ? ["canonical"] : []
    }

    /// NSURLConnection.h: willSendRequest for the canonical form and for each redirect, "before any other messages"; then
    /// one response, its data, and one end. RFC 9110 section 15.4 and Foundation: POST becomes GET at 301, 302 and 303.
    static let redirects = [APIStyle.nsurlconnection, .urlsession, .nsurldownload, .urlprotocol].flatMap { style in
        [("301", "GET"), ("302", "GET"), ("303", "GET"), ("307", "POST"), ("308", "POST")].map { status, method in
            let again = method == "POST"
            let sent = style == .urlsession || style == .nsurlconnection ? ["sent"] : []
            let tail: [String] =
                style == .nsurldownload
                ? ["response 200", "destination", "created", "progress", "finish"]
                : ["response 200", "data done", "finish"]
            return Row(
                name: "\(status) after POST", style: style,
                server: """
                    > POST /a
                    >
                    > pet
                    < \(status)
                    < Location: /b
                    > \(method) /b
                    < 200
                    < Content-Type: text/plain
                    <
                    < done
                    """,
                method: "POST", body: "pet",
                lines: canonical(style) + sent + ["redirect \(status) \(method)"] + (again ? sent : []) + tail)
        }
    }

    static let vault = """
        > GET /a
        < 401
        < WWW-Authenticate: Basic realm="v"
        > GET /a
        > Authorization: {{basic alice:wrong}}
        < 401
        < WWW-Authenticate: Basic realm="v"
        > GET /a
        > Authorization: {{basic alice:secret}}
        < 200
        < Content-Type: text/plain
        <
        < done
        """

    /// NSURLAuthenticationChallenge: previousFailureCount counts the credentials that were refused; no response is told
    /// before the challenges are over.
    static let challenges = [APIStyle.nsurlconnection, .urlsession, .nsurldownload, .urlprotocol].map { style in
        Row(
            name: "wrong credentials, then right ones", style: style, server: vault,
            answers: canonical(style).map { _ in "go" } + ["use alice wrong", "use alice secret"],
            lines: canonical(style) + ["challenge Basic 0", "challenge Basic 1"]
                + (style == .nsurldownload
                    ? ["response 200", "destination", "created", "progress", "finish"]
                    : ["response 200", "data done", "finish"]))
    }

    static let others = [
        // "If the delegate returns nil, the redirect's own response is what is loaded."
        Row(
            name: "a redirect that the delegate refuses", style: .nsurlconnection,
            server: """
                > GET /a
                < 302
                < Location: /b
                < Content-Type: text/plain
                <
                < look there
                """,
            answers: ["go", "no"],
            lines: ["canonical", "redirect 302 GET", "response 302", "data look there", "finish"]),
        Row(
            name: "a redirect that the delegate refuses", style: .urlsession,
            server: """
                > GET /a
                < 302
                < Location: /b
                < Content-Type: text/plain
                <
                < look there
                """,
            answers: ["no"], lines: ["redirect 302 GET", "response 302", "data look there", "finish"]),
        // willSendRequest with a redirectResponse of nil comes first, and once for each form.
        Row(
            name: "another form of the URL, then a redirect", style: .nsurlconnection,
            server: """
                > GET /a
                < 302
                < Location: /b
                > GET /b
                < 200
                < Content-Type: text/plain
                <
                < done
                """,
            path: "/x/../a", lines: ["canonical", "redirect 302 GET", "response 200", "data done", "finish"]),
        Row(
            name: "credentials that the delegate does not have", style: .urlsession,
            server: """
                > GET /a
                < 401
                < WWW-Authenticate: Basic realm="v"
                < Content-Type: text/plain
                <
                < no
                """,
            answers: ["none"], lines: ["challenge Basic 0", "response 401", "data no", "finish"]),
    ]

    @Test(arguments: redirects + challenges + others)
    func `is kept`(row: Row) async throws {
        let lines = try await Trace.of(
            row.server, row.style, method: row.method, path: row.path, body: row.body, answers: row.answers)
        #expect(lines.filter { $0 != "will-cache" && $0 != "need-body" } == row.lines)
    }
}
