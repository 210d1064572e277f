// SessionBreaches.swift: which rule is broken, where the three contracts of URLSession agree.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum SessionBreaches {
    static func afterTheEnd(_ callback: TracedCallback) -> Rule {
        callback == .didComplete || callback == .didCompleteWithError ? .uTwoZ : .uAfterZ
    }

    /// The rule that a callback breaks if it belongs before the response, and comes behind it or behind data or a file.
    static func tooLate(_ callback: TracedCallback) -> Rule {
        switch callback {
        case .didCreateTask: .u1
        case .willBeginDelayedRequest: .u2
        case .taskIsWaitingForConnectivity: .u3
        case .didReceiveSessionChallenge: .u4
        case .didReceiveChallenge: .uRBeforeA
        case .needNewBodyStream: .u6
        case .didSendBodyData: .u7
        case .didReceiveInformationalResponse: .u1XX
        case .willPerformHTTPRedirection: .u9
        default: .noSuchCallback
        }
    }
}
