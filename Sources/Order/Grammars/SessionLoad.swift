// SessionLoad.swift: URLSession, a data or upload task with a delegate.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// ```
/// PRE     = c? [d w S A B s i r]*
/// DATA    = R [D s]*
/// data    = PRE ( DATA+ H? m? Z | DATA* m? E )
/// become  = PRE R K ( W* F m? Z | W* m? E )
/// ```
///
/// `s` after R, for a reply while the body is still being sent, is not documented, and allowed. A data
/// task that becomes a download ends at K without a Z of its own; what follows is the download's.
enum SessionLoad: Grammar {
    enum Phase: UInt8, CaseIterable {
        case new, loading, responded, receiving, cached
        case becoming, downloaded
        case measuredEarly, measured, measuredCached, measuredWriting, measuredFile
        case ended
    }

    static let first = Phase.new
    static let end = Phase.ended

    static func next(_ phase: Phase, _ callback: TracedCallback) -> Phase? {
        switch phase {
        case .new: callback == .didCreateTask ? .loading : loading(callback)
        case .loading: loading(callback)
        case .responded: callback == .didBecomeDownloadTask ? .becoming : receiving(callback)
        case .receiving: receiving(callback)
        case .cached:
            switch callback {
            case .didFinishCollectingMetrics: .measuredCached
            case .didComplete: .ended
            default: nil
            }
        case .becoming:
            switch callback {
            case .didWriteData: .becoming
            case .didFinishDownloadingTo: .downloaded
            case .didFinishCollectingMetrics: .measuredWriting
            case .didCompleteWithError: .ended
            default: nil
            }
        case .downloaded:
            switch callback {
            case .didFinishCollectingMetrics: .measuredFile
            case .didComplete: .ended
            default: nil
            }
        case .measuredEarly, .measuredWriting: callback == .didCompleteWithError ? .ended : nil
        case .measured: callback == .didComplete || callback == .didCompleteWithError ? .ended : nil
        case .measuredCached, .measuredFile: callback == .didComplete ? .ended : nil
        case .ended: nil
        }
    }

    private static func loading(_ callback: TracedCallback) -> Phase? {
        switch callback {
        case .willBeginDelayedRequest, .taskIsWaitingForConnectivity, .didReceiveSessionChallenge,
            .didReceiveChallenge, .needNewBodyStream, .didSendBodyData, .didReceiveInformationalResponse,
            .willPerformHTTPRedirection:
            .loading
        case .didReceiveResponse: .responded
        case .didFinishCollectingMetrics: .measuredEarly
        case .didCompleteWithError: .ended
        default: nil
        }
    }

    private static func receiving(_ callback: TracedCallback) -> Phase? {
        switch callback {
        case .didReceiveData, .didSendBodyData, .didReceiveResponse: .receiving
        case .willCacheResponse: .cached
        case .didFinishCollectingMetrics: .measured
        case .didComplete, .didCompleteWithError: .ended
        default: nil
        }
    }

    static func breach(_ phase: Phase, _ callback: TracedCallback) -> GrammarBreach<Phase> {
        switch phase {
        case .ended: return .of(SessionBreaches.afterTheEnd(callback), .ended)
        case .measuredEarly, .measured, .measuredCached, .measuredWriting, .measuredFile:
            if callback != .didComplete, callback != .didCompleteWithError {
                return .of(.u14, measuredTooSoon(phase, callback))
            }
        default: break
        }
        let isDownload = phase == .becoming || phase == .downloaded
        switch callback {
        case .didComplete:
            switch phase {
            case .becoming, .measuredWriting: return .of(.ud3, .ended)
            default: return .of(.uZWithoutR, .ended)
            }
        case .didCompleteWithError:
            return .of(phase == .downloaded || phase == .measuredFile ? .ud3 : .u12, .ended)
        case .didReceiveData:
            if isDownload { return .of(.u11, phase) }
            return phase == .cached ? .of(.u12, .cached) : .of(.u10, .receiving)
        case .willCacheResponse:
            if isDownload { return .of(.uBecome, phase) }
            return phase == .cached ? .of(.u12, .cached) : .of(.u10, .cached)
        case .didReceiveResponse: return .of(phase == .cached ? .u12 : .uBecome, phase)
        case .didBecomeDownloadTask:
            return phase == .new || phase == .loading ? .of(.u10, .becoming) : .of(.uBecome, phase)
        case .didWriteData: return .of(phase == .downloaded ? .ud2 : .uBecome, phase)
        case .didFinishDownloadingTo: return .of(phase == .downloaded ? .ud3 : .uBecome, phase)
        case .didResumeAtOffset: return .of(.ud1, phase)
        case .completionHandler: return .of(.ud5, phase)
        default: return .of(SessionBreaches.tooLate(callback), phase)
        }
    }

    /// The phase from which judging continues: as if the metrics had come where they belong.
    private static func measuredTooSoon(_ phase: Phase, _ callback: TracedCallback) -> Phase {
        switch (phase, callback) {
        case (.measuredEarly, .didReceiveResponse), (.measuredEarly, .didReceiveData): .measured
        case (.measuredEarly, .didBecomeDownloadTask): .measuredWriting
        case (.measuredWriting, .didFinishDownloadingTo): .measuredFile
        default: phase
        }
    }

    static func missing(_ phase: Phase) -> Rule? { phase == .ended ? nil : .u15 }

    static func title(_ phase: Phase) -> String {
        switch phase {
        case .new: "new"
        case .loading: "loading"
        case .responded: "first response"
        case .receiving: "receiving"
        case .cached: "to be cached"
        case .becoming: "now a download"
        case .downloaded: "file is there"
        case .measuredEarly, .measured, .measuredCached, .measuredWriting, .measuredFile: "measured"
        case .ended: "ended"
        }
    }

    static func about(_ phase: Phase) -> String {
        switch phase {
        case .new: "nothing was told yet"
        case .loading: "the request is on its way"
        case .responded: "nothing of its body yet"
        case .receiving: "the body comes"
        case .cached: "the body is whole"
        case .becoming: "the body goes into a file"
        case .downloaded: "the file was handed over"
        case .measuredEarly: "the load failed before a response"
        case .measured: "the load is over"
        case .measuredCached: "the load is over, and went well"
        case .measuredWriting: "the download failed"
        case .measuredFile: "the download went well"
        case .ended: "nothing comes any more"
        }
    }
}
