// LoadRequest.swift: a request of an app, and the settings of its load.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainStores
package import QuintainWire

/// A request as an app or its delegate writes it: the loader adds what a client adds by itself.
package struct LoadRequest: Sendable, Equatable {
    package var method: String
    package var url: String
    package var fields: [Field]
    package var body: RequestBody
    /// The credential from the URL of a redirect, which is kept apart from the URL's text.
    package var credential: Credential?

    package init(_ method: String = "GET", _ url: String, fields: [Field] = [], body: RequestBody = .none) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
    }
}

extension LoadRequest {
    /// The same request to another URL, which may be relative; the fields replace those of the same names.
    package func going(to place: String, with header: [(name: String, value: [UInt8])] = []) -> LoadRequest {
        var request = self
        let target = (try? RequestURL(url))?.redirected(to: Array(place.utf8))
        (request.url, request.credential) = (target?.url ?? place, target?.credential)
        return request.having(header)
    }

    /// The same request with these fields in place of those of the same names.
    package func having(_ header: [(name: String, value: [UInt8])], body: RequestBody? = nil) -> LoadRequest {
        var request = self
        request.body = body ?? self.body
        for (name, value) in header {
            request.fields.removeAll { $0.isNamed(name) }
            request.fields.append(Field(name, value))
        }
        return request
    }
}

package enum RequestBody: Sendable, Equatable {
    case none
    /// Can be sent any number of times.
    case bytes([UInt8])
    /// Bytes of unknown length that can be read once: before they are sent again, the delegate is asked for new ones.
    /// If it cannot be asked, the same bytes are sent again.
    case stream([UInt8])

    package var isStream: Bool {
        if case .stream = self { true } else { false }
    }

    package var content: [UInt8] {
        switch self {
        case .none: []
        case .bytes(let bytes), .stream(let bytes): bytes
        }
    }
}

/// The settings that an app chooses for one load, apart from the request.
package struct LoadSettings: Sendable, Equatable {
    /// The use of the reply.
    package enum Purpose: Sendable, Equatable {
        /// The delegate gets it piece by piece.
        case data
        /// The reply is written to this file.
        case download(to: String)
    }

    /// How the cache is used.
    package enum Policy: String, Sendable {
        case byDefault = "default"
        /// The cache is not read.
        case reload
        /// A stored copy is validated before it is used.
        case revalidate
        /// A stored copy is used, however old.
        case cacheElseLoad = "cache-else-load"
        /// A stored copy is used, however old, or the load fails.
        case cacheOnly = "cache-only"
    }

    package var purpose = Purpose.data
    /// The most milliseconds without a byte; 0: no limit.
    package var patience: Int64 = 60_000
    /// The most milliseconds for the whole load; 0: no limit.
    package var total: Int64 = 0
    package var keepsCookies = true
    package var policy = Policy.byDefault
    /// The app's stored credential for this URL's origin, tried before the delegate is asked.
    package var credential: Credential?
    package var proxy: Proxy?
    package var version = VersionChoice.negotiated
    /// The file with the only authorities that this load trusts; nil: those that the client trusts.
    package var anchor: String?
    /// The broken download that this load resumes.
    package var resumed: ResumePoint?
    package var voice = LoadVoice()

    package init() {}
}

package struct Proxy: Sendable, Equatable {
    package var hop: Hop
    package init(_ hop: Hop) { self.hop = hop }
}

/// The questions that the delegate is asked, which differ from API to API. Other questions are decided by default.
package struct LoadVoice: Sendable, Equatable {
    /// The canonical form of the URL, before anything is sent.
    package var canonical = false
    package var redirect = true
    package var challenge = true
    package var serverTrust = false
    package var clientCertificate = false
    package var newBody = true
    /// Whether the delegate is asked for a stream before the first request, too.
    package var firstBody = true
    package var response = true
    /// The parts of multipart/x-mixed-replace are responses of their own.
    package var parts = true
    package var willCache = false
    /// Whether a download may be decoded, and where it should go.
    package var decoding = false
    package var destination = false

    package init() {}

    /// Asks nothing at all.
    package static var silent: LoadVoice {
        var voice = LoadVoice()
        voice.redirect = false
        voice.challenge = false
        voice.newBody = false
        voice.firstBody = false
        voice.response = false
        voice.parts = false
        return voice
    }
}

/// The state of a broken download that is needed to resume it.
package struct ResumePoint: Sendable, Equatable {
    package var url: String
    /// The validator of the file: a strong entity tag, or the date of its last change.
    package var validator: String
    package var offset: Int
    package var total: Int?
    /// The file with the first bytes.
    package var file: String

    package init(url: String, validator: String, offset: Int, total: Int?, file: String) {
        self.url = url
        self.validator = validator
        self.offset = offset
        self.total = total
        self.file = file
    }
}
