// Words.swift: the words that the language knows, apart from callbacks and functions.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainTLS
internal import QuintainWords

/// The first word of a word line.
package enum LineWord: String, WordSet {
    case client
    case cases, `repeat`, either, or, never, anyOrder = "any-order", end
    case spec, level, tags, needs, over, within, origin, proxy, routes, fields

    /// Whether lines indented below it go on with it.
    var takesContinuation: Bool {
        switch self {
        case .client, .cases, .either, .or, .anyOrder, .spec, .tags, .needs, .origin, .proxy, .fields: true
        case .repeat, .never, .end, .level, .over, .within, .routes: false
        }
    }

    /// Whether a block begins, goes on or ends here.
    var isOfBlocks: Bool {
        switch self {
        case .repeat, .either, .or, .never, .anyOrder, .end: true
        case .client, .cases, .spec, .level, .tags, .needs, .over, .within, .origin, .proxy, .routes, .fields:
            false
        }
    }
}

/// The words that `! frame` may have about the frame.
package enum FrameField: String, WordSet {
    case stream, flags, length
}

package enum AwaitWord: String, WordSet {
    case connection, clientHello = "client-hello", bytes, close, fin, reset, tlsAlert = "tls-alert", frame
    case handshake
}

/// The terms that `! await handshake` may name.
package enum HandshakeField: String, WordSet {
    case version, alpn, resumed, clientCertificate = "client-certificate"
}

/// The word behind `client`, where it is no method.
package enum OrderWord: String, WordSet {
    case cancel, suspend, `continue`, resume, answer, trust
}

package enum LoadOption: String, WordSet {
    case lane, timeout, total, cache, cookies, credentials
}

/// How a load uses the cache, and what drivers call it.
package enum CacheUseWord: String, WordSet {
    case off, only

    package var policy: String { self == .off ? "reload" : "cache-only" }
}

package enum OriginOption: String, WordSet {
    case host, at, certificate, clientCertificate = "client-certificate", tls, http

    var concernsTLS: Bool { self != .host && self != .at && self != .http }
}

/// Certificates that the server makes; `./x.pem` is read instead.
extension CertificateKind: WordSet {
    /// Those that are written: the session's authority signs the others.
    package static let words = allCases.filter { $0 != .signed }.map(\.rawValue)
}

package enum ClientCertificateWord: String, WordSet {
    case requested, required
}

/// The versions of HTTP that an origin may speak.
package enum VersionWord: String, WordSet {
    case one = "1.1", two = "2"

    var versions: HTTPVersions { self == .one ? .one : .two }
}

package enum ProtocolWord: String, WordSet {
    case h2, http11 = "http/1.1"
}

extension TLSVersion: WordSet {}

/// The needs of `needs`, beside the kinds of loads and callbacks.
package enum NeedWord: String, WordSet {
    case delegate, h2, cookies, cache, credentials
    case clientCertificate = "client-certificate"
    case parts, reuse, decoding

    /// Those that `needs` names: lines show the others.
    package static let words = allCases.filter { $0 != .h2 && $0 != .parts }.map(\.rawValue)

    static let all: [String] = {
        var seen: Set<String> = []
        let all = words + LoadKind.written.map(\.rawValue) + CallbackKind.allCases.map(\.rawValue)
        return all.filter { seen.insert($0).inserted }
    }()
}
