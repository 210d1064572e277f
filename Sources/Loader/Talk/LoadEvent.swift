// LoadEvent.swift: what a load tells its delegate, asks it, and is answered.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire
package import QuintainWords

/// What happened, independent of any API: a face gives it the name that its API has for it, or drops it.
package enum LoadEvent: Sendable, Equatable {
    case sent(Int, of: Int?)
    case informational(Reply)
    /// The head of the reply, where no answer is waited for.
    case response(Reply)
    case data([UInt8])
    /// A download goes on behind so many bytes.
    case resumed(at: Int, of: Int?)
    /// The download's file has been made.
    case created
    /// So many bytes have been written, these last ones included.
    case progress(last: Int, written: Int, of: Int?)
    /// The download's file is whole.
    case file(String)
    /// The open challenge needs no answer any more.
    case challengeCancelled(Challenge)
    case finished
    case failed(LoadFailure)
}

/// What the load waits for. Nothing else happens in it until it is answered, or cancelled.
package enum LoadQuestion: Sendable, Equatable {
    /// The URL has got another form; nothing has been sent.
    case canonical(LoadRequest)
    case redirect(Reply, to: LoadRequest)
    case challenge(Challenge)
    case newBody
    case response(Reply)
    case willCache(Reply, CacheStorage)
    /// May what is of this type be decoded?
    case decode(type: String)
    /// Where is the download to go? The name is a suggestion.
    case destination(name: String)
}

package enum LoadAnswer: Sendable, Equatable {
    /// As if nobody had been asked.
    case byDefault
    /// No: the redirect is the reply, or there is no canonical form, nothing stored, no decoding, no body.
    case refuse
    /// This request instead.
    case request(LoadRequest)
    case credential(user: [UInt8], password: [UInt8])
    /// The path of a PEM file with a certificate and its key.
    case certificate(String)
    case trust
    /// Go on without a credential.
    case withoutCredential
    /// Not this protection space: the next one.
    case reject
    case body([UInt8])
    /// The reply becomes a download.
    case download(to: String)
    /// Yes, decode.
    case decode
    case destination(String)
    case cancel
}

package struct Challenge: Sendable, Equatable {
    package enum Kind: String, Sendable {
        case basic = "Basic"
        case digest = "Digest"
        case serverTrust = "ServerTrust"
        case clientCertificate = "ClientCertificate"
    }

    package var kind: Kind
    package var realm: [UInt8]
    package var hop: Hop
    package var isOfProxy: Bool
    /// How many credentials were tried and refused.
    package var failures: Int
    package var trust: ServerTrust?

    package init(
        _ kind: Kind, realm: [UInt8] = [], hop: Hop, isOfProxy: Bool = false, failures: Int = 0,
        trust: ServerTrust? = nil
    ) {
        self.kind = kind
        self.realm = realm
        self.hop = hop
        self.isOfProxy = isOfProxy
        self.failures = failures
        self.trust = trust
    }
}

/// Where a reply would be kept.
package enum CacheStorage: String, Sendable {
    case disk, memory
    case none = "no"
}

/// A response with what an app wants to know of it.
package struct Reply: Sendable, Equatable {
    package var url: String
    package var status: Int
    package var reason: String
    package var fields: [Field]
    /// The media type without its parameters, lower case.
    package var type: String?
    /// The name of the text's encoding.
    package var encoding: String?
    /// nil: not known.
    package var length: Int?
    package var suggestedName: String
    package var isFromCache = false

    package init(
        url: String, status: Int, reason: String, fields: [Field], type: String?, encoding: String?, length: Int?,
        suggestedName: String
    ) {
        self.url = url
        self.status = status
        self.reason = reason
        self.fields = fields
        self.type = type
        self.encoding = encoding
        self.length = length
        self.suggestedName = suggestedName
    }
}

/// Why a load failed: the neutral kinds of the scenario language.
package struct LoadFailure: Error, Sendable, Equatable {
    package var kind: FailKind
    /// One sentence, lower case, no full stop.
    package var sentence: String
    /// The app or its delegate wanted it so; an answer that cancels a challenge is something else.
    package var isByApp = false
    /// Where the download can be resumed.
    package var resume: ResumePoint?

    package init(_ kind: FailKind, _ sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }
}
