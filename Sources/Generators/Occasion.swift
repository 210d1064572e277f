// Occasion.swift: the request for which something is generated.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
package import QuintainWire

/// What the world outside knows of a request.
package struct Visit: Hashable, Sendable {
    /// The client's address, without its port.
    package var peer: String
    package var scheme: String
    /// Our own, for clients that send no Host.
    package var authority: String
    /// The methods that routes answer at the path.
    package var methods: [String]
    /// Where the randomness of this one reply begins.
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

/// A request, seen from the route that answers it.
package struct Occasion {
    let request: RequestView
    /// Without the slash it begins with.
    let path: [UInt8]
    let query: [UInt8]
    let visit: Visit
    private let segments: [String: [UInt8]]
    private let captures: [String: [UInt8]]

    /// `segments` are what `{{path name}}` took, as they came.
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

    /// Decoded.
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

    /// Field values are Latin-1, where they are not ASCII.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Scheme and authority by which the client called.
    var site: String { "\(scheme)://\(host)" }

    /// `http://host/path?query`
    var url: String {
        let target = PercentCoding.encoded(request.target) { 0x21...0x7E ~= $0 }
        let text = String(decoding: target, as: UTF8.self)
        if text.hasPrefix("/") { return site + text }
        return text.contains("://") ? text : "\(site)/\(text)"
    }

    private var host: String { field("host").map(Self.inURL) ?? visit.authority }

    /// What proxies say counts more, as they are the ones who were called.
    private var scheme: String {
        if let told = field("x-forwarded-proto") ?? field("x-forwarded-protocol") { return Self.inURL(told) }
        return field("x-forwarded-ssl") == "on" ? "https" : visit.scheme
    }

    private static func inURL(_ text: String) -> String {
        String(decoding: PercentCoding.encoded(text.utf8) { 0x21...0x7E ~= $0 }, as: UTF8.self)
    }

    var method: String { String(decoding: request.method, as: UTF8.self) }
}
