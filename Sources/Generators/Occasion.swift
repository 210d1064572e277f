// Occasion.swift: the request for which a generator is called.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
package import QuintainWire

/// The facts about a request that its bytes do not have.
package struct Visit: Hashable, Sendable {
    /// The client's address, without its port.
    package var peer: String
    package var scheme: String
    /// The server's own authority, for clients that send no Host.
    package var authority: String
    /// The methods of the routes at the request's path.
    package var methods: [String]
    /// The seed of the randomness of this reply.
    package var seed: UInt64

    package init(
        peer: String = "", scheme: String = "http", authority: String = "", methods: [String] = [], seed: UInt64 = 0
    ) {
        self.peer = peer
        self.scheme = scheme
        self.authority = authority
        self.methods = methods
        self.seed = seed
    }
}

/// A request, with the parts that its route has captured.
package struct Occasion {
    let request: RequestView
    /// The path without its first slash.
    let path: [UInt8]
    let query: [UInt8]
    let visit: Visit
    private let segments: [String: [UInt8]]
    private let captures: [String: [UInt8]]

    /// - Parameter segments: the segments that `{{path name}}` took, as they came.
    package init(
        _ request: RequestView, path: [UInt8], query: [UInt8], segments: [String: [UInt8]],
        captures: [String: [UInt8]], visit: Visit
    ) {
        self.request = request
        self.path = path
        self.query = query
        self.segments = segments
        self.captures = captures
        self.visit = visit
    }

    /// The segment of this name, decoded.
    func segment(_ name: String) -> [UInt8] { PercentCoding.decoded(segments[name] ?? []) }

    func captured(_ name: String) -> [UInt8] { captures[name] ?? [] }

    /// All values of a field as one, as RFC 9110 section 5.3 joins them; nil: there is no such field.
    func field(_ name: String) -> String? {
        let key = Array(name.lowercased().utf8)
        var index = 0
        var values: [String] = []
        while let value = request.nextValue(of: key, after: &index) { values.append(Self.text(value)) }
        return values.isEmpty ? nil : values.joined(separator: ",")
    }

    /// The bytes of a field value as text: Latin-1.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The scheme and the authority that the client used.
    var site: String { "\(scheme)://\(host)" }

    /// `http://host/path?query`
    var url: String {
        let target = PercentCoding.encoded(request.target) { 0x21...0x7E ~= $0 }
        let text = String(decoding: target, as: UTF8.self)
        if text.hasPrefix("/") { return site + text }
        return text.contains("://") ? text : "\(site)/\(text)"
    }

    private var host: String { field("host").map(Self.inURL) ?? visit.authority }

    /// A proxy's fields go first, because the client called the proxy.
    private var scheme: String {
        if let told = field("x-forwarded-proto") ?? field("x-forwarded-protocol") { return Self.inURL(told) }
        return field("x-forwarded-ssl") == "on" ? "https" : visit.scheme
    }

    private static func inURL(_ text: String) -> String {
        String(decoding: PercentCoding.encoded(text.utf8) { 0x21...0x7E ~= $0 }, as: UTF8.self)
    }

    var method: String { String(decoding: request.method, as: UTF8.self) }
}
