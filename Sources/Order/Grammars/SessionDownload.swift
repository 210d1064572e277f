// SessionDownload.swift: URLSession, a download task with a delegate.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// ```
/// PRE      = c? [d w S A B s i r]*
/// download = PRE ( O? W* F m? Z | O? W* F? m? E )
/// ```
///
/// E may come behind F: the file could not be moved, or the load failed after it was whole.
enum SessionDownload: Grammar {
    enum Phase: UInt8, CaseIterable {
        case new, loading, resumed, writing, downloaded
        case measuredEarly, measured
        case ended
    }

    static let first = Phase.new
    static let end = Phase.ended

    static func next(_ phase: Phase, _ callback: TracedCallback) -> Phase? {
        switch phase {
        case .new: callback == .didCreateTask ? .loading : loading(callback)
        case .loading: loading(callback)
        case .resumed, .writing: writing(callback)
        case .downloaded:
            switch callback {
            case .didFinishCollectingMetrics: .measured
            case .didComplete, .didCompleteWithError: .ended
            default: nil
            }
        case .measuredEarly: callback == .didCompleteWithError ? .ended : nil
        case .measured: callback == .didComplete || callback == .didCompleteWithError ? .ended : nil
        case .ended: nil
        }
    }

    private static func loading(_ callback: TracedCallback) -> Phase? {
        switch callback {
        case .willBeginDelayedRequest, .taskIsWaitingForConnectivity, .didReceiveSessionChallenge,
            .didReceiveChallenge, .needNewBodyStream, .didSendBodyData, .didReceiveInformationalResponse,
            .willPerformHTTPRedirection:
            .loading
        case .didResumeAtOffset: .resumed
        default: writing(callback)
        }
    }

    private static func writing(_ callback: TracedCallback) -> Phase? {
        switch callback {
        case .didWriteData: .writing
        case .didFinishDownloadingTo: .downloaded
        case .didFinishCollectingMetrics: .measuredEarly
        case .didCompleteWithError: .ended
        default: nil
        }
    }

    static func breach(_ phase: Phase, _ callback: TracedCallback) -> GrammarBreach<Phase> {
        if phase == .ended { return .of(SessionBreaches.afterTheEnd(callback), .ended) }
        switch callback {
        case .didReceiveResponse, .didReceiveData, .willCacheResponse, .didBecomeDownloadTask: return .of(.ud4, phase)
        case .completionHandler: return .of(.ud5, phase)
        case .didComplete: return .of(.ud3, .ended)
        default: break
        }
        // Judged further as if the metrics had come where they belong.
        if phase == .measuredEarly, callback == .didFinishDownloadingTo { return .of(.u14, .measured) }
        if phase == .measuredEarly || phase == .measured { return .of(.u14, phase) }
        switch callback {
        case .didResumeAtOffset: return .of(.ud1, phase)
        case .didWriteData: return .of(.ud2, phase)
        case .didFinishDownloadingTo: return .of(.ud3, phase)
        // A download has no R that the challenge would have to precede, but the body of the 401 has begun.
        case .didReceiveChallenge: return .of(.u8, phase)
        default: return .of(SessionBreaches.tooLate(callback), phase)
        }
    }

    static func missing(_ phase: Phase) -> Rule? { phase == .ended ? nil : .u15 }

    static func title(_ phase: Phase) -> String {
        switch phase {
        case .new: "new"
        case .loading: "loading"
        case .resumed: "resumed"
        case .writing: "writing"
        case .downloaded: "file is there"
        case .measuredEarly, .measured: "measured"
        case .ended: "ended"
        }
    }

    static func about(_ phase: Phase) -> String {
        switch phase {
        case .new: "nothing was told yet"
        case .loading: "the request is on its way"
        case .resumed: "goes on where it broke off"
        case .writing: "the body goes into a file"
        case .downloaded: "the file was handed over"
        case .measuredEarly: "the download failed"
        case .measured: "the load is over"
        case .ended: "nothing comes any more"
        }
    }
}
