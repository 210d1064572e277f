// FirstScenario.swift: the scenario that `quintain new` writes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation

/// A scenario of one load, for users who do not know the scenario language yet.
struct FirstScenario {
    /// `GET /notes`
    var request = "GET /"
    var reply = Reply.status("200")
    var body = "hello"

    enum Reply: Equatable {
        /// A status that is no redirect and asks for no password.
        case status(String)
        case redirect(String, to: String)
        case challenge
        /// The connection ends in the middle of the body.
        case half
        /// The connection ends without a reply.
        case nothing

        /// nil: the answer is none of these.
        init?(_ answer: String) {
            let words = answer.split(separator: " ").map(String.init)
            switch (words.first, words.count) {
            case ("half", 1): self = .half
            case ("nothing", 1): self = .nothing
            case ("401", 1): self = .challenge
            case (let status?, 1) where Self.isFinal(status): self = .status(status)
            case (let status?, 2) where Self.redirects.contains(status) && words[1].hasPrefix("/"):
                self = .redirect(status, to: words[1])
            default: return nil
            }
        }

        /// Whether the reply has a body, which the user is then asked for.
        var hasBody: Bool {
            switch self {
            case .status(let status): !["204", "205", "304"].contains(status)
            case .redirect, .challenge, .half: true
            case .nothing: false
            }
        }

        private static let redirects: Set = ["301", "302", "303", "307", "308"]

        private static func isFinal(_ word: String) -> Bool {
            word.utf8.count == 3 && !redirects.contains(word) && Int(word).map { (200..<600).contains($0) } == true
        }
    }

    /// A curl command that plays the scenario as expected.
    var curl: String {
        let words = request.split(separator: " ").map(String.init)
        var options = ["-sL"]
        switch words[0] {
        case "GET": break
        case "HEAD": options.append("-I")
        // A method that is named by -X would stay the same after a redirect, whatever its status says.
        case "POST": options.append("-d ''")
        default: options.append("-X \(words[0])")
        }
        if reply == .challenge { options.append("--anyauth -u alice:secret") }
        return "curl \(options.joined(separator: " ")) \(Self.shellWord("{{origin}}\(words[1])"))"
    }

    /// The text, in quotes if a shell would change it.
    static func shellWord(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._~/:?={}%+,@".contains($0)) }
        return isPlain ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }

    // MARK: Text

    var text: String { lines.map { $0 + "\n" }.joined() }

    private var lines: [String] {
        let first = "> \(request)"
        switch reply {
        case .status(let status):
            return ["# \(request) is answered with \(status)", first] + whole(status)
        case .redirect(let status, let place):
            // A 303, and by custom a 301 and a 302, turn POST into GET; 307 and 308 keep the method.
            let method = ["307", "308"].contains(status) || self.method == "HEAD" ? self.method : "GET"
            return [
                "# A \(status) is followed", first, "< \(status)", "< Location: \(place)",
                "* redirect \(status) \(place) method=\(method)", "> \(method) \(place)",
            ] + whole("200")
        case .challenge:
            return [
                "# A password is asked for, and the request is sent again with it", first,
                "> Authorization: {{absent}}",
                "< 401", "< WWW-Authenticate: Basic realm=\"quintain\"",
                "* challenge Basic realm=\"quintain\" failures=0 -> use alice:secret", first,
                "> Authorization: {{basic alice:secret}}",
            ] + whole("200")
        case .half:
            return [
                "# The connection ends before the body does", first, "< 200", "< Content-Type: \(type)",
                "< Content-Length: \(2 * body.utf8.count + 1)", "<", "< \(body)", "! close", "*? response 200",
                "*? data", "* fail connection-lost",
            ]
        case .nothing:
            return ["# The connection ends without a reply", first, "! close", "* fail connection-lost"]
        }
    }

    private var method: String { request.split(separator: " ").first.map(String.init) ?? "GET" }

    /// The media type of the body.
    private var type: String {
        let isJSON = body.hasPrefix("{") || body.hasPrefix("[")
        return isJSON && (try? JSONText(parsingForeign: Array(body.utf8))) != nil ? "application/json" : "text/plain"
    }

    private func whole(_ status: String) -> [String] {
        guard Reply.status(status).hasBody, !body.isEmpty else {
            return ["< \(status)", "* response \(status)", "* finish"]
        }
        let head = ["< \(status)", "< Content-Type: \(type)", "<", "< \(body)", "* response \(status) \(type)"]
        return head + (method == "HEAD" ? [] : ["* data \(Quoting.quoted(Array(body.utf8)))"]) + ["* finish"]
    }
}
