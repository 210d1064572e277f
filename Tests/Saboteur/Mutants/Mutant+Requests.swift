// Mutant+Requests.swift: requests that go out with something missing, or with something too much.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainWire

extension Mutant {
    static let ofRequests: [Mutant] = [
        Mutant(
            "gives-get-a-body", "sends a body with GET", breaks: "RFC 9110 section 9.3.1", in: "redirects", "framing",
            sabotage: .sending { message, _ in
                guard message.method == "GET", message.body.isEmpty else { return }
                message["Content-Length"] = "1"
                message.body = [0x78]
            }),
        Mutant(
            "names-no-host", "sends no Host", breaks: "RFC 9112 section 3.2", in: "framing",
            sabotage: .sending { message, _ in message["Host"] = nil }),
        Mutant(
            "names-the-host-without-its-port", "leaves the port out of Host", breaks: "RFC 9110 section 7.2",
            in: "canonical", "framing",
            sabotage: .sending { message, _ in
                message["Host"] = message["Host"]?.split(separator: ":").first.map(String.init)
            }),
        Mutant(
            "names-the-first-host", "goes on saying the first Host behind a redirect to another origin",
            breaks: "RFC 9110 section 7.2", in: "redirects",
            sabotage: .sending { message, scene in
                scene.text = scene.text ?? message["Host"]
                message["Host"] = scene.text
            }),
        Mutant(
            "says-no-length", "sends a body without its length", breaks: "RFC 9112 section 6", in: "uploads",
            sabotage: .sending { message, _ in if !message.body.isEmpty { message["Content-Length"] = nil } }),
        Mutant(
            "says-a-wrong-length", "announces a byte less than it sends", breaks: "RFC 9112 section 6.2",
            in: "uploads",
            sabotage: .sending { message, _ in
                guard let length = message["Content-Length"].flatMap(Int.init), length > 0 else { return }
                message["Content-Length"] = "\(length - 1)"
            }),
        Mutant(
            "says-no-length-of-nothing", "sends a POST without a body and without Content-Length: 0",
            breaks: "RFC 9110 section 8.6", in: "uploads",
            sabotage: .sending { message, _ in if message.body.isEmpty { message["Content-Length"] = nil } }),
        Mutant(
            "says-length-and-chunks", "sends Content-Length beside Transfer-Encoding",
            breaks: "RFC 9112 section 6.2", in: "uploads",
            sabotage: .sending { message, _ in
                if message.isChunked { message["Content-Length"] = "\(message.body.count)" }
            }),
        Mutant(
            "waits-for-a-body-to-head", "waits for the body that the reply to a HEAD announces",
            breaks: "RFC 9110 section 9.3.2", in: "framing",
            sabotage: .sending { message, _ in if message.method == "HEAD" { message.method = "GET" } }),
        Mutant(
            "overrules-the-app", "sends its own Accept-Encoding in the place of the app's",
            breaks: "RFC 9110 section 12.5.3", in: "codings",
            sabotage: .sending { message, _ in message["Accept-Encoding"] = "gzip" }),
    ]

    static let ofTargets: [Mutant] = [
        Mutant(
            "sends-the-fragment", "sends the URL's fragment", breaks: "RFC 9110 section 7.1", in: "canonical",
            "redirects",
            sabotage: .sending { message, scene in
                let halves = scene.url.split(separator: "#", maxSplits: 1)
                if halves.count == 2 { message.target += "#\(halves[1])" }
            }),
        Mutant(
            "keeps-dot-segments", "sends a path with its dot segments", breaks: "RFC 3986 section 5.2.4",
            in: "canonical",
            sabotage: .sending { message, scene in
                guard scene.followed == nil, let path = scene.rawPath, path.contains("/.") else { return }
                message.target = path
            }),
        Mutant(
            "keeps-escaped-dots", "sends a path with segments of dots that are escaped",
            breaks: "RFC 3986 section 6.2.2.2", in: "canonical",
            sabotage: .sending { message, scene in
                guard scene.followed == nil, let path = scene.rawPath, path.lowercased().contains("%2e") else { return }
                message.target = path
            }),
        Mutant(
            "escapes-twice", "escapes what is escaped already", breaks: "RFC 3986 section 2.4", in: "canonical",
            sabotage: .sending { message, _ in message.target = message.target.replacing("%", by: "%25") }),
        Mutant(
            "escapes-nothing", "sends a blank in a URL as it was written", breaks: "RFC 9112 section 3.2",
            in: "canonical",
            sabotage: .sending { message, _ in
                message.target = message.target.replacing("%20", by: " ").replacing("%C3%A9", by: "é")
            }),
        Mutant(
            "unescapes-slashes", "sends %2F as the slash that it stands for", breaks: "RFC 3986 section 2.2",
            in: "canonical",
            sabotage: .sending { message, _ in message.target = message.target.replacing("%2F", by: "/") }),
        Mutant(
            "joins-slashes", "sends one slash for two", breaks: "RFC 3986 section 3.3", in: "canonical",
            sabotage: .sending { message, _ in message.target = message.target.replacing("//", by: "/") }),
        Mutant(
            "forgets-the-query", "sends the path without the query", breaks: "RFC 9112 section 3.2.1",
            in: "canonical", "redirects",
            sabotage: .sending { message, _ in
                message.target = message.target.split(separator: "?").first.map(String.init) ?? "/"
            }),
    ]
}

extension Scene {
    /// The path of the URL as the app wrote it.
    var rawPath: String? {
        let rest = request.url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard rest.count == 3, let slash = rest[2].firstIndex(of: "/") else { return nil }
        return String(rest[2][slash...].prefix { $0 != "#" })
    }
}
