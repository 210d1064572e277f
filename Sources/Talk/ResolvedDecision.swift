// ResolvedDecision.swift: the answer that a delegate is told to give, with nothing left to look up.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWords

/// A decision with its values rendered, ready for a client.
package enum ResolvedDecision: Sendable {
    /// What the client does when nobody decides.
    case go
    /// A word without anything behind it.
    case plain(DecisionWord)
    /// A URL with the header fields of the new request, or the name of a destination.
    case to([UInt8], header: [(name: String, value: [UInt8])] = [])
    case use(user: [UInt8], password: [UInt8])
    /// The certificate's name; for a driver, its file.
    case useCertificate([UInt8])
    /// A body; at a redirect with the header fields of the new request.
    case body([UInt8], header: [(name: String, value: [UInt8])] = [])

    /// nil: the client goes on.
    package var word: DecisionWord? {
        switch self {
        case .go: nil
        case .plain(let word): word
        case .to: .to
        case .use, .useCertificate: .use
        case .body: .body
        }
    }

    /// What stands behind the word: `alice`, `secret`; a URL; a name; a body.
    package var values: [[UInt8]] {
        switch self {
        case .go, .plain: []
        case .to(let value, _), .body(let value, _), .useCertificate(let value): [value]
        case .use(let user, let password): [user, password]
        }
    }

    /// The same without header fields, and with no more than so many bytes of each value.
    package func shortened(to most: Int) -> ResolvedDecision {
        switch self {
        case .go, .plain: self
        case .to(let url, _): .to(Array(url.prefix(most)))
        case .use(let user, let password):
            .use(user: Array(user.prefix(most)), password: Array(password.prefix(most)))
        case .useCertificate(let name): .useCertificate(Array(name.prefix(most)))
        case .body(let body, _): .body(Array(body.prefix(most)))
        }
    }

    package var header: [(name: String, value: [UInt8])] {
        switch self {
        case .to(_, let header), .body(_, let header): header
        case .go, .plain, .use, .useCertificate: []
        }
    }

    /// Whether a client that decides so does what this says. The header fields of a redirect's new request and the
    /// bytes of a body are seen on the wire.
    package func isMet(by other: ResolvedDecision) -> Bool {
        switch (self, other) {
        case (.use, .use): self == other
        case (.to(let url, _), .to(let other, _)): RequestedURL(url) == RequestedURL(other)
        case (.useCertificate, .use), (.use, .useCertificate): false
        case (.body, .plain(.byDefault)): true
        default: word == other.word
        }
    }
}

extension ResolvedDecision: Equatable {
    package static func == (one: Self, other: Self) -> Bool {
        one.name == other.name && one.values == other.values
            && one.header.elementsEqual(other.header) { $0.name == $1.name && $0.value == $1.value }
    }
}

/// A URL, as far as it says where a request goes.
private struct RequestedURL: Equatable {
    private let bytes: [UInt8]

    /// `http://host` and `http://host/` are the same (RFC 3986 section 6.2.3), a fragment is not sent, and what may not
    /// stand in a URL is escaped.
    init(_ url: [UInt8]) {
        let sent = url.prefix { $0 != UInt8(ascii: "#") }
        let isBare = sent.count { $0 == UInt8(ascii: "/") } == 2 && !sent.contains(UInt8(ascii: "?"))
        bytes = sent.flatMap(Self.escaped) + (isBare ? [UInt8(ascii: "/")] : [])
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        let isWritten = (0x21...0x7E).contains(byte) && !unsafe.contains(byte)
        let hex = Array("0123456789ABCDEF".utf8)
        return isWritten ? [byte] : [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
    }

    /// RFC 3986 has none of these in its grammar.
    private static let unsafe = Set("\"<>\\^`{|}".utf8)
}

// MARK: As drivers and records know it

extension ResolvedDecision {
    /// One word for each form: `follow`, `go`, `use-certificate`.
    package var name: String {
        if case .useCertificate = self { Self.certificate } else { word?.rawValue ?? "go" }
    }

    /// A word that this version does not know is `go`.
    package init(named name: String, _ values: [[UInt8]] = [], header: [(name: String, value: [UInt8])] = []) {
        switch DecisionWord(rawValue: name) {
        case nil where name == Self.certificate: self = .useCertificate(values.first ?? [])
        case nil: self = .go
        case .to: self = values.first.map { .to($0, header: header) } ?? .plain(.to)
        case .use where values.count >= 2: self = .use(user: values[0], password: values[1])
        case .body: self = values.first.map { .body($0, header: header) } ?? .plain(.body)
        case .some(let word): self = .plain(word)
        }
    }

    private static let certificate = "use-certificate"

    /// The decision in the notation.
    package var description: String {
        let texts = values.map { String(decoding: $0, as: UTF8.self) }
        if case .use = self { return "use " + texts.joined(separator: ":") }
        return ([name] + texts).joined(separator: " ")
    }
}
