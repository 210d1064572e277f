// LoadEvent.swift: the events of a load, its questions to the delegate, and the answers.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire
package import QuintainWords

/// An event, independent of any API: a face gives it its API's name, or drops it.
package enum LoadEvent: Sendable, Equatable {
    case sent(Int, of: Int?)
    case informational(Reply)
    /// The head of the reply, if the API has no answer to it.
    case response(Reply)
    case data([UInt8])
    /// A download resumes behind this many bytes.
    case resumed(at: Int, of: Int?)
    /// The download's file has been made.
    case created
    /// This many bytes have been written, including the last ones.
    case progress(last: Int, written: Int, of: Int?)
    /// The download's file is whole.
    case file(String)
    /// The open challenge no longer needs an answer.
    case challengeCancelled(LoadChallenge)
    case finished
    case failed(LoadFailure)
}

/// A question to the delegate. The load does nothing else until it is answered or cancelled.
package enum LoadQuestion: Sendable, Equatable {
    /// The canonical form of the URL differs; nothing has been sent.
    case canonical(LoadRequest)
    case redirect(Reply, to: LoadRequest)
    case challenge(LoadChallenge)
    case newBody
    case response(Reply)
    case willCache(Reply, CacheStorage)
    /// May the archive of this type be decoded?
    case decode(type: String)
    /// Where should the download go? The name is a suggestion.
    case destination(name: String)
}

package enum LoadAnswer: Sendable, Equatable {
    /// The behaviour without a delegate.
    case byDefault
    /// No: the redirect is the response, the canonical form fails the load, nothing is stored or decoded, there is no
    /// body.
    case refuse
    /// This request instead.
    case request(LoadRequest)
    case credential(user: [UInt8], password: [UInt8])
    /// The path of a PEM file with a certificate and its key.
    case certificate(String)
    case trust
    /// Continue without a credential.
    case withoutCredential
    /// Skip this protection space, and try the next one.
    case reject
    case body([UInt8])
    /// The reply becomes a download.
    case download(to: String)
    /// Yes, decode.
    case decode
    case destination(String)
    case cancel
}

package struct LoadChallenge: Sendable, Equatable {
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
    /// The number of credentials that were tried and refused.
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

/// The place where a reply would be stored.
package enum CacheStorage: String, Sendable {
    case disk, memory
    case none = "no"
}

/// A response, with the values that an app needs.
package struct Reply: Sendable, Equatable {
    package var url: String
    package var status: Int
    package var reason: String
    package var fields: [Field]
    /// The media type without its parameters, lower case.
    package var type: String?
    /// The name of the text encoding (charset).
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
    /// The app or its delegate asked for it; an answer that cancels a challenge does not count as that.
    package var isByApp = false
    /// The point from which the download can be resumed.
    package var resume: ResumePoint?
    /// The code of Foundation's error, in the domain of `NSURLError`; nil: only CFNetwork has one.
    package var code: Int?

    /// Foundation's names for failures that scenarios have no word for.
    package enum Code: Int {
        case badURL = -1000, unsupportedURL = -1002, cannotFindHost = -1003, userAuthenticationRequired = -1013
        case dataLengthExceedsMaximum = -1103
    }

    package init(_ kind: FailKind, code: Code? = nil, _ sentence: String) {
        self.kind = kind
        self.sentence = sentence
        self.code = code?.rawValue ?? kind.code
    }
}
