// ConnectionLoad.swift: NSURLConnection with a data delegate.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// ```
/// CH   = A | p (a x?)? | a x?
/// PRE  = u? ( q | r | B | s | CH )*
/// data = PRE ( (R D*)+ H? Z | (R D*)* H? E )
/// ```
///
/// By the letters H may come without a response, if the load then fails.
enum ConnectionLoad: Grammar {
    enum Phase: UInt8, CaseIterable {
        case new, loading, challenged, receiving, cached, cachedEarly, ended
    }

    static let first = Phase.new
    static let end = Phase.ended

    static func next(_ phase: Phase, _ callback: TracedCallback) -> Phase? {
        switch phase {
        case .new: callback == .connectionShouldUseCredentialStorage ? .loading : loading(callback)
        case .loading: loading(callback)
        case .challenged: callback == .didCancelAuthenticationChallenge ? .loading : loading(callback)
        case .receiving:
            switch callback {
            case .didReceiveResponse, .didReceiveData: .receiving
            case .willCacheResponse: .cached
            case .connectionDidFinishLoading, .didFailWithError: .ended
            default: nil
            }
        case .cached: callback == .connectionDidFinishLoading || callback == .didFailWithError ? .ended : nil
        case .cachedEarly: callback == .didFailWithError ? .ended : nil
        case .ended: nil
        }
    }

    private static func loading(_ callback: TracedCallback) -> Phase? {
        switch callback {
        case .willSendRequest, .willSendRequestAfterRedirect, .needNewBodyStream, .didSendBodyData,
            .canAuthenticateAgainstProtectionSpace, .willSendRequestForAuthenticationChallenge:
            .loading
        case .didReceiveAuthenticationChallenge: .challenged
        case .didReceiveResponse: .receiving
        case .willCacheResponse: .cachedEarly
        case .didFailWithError: .ended
        default: nil
        }
    }

    static func breach(_ phase: Phase, _ callback: TracedCallback) -> GrammarBreach<Phase> {
        if phase == .ended { return .of(.c9, .ended) }
        let isCached = phase == .cached || phase == .cachedEarly
        switch callback {
        case .connectionDidFinishLoading: return .of(.c6, .ended)
        case .didReceiveData: return isCached ? .of(.c7, phase) : .of(.c6, .receiving)
        case .willCacheResponse, .didReceiveResponse: return .of(.c8, phase)
        default: return .of(tooLate(callback), phase)
        }
    }

    /// The rule that a callback breaks if it comes behind the response, and belongs before it.
    static func tooLate(_ callback: TracedCallback) -> Rule {
        switch callback {
        case .connectionShouldUseCredentialStorage: .c11
        case .willSendRequest, .willSendRequestAfterRedirect: .c1
        case .canAuthenticateAgainstProtectionSpace, .didReceiveAuthenticationChallenge,
            .didCancelAuthenticationChallenge, .willSendRequestForAuthenticationChallenge:
            .c2
        case .needNewBodyStream: .c13
        case .didSendBodyData: .c14
        case .didWriteData, .connectionDidResumeDownloading, .connectionDidFinishDownloading: .c15
        default: .noSuchCallback
        }
    }

    static func missing(_ phase: Phase) -> Rule? { phase == .ended ? nil : .c9 }

    static func title(_ phase: Phase) -> String {
        switch phase {
        case .new: "new"
        case .loading: "loading"
        case .challenged: "challenged"
        case .receiving: "receiving"
        case .cached: "to be cached"
        case .cachedEarly: "asked too soon"
        case .ended: "ended"
        }
    }

    static func about(_ phase: Phase) -> String {
        switch phase {
        case .new: "nothing was told yet"
        case .loading: "the request is on its way"
        case .challenged: "only here it may be withdrawn"
        case .receiving: "the body comes"
        case .cached: "the body is whole"
        case .cachedEarly: "the load can only fail"
        case .ended: "nothing comes any more"
        }
    }
}
