// FileDownload.swift: NSURLDownload and its delegate.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// ```
/// PRE  = b u? ( q | r | p (a x?)? | a x? )*
/// body = [R N] ( R | n | g )* ( t [n R]* )? C [n R]*
/// nd   = PRE ( body Z | ( [R N] (R | n | g)* (t [n R]*)? (C [n R]*)? )? E )
/// ```
enum FileDownload: Grammar {
    enum Phase: UInt8, CaseIterable {
        case new, begun, loading, challenged, responded, named, created, ended
    }

    static let first = Phase.new
    static let end = Phase.ended

    static func next(_ phase: Phase, _ callback: TracedCallback) -> Phase? {
        switch phase {
        case .new: callback == .downloadDidBegin ? .begun : nil
        case .begun: callback == .downloadShouldUseCredentialStorage ? .loading : loading(callback)
        case .loading: loading(callback)
        case .challenged: callback == .didCancelAuthenticationChallenge ? .loading : loading(callback)
        case .responded:
            switch callback {
            case .didReceiveResponse, .didReceiveDataOfLength, .shouldDecodeSourceDataOfMIMEType: .responded
            case .decideDestinationWithSuggestedFilename: .named
            case .didCreateDestination: .created
            case .didFailWithError: .ended
            default: nil
            }
        case .named:
            switch callback {
            case .didReceiveResponse, .didReceiveDataOfLength: .named
            case .didCreateDestination: .created
            case .didFailWithError: .ended
            default: nil
            }
        case .created:
            switch callback {
            case .didReceiveResponse, .didReceiveDataOfLength: .created
            case .downloadDidFinish, .didFailWithError: .ended
            default: nil
            }
        case .ended: nil
        }
    }

    private static func loading(_ callback: TracedCallback) -> Phase? {
        switch callback {
        case .willSendRequest, .willSendRequestAfterRedirect, .canAuthenticateAgainstProtectionSpace: .loading
        case .didReceiveAuthenticationChallenge: .challenged
        case .didReceiveResponse, .willResumeWithResponse: .responded
        case .didFailWithError: .ended
        default: nil
        }
    }

    static func breach(_ phase: Phase, _ callback: TracedCallback) -> GrammarBreach<Phase> {
        switch phase {
        case .ended: return .of(.n10, .ended)
        // Judged further as if b had come.
        case .new: return .of(.n1, next(.begun, callback) ?? breach(.begun, callback).next)
        default: break
        }
        let isBeforeResponse = phase == .begun || phase == .loading || phase == .challenged
        switch callback {
        case .downloadDidBegin, .downloadShouldUseCredentialStorage: return .of(.n1, phase)
        case .willSendRequest, .willSendRequestAfterRedirect: return .of(.n2, phase)
        case .canAuthenticateAgainstProtectionSpace, .didReceiveAuthenticationChallenge,
            .didCancelAuthenticationChallenge:
            return .of(.n3, phase)
        case .willResumeWithResponse: return .of(.n5, phase)
        case .didReceiveDataOfLength: return .of(.n4, .responded)
        case .shouldDecodeSourceDataOfMIMEType:
            return isBeforeResponse ? .of(.n4, .responded) : .of(.n7, phase)
        case .decideDestinationWithSuggestedFilename:
            return isBeforeResponse ? .of(.n4, .named) : .of(.n8, phase)
        case .didCreateDestination: return isBeforeResponse ? .of(.n4, .created) : .of(.n9, phase)
        case .downloadDidFinish: return .of(isBeforeResponse ? .n4 : .n9, .ended)
        default: return .of(.noSuchCallback, phase)
        }
    }

    static func missing(_ phase: Phase) -> Rule? { phase == .ended ? nil : .n10 }

    static func title(_ phase: Phase) -> String {
        switch phase {
        case .new: "new"
        case .begun: "begun"
        case .loading: "loading"
        case .challenged: "challenged"
        case .responded: "responded"
        case .named: "named"
        case .created: "file is there"
        case .ended: "ended"
        }
    }

    static func about(_ phase: Phase) -> String {
        switch phase {
        case .new: "nothing was told yet"
        case .begun: "the download was started"
        case .loading: "the request is on its way"
        case .challenged: "only here it may be withdrawn"
        case .responded: "a response came, or a resumed one"
        case .named: "the delegate was asked for a place"
        case .created: "the body goes into the file"
        case .ended: "nothing comes any more"
        }
    }
}
