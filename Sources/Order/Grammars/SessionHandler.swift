// SessionHandler.swift: URLSession, a task with a completion handler, or one that is awaited.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// ```
/// handler = c? [d w S A B s i r m]* X
/// ```
///
/// Response, data and end come in X, not to a delegate; challenges and redirects still go to a delegate.
enum SessionHandler: Grammar {
    enum Phase: UInt8, CaseIterable { case new, loading, returned }

    static let first = Phase.new
    static let end = Phase.returned

    static func next(_ phase: Phase, _ callback: TracedCallback) -> Phase? {
        switch phase {
        case .new: callback == .didCreateTask ? .loading : loading(callback)
        case .loading: loading(callback)
        case .returned: nil
        }
    }

    private static func loading(_ callback: TracedCallback) -> Phase? {
        switch callback {
        case .willBeginDelayedRequest, .taskIsWaitingForConnectivity, .didReceiveSessionChallenge,
            .didReceiveChallenge, .needNewBodyStream, .didSendBodyData, .didReceiveInformationalResponse,
            .willPerformHTTPRedirection, .didFinishCollectingMetrics:
            .loading
        case .completionHandler: .returned
        default: nil
        }
    }

    static func breach(_ phase: Phase, _ callback: TracedCallback) -> GrammarBreach<Phase> {
        switch callback {
        case .didReceiveResponse, .didReceiveData, .willCacheResponse, .didBecomeDownloadTask, .didResumeAtOffset,
            .didWriteData, .didFinishDownloadingTo, .didComplete, .didCompleteWithError:
            .of(.ud5, phase)
        case .didBecomeStreamTask: .of(.noSuchCallback, phase)
        default: .of(phase == .returned ? .uOneX : SessionBreaches.tooLate(callback), phase)
        }
    }

    static func missing(_ phase: Phase) -> Rule? { phase == .returned ? nil : .uOneX }

    static func title(_ phase: Phase) -> String {
        switch phase {
        case .new: "new"
        case .loading: "loading"
        case .returned: "returned"
        }
    }

    static func about(_ phase: Phase) -> String {
        switch phase {
        case .new: "nothing was told yet"
        case .loading: "the request is on its way, or the reply"
        case .returned: "nothing comes any more"
        }
    }
}
