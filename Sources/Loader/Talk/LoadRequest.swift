// LoadRequest.swift: what an app asks for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainStores
package import QuintainWire

/// A request as an app or its delegate writes it: the loader adds what a client adds by itself.
package struct LoadRequest: Sendable, Equatable {
    package var method: String
    package var url: String
    package var fields: [Field]
    package var body: RequestBody
    /// What the URL of a redirect named: it is used, and not a part of the text.
    package var credential: Credential?

    package init(_ method: String = "GET", _ url: String, fields: [Field] = [], body: RequestBody = .none) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
    }
}

extension LoadRequest {
    /// To another URL, which may be relative to this one; these fields go in the place of those of the same names.
    package func going(to place: String, with header: [(name: String, value: [UInt8])] = []) -> LoadRequest {
        var request = self
        let target = (try? Target(url))?.redirected(to: Array(place.utf8))
        (request.url, request.credential) = (target?.url ?? place, target?.credential)
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
    /// Bytes of an unknown length that can be read once: to send them again the delegate is asked for others. Where it
    /// cannot be asked, these are sent again.
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

/// What an app chooses for one load beside the request.
package struct LoadSettings: Sendable, Equatable {
    /// What becomes of the reply.
    package enum Purpose: Sendable, Equatable {
        /// It is handed to the delegate as it comes.
        case data
        /// It is written to this file.
        case download(to: String)
    }

    /// How the cache is used.
    package enum Policy: String, Sendable {
        case byDefault = "default"
        /// It is not looked at.
        case reload
        /// A stored copy is validated before it is used.
        case revalidate
        /// A stored copy is used, however old.
        case cacheElseLoad = "cache-else-load"
        /// A stored copy is used, however old, or the load fails.
        case cacheOnly = "cache-only"
    }

    package var purpose = Purpose.data
    /// Milliseconds without a byte; 0: any number.
    package var patience: Int64 = 60_000
    /// Milliseconds in all; 0: any number.
    package var total: Int64 = 0
    package var keepsCookies = true
    package var policy = Policy.byDefault
    /// The app's stored credential for this URL's origin, tried before the delegate is asked.
    package var credential: Credential?
    package var proxy: Proxy?
    package var version = VersionChoice.negotiated
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
    /// A stream is asked for before it is sent for the first time, too.
    package var firstBody = true
    package var response = true
    /// The parts of multipart/x-mixed-replace are responses of their own.
    package var parts = true
    package var willCache = false
    /// May a download be decoded, and where is it to go?
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

/// What must be known of a broken download to resume it.
package struct ResumePoint: Sendable, Equatable {
    package var url: String
    /// What tells whether the file is still the same: a strong entity tag, or the date of its last change.
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
