// GetOptions.swift: the options of `quintain-client get`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainScenario
import QuintainWire
import QuintainWords

/// A command line that cannot be carried out.
struct WrongUse: Error {
    let message: String
    let help: String

    init(_ message: String, help: String) {
        self.message = message
        self.help = help
    }
}

struct GetOptions {
    private(set) var urls: [String] = []
    private(set) var method: String?
    private(set) var fields: [Field] = []
    private(set) var body: [UInt8]?
    private(set) var user: (name: String, password: String)?
    private(set) var proxy: String?
    private(set) var proxyUser: (name: String, password: String)?
    private(set) var anchor: String?
    private(set) var certificate: String?
    private(set) var isInsecure = false
    private(set) var follows = true
    private(set) var hasPriorKnowledge = false
    private(set) var style = APIStyle.urlsession
    private(set) var download: String?
    private(set) var output: String?
    private(set) var resolve: [String: String] = [:]
    private(set) var timeout: Int?
    private(set) var writesJSON = false

    /// Each option's name, its value and its help.
    private static let all: [(name: String, value: String?, help: String)] = [
        ("--method", "METHOD", "GET; with --data POST"),
        ("--header", "'NAME: VALUE'", "a field of the request; may be given more than once"),
        ("--data", "TEXT", "the body; @FILE: what is in that file"),
        ("--user", "NAME:PASSWORD", "the answer when the server asks for a password"),
        ("--prior-knowledge", nil, "origins in the clear speak HTTP/2"),
        ("--proxy", "URL", "through this proxy"),
        ("--proxy-user", "NAME:PASSWORD", "the answer when the proxy asks"),
        ("--anchor", "FILE", "trusts the certificates of this PEM file as well"),
        ("--certificate", "FILE", "a PEM file with a client's certificate and its key, for servers that ask"),
        ("--insecure", nil, "takes any server for the right one"),
        ("--no-follow", nil, "a redirect is the reply"),
        ("--style", "API", "urlsession (the default), nsurlconnection, nsurldownload or urlprotocol"),
        ("--download", "FILE", "the reply becomes this file, as a download of the API"),
        ("--output", "FILE", "writes the bodies into this file, one behind the other"),
        ("--resolve", "HOST:ADDRESS", "where a name leads; may be given more than once"),
        ("--timeout", "SECONDS", "so long without a byte (60)"),
        ("--json", nil, "prints the callbacks as lines of the driver protocol, with all of their bytes"),
    ]

    static var help: String {
        let forms = all.map { [$0.name, $0.value].compactMap { $0 }.joined(separator: " ") }
        let width = (forms.map(\.count).max() ?? 0) + 2
        let lines = zip(forms, all).map { "  \($0)\(String(repeating: " ", count: width - $0.count))\($1.help)" }
        return """
            usage: quintain-client get [OPTION …] URL …

            Loads each URL, one after the other with the same client, and prints what its delegate hears, as it happens and
            in the notation of scenarios; behind '->' stands what the delegate answered. Cookies, cached replies and
            connections of one load are there for the next. Ends with 1 if a load failed; a status such as 404 is no failure.

            options:
            \(lines.joined(separator: "\n"))

            examples:
              quintain-client get --anchor certs/quintain-test-ca.pem https://localhost:8443/
              quintain-client get --user alice:secret --style nsurlconnection http://127.0.0.1:8080/digest-auth/auth/alice/secret
            """
    }

    init(_ words: [String]) throws(WrongUse) {
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                urls.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = Self.all.first(where: { $0.name == parts[0] }) else {
                throw WrongUse("there is no option '\(parts[0])'", help: "quintain-client get --help lists the options")
            }
            guard option.value != nil else {
                if parts.count > 1 { throw WrongUse("'\(option.name)' takes no value", help: "write '\(option.name)'") }
                set(option.name)
                continue
            }
            guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
                throw WrongUse("'\(option.name)' needs a value", help: "write '\(option.name) \(option.value ?? "")'")
            }
            try set(option.name, value)
        }
        if urls.isEmpty { throw WrongUse("which URL?", help: "write quintain-client get http://127.0.0.1:8080/") }
        if style == .nsurldownload, download == nil {
            throw WrongUse("NSURLDownload makes a file of every reply", help: "write '--download FILE'")
        }
        if download != nil, style == .nsurlconnection || style == .urlprotocol {
            throw WrongUse("'\(style.rawValue)' makes no files", help: "leave '--download' or '--style' out")
        }
        if download != nil, urls.count > 1 {
            throw WrongUse("one file cannot hold \(urls.count) downloads", help: "name one URL")
        }
    }

    private mutating func set(_ option: String) {
        switch option {
        case "--insecure": isInsecure = true
        case "--no-follow": follows = false
        case "--prior-knowledge": hasPriorKnowledge = true
        default: writesJSON = true
        }
    }

    private mutating func set(_ option: String, _ value: String) throws(WrongUse) {
        switch option {
        case "--method": method = value
        case "--header":
            let halves = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, !halves[0].isEmpty else {
                throw WrongUse("'\(value)' is no field", help: "write --header 'Accept: text/html'")
            }
            fields.append(Field(String(halves[0]), String(halves[1].drop { $0 == " " })))
        case "--data":
            guard value.hasPrefix("@") else {
                body = Array(value.utf8)
                return
            }
            do throws(LoopError) {
                body = try Files.read(String(value.dropFirst()))
            } catch {
                throw WrongUse(error.message, help: error.help ?? "write --data @FILE, or --data TEXT")
            }
        case "--user": user = try Self.pair(option, value)
        case "--proxy": proxy = value
        case "--proxy-user": proxyUser = try Self.pair(option, value)
        case "--anchor", "--certificate":
            guard Files.exists(value) else { throw WrongUse("there is no file '\(value)'", help: "name a PEM file") }
            if option == "--anchor" { anchor = value } else { certificate = value }
        case "--style":
            guard let known = APIStyle(rawValue: value) else {
                let names = APIStyle.allCases.map(\.rawValue)
                throw WrongUse("no API is called '\(value)'", help: "there are: \(names.joined(separator: ", "))")
            }
            style = known
        case "--download": download = value
        case "--output": output = value
        case "--resolve":
            let (host, address) = try Self.pair(option, value)
            resolve[host] = address
        default:
            guard let seconds = Int(value), (1...86_400).contains(seconds) else {
                throw WrongUse("'\(value)' is no number of seconds", help: "write --timeout 5")
            }
            timeout = seconds * 1_000
        }
    }

    private static func pair(_ option: String, _ value: String) throws(WrongUse) -> (name: String, password: String) {
        let halves = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard halves.count == 2, !halves[0].isEmpty else {
            let form = all.first { $0.name == option }?.value ?? ""
            throw WrongUse("'\(value)' has no colon in it", help: "write \(option) \(form)")
        }
        return (halves[0], halves[1])
    }
}
