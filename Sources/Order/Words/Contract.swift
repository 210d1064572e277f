// Contract.swift: the seven contracts by name, with their grammars and callbacks.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The promises of one API about the order of its callbacks.
package enum Contract: String, CaseIterable, Sendable {
    case urlsessionData = "urlsession-data"
    case urlsessionDownload = "urlsession-download"
    case urlsessionHandler = "urlsession-handler"
    case nsurlconnectionData = "nsurlconnection-data"
    case nsurlconnectionDownload = "nsurlconnection-download"
    case nsurldownload = "nsurldownload"
    case urlprotocolClient = "urlprotocol-client"

    package var name: String { rawValue }

    package enum Family: CaseIterable, Sendable {
        case session, connection, download, client
    }

    package var family: Family {
        switch self {
        case .urlsessionData, .urlsessionDownload, .urlsessionHandler: .session
        case .nsurlconnectionData, .nsurlconnectionDownload: .connection
        case .nsurldownload: .download
        case .urlprotocolClient: .client
        }
    }

    /// The loads that this contract is for, in one line.
    package var about: String {
        switch self {
        case .urlsessionData: "URLSession: a data or upload task with a delegate"
        case .urlsessionDownload: "URLSession: a download task with a delegate"
        case .urlsessionHandler: "URLSession: a task with a completion handler, or awaited"
        case .nsurlconnectionData: "NSURLConnection with a data delegate"
        case .nsurlconnectionDownload: "NSURLConnection with a download delegate"
        case .nsurldownload: "NSURLDownload and its delegate"
        case .urlprotocolClient: "URLProtocol: what one instance tells its client"
        }
    }

    /// The order in letters, as the document gives it. Guards and questions come on top.
    package var grammar: [String] {
        switch self {
        case .urlsessionData:
            [
                "PRE     = c? [d w S A B s i r]*",
                "DATA    = R [D s]*",
                "data    = PRE ( DATA+ H? m? Z | DATA* m? E )",
                "become  = PRE R K ( W* F m? Z | W* m? E )",
                "task    = data | become",
            ]
        case .urlsessionDownload:
            [
                "PRE     = c? [d w S A B s i r]*",
                "task    = PRE ( O? W* F m? Z | O? W* F? m? E )",
            ]
        case .urlsessionHandler:
            ["task    = c? [d w S A B s i r m]* X"]
        case .nsurlconnectionData:
            [
                "CH      = A | p (a x?)? | a x?",
                "PRE     = u? ( q | r | B | s | CH )*",
                "task    = PRE ( (R D*)+ H? Z | (R D*)* H? E )",
            ]
        case .nsurlconnectionDownload:
            [
                "CH      = A | p (a x?)? | a x?",
                "PRE     = u? ( q | r | B | s | CH )*",
                "task    = PRE ( [W M]* Y | [W M]* E )",
            ]
        case .nsurldownload:
            [
                "PRE     = b u? ( q | r | p (a x?)? | a x? )*",
                "body    = [R N] ( R | n | g )* ( t [n R]* )? C [n R]*",
                "task    = PRE ( body Z | ( [R N] (R | n | g)* (t [n R]*)? (C [n R]*)? )? E )",
            ]
        case .urlprotocolClient:
            [
                "PRE     = ( r | a [! x] )*",
                "task    = L ( PRE v? R D* Z | PRE ( v? R D* )? E | PRE ( a? | v? (R D*)? ) ) T?",
            ]
        }
    }

    /// Letters and what they stand for, in the order of the document.
    package var alphabet: [(letter: Character, callback: TracedCallback)] {
        switch family {
        case .session: Self.sessionLetters
        case .connection: Self.connectionLetters
        case .download: Self.downloadLetters
        case .client: Self.clientLetters
        }
    }

    private static let sessionLetters: [(Character, TracedCallback)] = [
        ("c", .didCreateTask), ("d", .willBeginDelayedRequest), ("w", .taskIsWaitingForConnectivity),
        ("S", .didReceiveSessionChallenge), ("A", .didReceiveChallenge), ("B", .needNewBodyStream),
        ("s", .didSendBodyData), ("i", .didReceiveInformationalResponse), ("r", .willPerformHTTPRedirection),
        ("R", .didReceiveResponse), ("K", .didBecomeDownloadTask), ("J", .didBecomeStreamTask),
        ("D", .didReceiveData), ("H", .willCacheResponse), ("O", .didResumeAtOffset), ("W", .didWriteData),
        ("F", .didFinishDownloadingTo), ("m", .didFinishCollectingMetrics), ("Z", .didComplete),
        ("E", .didCompleteWithError), ("X", .completionHandler), ("I", .didBecomeInvalid),
    ]

    private static let connectionLetters: [(Character, TracedCallback)] = [
        ("u", .connectionShouldUseCredentialStorage), ("q", .willSendRequest), ("r", .willSendRequestAfterRedirect),
        ("p", .canAuthenticateAgainstProtectionSpace), ("a", .didReceiveAuthenticationChallenge),
        ("x", .didCancelAuthenticationChallenge), ("A", .willSendRequestForAuthenticationChallenge),
        ("B", .needNewBodyStream), ("s", .didSendBodyData), ("R", .didReceiveResponse), ("D", .didReceiveData),
        ("H", .willCacheResponse), ("Z", .connectionDidFinishLoading), ("E", .didFailWithError),
        ("W", .didWriteData), ("M", .connectionDidResumeDownloading), ("Y", .connectionDidFinishDownloading),
    ]

    private static let downloadLetters: [(Character, TracedCallback)] = [
        ("b", .downloadDidBegin), ("u", .downloadShouldUseCredentialStorage), ("q", .willSendRequest),
        ("r", .willSendRequestAfterRedirect), ("p", .canAuthenticateAgainstProtectionSpace),
        ("a", .didReceiveAuthenticationChallenge), ("x", .didCancelAuthenticationChallenge),
        ("R", .didReceiveResponse), ("N", .willResumeWithResponse), ("n", .didReceiveDataOfLength),
        ("g", .shouldDecodeSourceDataOfMIMEType), ("t", .decideDestinationWithSuggestedFilename),
        ("C", .didCreateDestination), ("Z", .downloadDidFinish), ("E", .didFailWithError),
    ]

    private static let clientLetters: [(Character, TracedCallback)] = [
        ("L", .startLoading), ("T", .stopLoading), ("r", .wasRedirectedTo), ("a", .didReceiveChallenge),
        ("!", .reply), ("x", .didCancelChallenge), ("v", .cachedResponseIsValid), ("R", .didReceiveResponse),
        ("D", .didLoadData), ("Z", .didFinishLoading), ("E", .didFailWithError),
    ]

    /// Whether the API of this contract has such a callback at all.
    package func knows(_ callback: TracedCallback) -> Bool { vocabulary.contains(callback) }

    /// The callbacks that have a letter in the contract's alphabet.
    var vocabulary: CallbackSet {
        switch family {
        case .session: Self.sessionWords
        case .connection: Self.connectionWords
        case .download: Self.downloadWords
        case .client: Self.clientWords
        }
    }

    private static let sessionWords = CallbackSet(sessionLetters.map(\.1))
    private static let connectionWords = CallbackSet(connectionLetters.map(\.1))
    private static let downloadWords = CallbackSet(downloadLetters.map(\.1))
    private static let clientWords = CallbackSet(clientLetters.map(\.1))
}

/// A set of callbacks as the bits of one integer.
package struct CallbackSet: Sendable, Equatable {
    private var bits: UInt64 = 0

    package init(_ callbacks: some Sequence<TracedCallback>) {
        for callback in callbacks { insert(callback) }
    }

    package mutating func insert(_ callback: TracedCallback) { bits |= 1 << UInt64(callback.rawValue) }
    package func contains(_ callback: TracedCallback) -> Bool { bits & 1 << UInt64(callback.rawValue) != 0 }
    package var isEmpty: Bool { bits == 0 }

    /// The callbacks in the order of their declaration.
    package var members: [TracedCallback] { TracedCallback.allCases.filter(contains) }
}

extension Contract {
    /// The letters that the contract's grammar uses.
    package var letters: Set<Character> {
        var letters: Set<Character> = []
        for line in grammar {
            for word in line.drop(while: { $0 != "=" }).split(whereSeparator: { " ()[]|?*+=".contains($0) })
            where word.count == 1 {
                letters.insert(word.first!)
            }
        }
        return letters
    }

    /// The rules that can apply to this contract, those of every contract at the end.
    package var rules: [Rule] {
        let own = Rule.rules(of: family).filter { !absent.contains($0) }
        return own + Rule.ofEveryContract
    }

    private var absent: Set<Rule> {
        switch self {
        case .urlsessionData: [.ud4, .uOneX]
        case .urlsessionDownload:
            [.u10, .u11, .u12, .u13, .uOneR, .uRBeforeA, .uZWithoutR, .uBecome, .uOneX]
        case .urlsessionHandler:
            [
                .u10, .u11, .u12, .u13, .u15, .u1XX, .uOneR, .uRBeforeA, .uZWithoutR, .uAfterZ, .uTwoZ, .uBecome, .ud1,
                .ud2,
                .ud3, .ud4,
            ]
        case .nsurlconnectionDownload: [.c5, .c6, .c7, .c8]
        case .nsurlconnectionData, .nsurldownload, .urlprotocolClient: []
        }
    }
}
