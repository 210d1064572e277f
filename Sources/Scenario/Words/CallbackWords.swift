// CallbackWords.swift: what each callback may be followed by, and which APIs have it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum DecisionWord: String, WordSet, Sendable {
    case follow, refuse, to
    case byDefault = "default", use, trust, none, reject
    case same, body
    case allow, download
    case store, skip
    case yes, no
    case cancel, hold
}

/// The delegate API to which a line can be limited.
package enum APIStyle: String, WordSet, Sendable {
    case urlsession, nsurlconnection, nsurldownload, urlprotocol
}

/// What a client is asked for.
package enum ChallengeKind: String, WordSet, Sendable {
    case basic = "Basic"
    case digest = "Digest"
    case ntlm = "NTLM"
    case negotiate = "Negotiate"
    case form = "Form"
    case serverTrust = "ServerTrust"
    case clientCertificate = "ClientCertificate"
}

/// Why a load failed, in words that every client's errors can be put into.
package enum FailKind: String, WordSet, Sendable {
    /// The app or its delegate cancelled.
    case cancelled
    case timedOut = "timed-out"
    /// Refused, or nobody there.
    case cannotConnect = "cannot-connect"
    case hostNotFound = "host-not-found"
    /// Reset, FIN or TLS end of file before the reply was whole.
    case connectionLost = "connection-lost"
    case offline
    /// The handshake failed, or the server is not trusted.
    case tls
    case badURL = "bad-url"
    case unsupportedURL = "unsupported-url"
    /// No HTTP could be made of what came.
    case badResponse = "bad-response"
    case tooManyRedirects = "too-many-redirects"
    /// HTTP/2 was broken.
    case `protocol`
    /// A content coding could not be undone.
    case decoding
    /// The client gave up answering challenges.
    case authentication
    /// The proxy, or the tunnel through it.
    case proxy
    /// The body could not be sent (again).
    case body
    case noResume = "no-resume"
    /// The downloaded file could not be written, moved or opened.
    case file
    case tooLarge = "too-large"
    case other
}

extension CallbackKind: WordSet {
    /// How many values stand behind the name; nil: any number, joined to one.
    var subjectCount: ClosedRange<Int>? {
        switch self {
        case .redirect: 2...2
        case .response: 1...2
        case .canonical, .challenge, .sent, .informational, .resumed, .decode, .destination, .progress, .fail: 1...1
        case .challengeCancelled, .needBody, .waiting, .willCache, .created, .metrics, .finish: 0...0
        case .data, .file: nil
        }
    }

    /// What the values are, in the reference's words.
    package var subjectForm: String {
        switch self {
        case .canonical: "URL"
        case .redirect: "STATUS URL"
        case .challenge, .fail: "KIND"
        case .informational: "STATUS"
        case .response: "STATUS [TYPE]"
        case .sent, .resumed, .progress: "N/TOTAL"
        case .decode: "TYPE"
        case .destination: "NAME"
        case .data, .file: "[BYTES]"
        case .challengeCancelled, .needBody, .waiting, .willCache, .created, .metrics, .finish: ""
        }
    }

    /// The reported fields that can be compared; `after` can be on every line.
    package var fieldNames: [String] {
        switch self {
        case .redirect, .canonical: ["method"]
        case .challenge, .challengeCancelled: ["realm", "failures", "proxy", "host"]
        case .response: ["length", "encoding", "filename", "url"]
        case .willCache: ["storage"]
        case .needBody, .sent, .waiting, .informational, .data, .resumed, .decode, .destination, .created, .progress,
            .file, .metrics, .finish, .fail:
            []
        }
    }

    /// Whether header fields can be indented below: the new request's, or the reply's.
    package var hasHeader: Bool {
        switch self {
        case .canonical, .redirect, .informational, .response: true
        case .challenge, .challengeCancelled, .needBody, .sent, .waiting, .data, .willCache, .resumed, .decode,
            .destination, .created, .progress, .file, .metrics, .finish, .fail:
            false
        }
    }

    /// What the delegate can decide, the default first; `cancel` and `hold` go without saying.
    package var decisions: [DecisionWord] {
        switch self {
        case .canonical: [.follow, .to, .refuse]
        case .redirect: [.follow, .refuse, .to]
        case .challenge: [.byDefault, .use, .trust, .none, .reject]
        case .needBody: [.same, .body, .none]
        case .response: [.allow, .download]
        case .willCache: [.store, .skip]
        case .decode: [.yes, .no]
        case .destination: [.to]
        case .challengeCancelled, .sent, .waiting, .informational, .data, .resumed, .created, .progress, .file,
            .metrics, .finish, .fail:
            []
        }
    }

    /// The APIs that can report it.
    package var styles: [APIStyle] {
        switch self {
        case .redirect, .challenge, .response, .finish, .fail: APIStyle.allCases
        case .canonical: [.nsurlconnection, .nsurldownload]
        case .challengeCancelled: [.nsurlconnection, .nsurldownload, .urlprotocol]
        case .data: [.urlsession, .nsurlconnection, .urlprotocol]
        case .needBody, .sent, .willCache: [.urlsession, .nsurlconnection]
        // NSURLDownload has no callback for it: the file is looked at as the download finishes.
        case .resumed, .progress, .file: [.urlsession, .nsurlconnection, .nsurldownload]
        case .waiting, .informational, .metrics: [.urlsession]
        case .decode, .destination, .created: [.nsurldownload]
        }
    }
}
