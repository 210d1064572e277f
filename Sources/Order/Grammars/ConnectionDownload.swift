// ConnectionDownload.swift: NSURLConnection with a download delegate.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// ```
/// CH       = A | p (a x?)? | a x?
/// PRE      = u? ( q | r | B | s | CH )*
/// download = PRE ( [W M]* Y | [W M]* E )
/// ```
enum ConnectionDownload: Grammar {
    enum Phase: UInt8, CaseIterable { case new, loading, challenged, writing, ended }

    static let first = Phase.new
    static let end = Phase.ended

    static func next(_ phase: Phase, _ callback: TracedCallback) -> Phase? {
        switch phase {
        case .new: callback == .connectionShouldUseCredentialStorage ? .loading : loading(callback)
        case .loading: loading(callback)
        case .challenged: callback == .didCancelAuthenticationChallenge ? .loading : loading(callback)
        case .writing: writing(callback)
        case .ended: nil
        }
    }

    private static func loading(_ callback: TracedCallback) -> Phase? {
        switch callback {
        case .willSendRequest, .willSendRequestAfterRedirect, .needNewBodyStream, .didSendBodyData,
            .canAuthenticateAgainstProtectionSpace, .willSendRequestForAuthenticationChallenge:
            .loading
        case .didReceiveAuthenticationChallenge: .challenged
        default: writing(callback)
        }
    }

    private static func writing(_ callback: TracedCallback) -> Phase? {
        switch callback {
        case .didWriteData, .connectionDidResumeDownloading: .writing
        case .connectionDidFinishDownloading, .didFailWithError: .ended
        default: nil
        }
    }

    static func breach(_ phase: Phase, _ callback: TracedCallback) -> GrammarBreach<Phase> {
        switch callback {
        // Callbacks of the data delegate are C15 in every phase.
        case .didReceiveResponse, .didReceiveData, .willCacheResponse: .of(.c15, phase)
        case .connectionDidFinishLoading where phase != .ended: .of(.c15, .ended)
        default: .of(phase == .ended ? .c9 : ConnectionLoad.tooLate(callback), phase)
        }
    }

    static func missing(_ phase: Phase) -> Rule? { phase == .ended ? nil : .c9 }

    static func title(_ phase: Phase) -> String {
        switch phase {
        case .new: "new"
        case .loading: "loading"
        case .challenged: "challenged"
        case .writing: "writing"
        case .ended: "ended"
        }
    }

    static func about(_ phase: Phase) -> String {
        switch phase {
        case .new: "nothing was told yet"
        case .loading: "the request is on its way"
        case .challenged: "only here it may be withdrawn"
        case .writing: "the body goes into a file"
        case .ended: "nothing comes any more"
        }
    }
}
