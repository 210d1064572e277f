// LocationForm.swift: addresses in fields that name a host without a scheme.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension FieldForm {
    /// `"/b"`, `</b>`, `www.example.com/a`
    static func locationSlip(_ value: String) -> Slip? {
        for (open, close) in [("\"", "\""), ("'", "'"), ("<", ">")]
        where value.count > 2 && value.hasPrefix(open) && value.hasSuffix(close) {
            return Slip(
                sentence: "'\(open)' and '\(close)' are a part of the address",
                help: "write '\(value.dropFirst().dropLast())'")
        }
        return hostSlip(value[...]) { $0 }
    }

    /// `/style.css; rel=preload`, `<example.com/style.css>; rel=preload`
    static func linkSlip(_ value: String) -> Slip? {
        guard value.hasPrefix("<") else {
            let address = value.prefix { $0 != ";" && $0 != "," && $0 != " " }
            return Slip(
                sentence: "the address of a link stands between '<' and '>' (RFC 8288 section 3)",
                help: "write '<\(address)>\(value.dropFirst(address.count))'")
        }
        let address = value.dropFirst().prefix { $0 != ">" }
        return hostSlip(address) { "<\($0)>\(value.dropFirst(address.count + 2))" }
    }

    /// - Parameter whole: the field's value with another address.
    private static func hostSlip(_ address: Substring, _ whole: (String) -> String) -> Slip? {
        guard let host = Host(beginning: address) else { return nil }
        let sentence =
            host.isFollowedByPort
            ? "a client takes '\(host.name):' for a scheme, for no '//' stands before the host"
            : "this is a path below that of the request, for no '//' stands before the host"
        guard host.isHere else { return Slip(sentence: sentence, help: "write '\(whole("http://\(address)"))'") }
        let path = address.dropFirst(host.authority.count)
        return Slip(
            sentence: sentence,
            help: "write '\(whole("{{//main\(path.isEmpty ? "/" : path)}}"))', or the name of another origin for 'main'"
        )
    }
}

/// A host at the beginning of an address, where its first segment looks like one.
private struct Host {
    /// `example.com:80` of `example.com:80/a`
    let authority: Substring
    let name: Substring
    let isFollowedByPort: Bool
    /// Whether it is of this machine, where origins are.
    var isHere: Bool { name == "localhost" || name == "127.0.0.1" }

    init?(beginning address: Substring) {
        authority = address.prefix { !"/?#".contains($0) }
        name = authority.prefix { $0 != ":" }
        isFollowedByPort = name.count < authority.count
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard let last = labels.last, labels.allSatisfy(Self.isLabel) else { return nil }
        if isFollowedByPort {
            let port = authority.dropFirst(name.count + 1)
            // `tel:5551234` is an address as well.
            guard port.utf8.allSatisfy(Byte.isDigit), let number = Int(port), (1...65_535).contains(number),
                !Self.schemes.contains(name.lowercased())
            else { return nil }
            return
        }
        if name == "localhost" || Self.isIPv4(labels) || name.lowercased().hasPrefix("www.") { return }
        guard labels.count > 1, address.dropFirst(authority.count).first == "/", last.utf8.allSatisfy(Byte.isLetter),
            last.count > 1, !Self.endings.contains(last.lowercased())
        else { return nil }
    }

    private static func isLabel(_ label: Substring) -> Bool {
        !label.isEmpty && label.utf8.allSatisfy { Byte.isLetter($0) || Byte.isDigit($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isIPv4(_ labels: [Substring]) -> Bool {
        labels.count == 4 && labels.allSatisfy { $0.utf8.allSatisfy(Byte.isDigit) && UInt8($0) != nil }
    }

    /// What is written without '//', and may have a number.
    private static let schemes: Set<String> = [
        "tel", "sms", "fax", "callto", "sip", "sips", "urn", "news", "geo", "cid", "mid", "data", "about",
    ]

    /// Of the names of files, which a path may begin with.
    private static let endings: Set<String> = [
        "html", "htm", "xhtml", "php", "phtml", "json", "txt", "xml", "png", "jpg", "jpeg", "gif", "webp", "ico", "css",
        "js", "mjs", "asp", "aspx", "ashx", "jsp", "cgi", "pl", "do", "pdf", "zip", "gz", "tar", "svg", "csv", "wasm",
    ]
}
