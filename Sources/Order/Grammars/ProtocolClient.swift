// ProtocolClient.swift: URLProtocol, what one instance tells its client.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// ```
/// PRE = ( r | a [! x] )*
/// pc  = L ( PRE v? R D* Z | PRE ( v? R D* )? E | PRE ( a? | v? (R D*)? ) ) T?
/// ```
///
/// The last branch is a load that is stopped while it runs, perhaps with a challenge open.
enum ProtocolClient: Grammar {
    enum Phase: UInt8, CaseIterable {
        case new, started, challenged, validated, receiving, ended, stopped
    }

    static let first = Phase.new
    static let end = Phase.stopped

    static func next(_ phase: Phase, _ callback: TracedCallback) -> Phase? {
        switch phase {
        case .new: callback == .startLoading ? .started : nil
        case .started:
            switch callback {
            case .wasRedirectedTo: .started
            case .didReceiveChallenge: .challenged
            case .cachedResponseIsValid: .validated
            case .didReceiveResponse: .receiving
            case .didFailWithError: .ended
            case .stopLoading: .stopped
            default: nil
            }
        case .challenged:
            switch callback {
            case .reply, .didCancelChallenge: .started
            case .stopLoading: .stopped
            default: nil
            }
        case .validated:
            switch callback {
            case .didReceiveResponse: .receiving
            case .stopLoading: .stopped
            default: nil
            }
        case .receiving:
            switch callback {
            case .didLoadData: .receiving
            case .didFinishLoading, .didFailWithError: .ended
            case .stopLoading: .stopped
            default: nil
            }
        case .ended: callback == .stopLoading ? .stopped : nil
        case .stopped: nil
        }
    }

    static func breach(_ phase: Phase, _ callback: TracedCallback) -> GrammarBreach<Phase> {
        switch callback {
        case .startLoading: return .of(.pStart, phase)
        // A reply without a question is the delegate's fault, not the protocol's.
        case .reply: return .of(.question, phase)
        default: break
        }
        switch phase {
        case .stopped: return .of(.p8, .stopped)
        case .ended: return .of(.p7, .ended)
        // Judged further as if L had come.
        case .new: return .of(.pStart, next(.started, callback) ?? breach(.started, callback).next)
        case .challenged:
            if callback == .didFailWithError { return .of(.p6, .ended) }
            return .of(.p5, next(.started, callback) ?? breach(.started, callback).next)
        case .started, .validated, .receiving: break
        }
        switch callback {
        case .didReceiveResponse: return .of(.p2, phase)
        case .didLoadData: return .of(.p2, .receiving)
        case .didFinishLoading: return .of(.p2, .ended)
        case .didCancelChallenge: return .of(.p5, phase)
        case .wasRedirectedTo, .didReceiveChallenge: return .of(phase == .validated ? .p13 : .p1, phase)
        case .didFailWithError: return .of(.p13, .ended)
        case .cachedResponseIsValid: return .of(.p13, phase)
        default: return .of(.noSuchCallback, phase)
        }
    }

    static func missing(_ phase: Phase) -> Rule? { phase == .new ? .pStart : nil }

    static func title(_ phase: Phase) -> String {
        switch phase {
        case .new: "new"
        case .started: "started"
        case .challenged: "challenge open"
        case .validated: "cache is valid"
        case .receiving: "receiving"
        case .ended: "ended"
        case .stopped: "stopped"
        }
    }

    static func about(_ phase: Phase) -> String {
        switch phase {
        case .new: "nothing was told yet"
        case .started: "before the response"
        case .challenged: "only its answer, or its withdrawal"
        case .validated: "the cached response may be used"
        case .receiving: "the response and its body"
        case .ended: "the client hears nothing more"
        case .stopped: "the client hears nothing more"
        }
    }
}
