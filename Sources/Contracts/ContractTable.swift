// ContractTable.swift: the callbacks of the language, and their names in an API's contract.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainOrder
import QuintainScenario
import QuintainTalk
import QuintainWords

/// The one place where the language's words and the names of the contracts meet.
enum ContractTable {
    /// The contract for a load; nil: no document orders its callbacks.
    static func contract(_ style: APIStyle, _ kind: LoadKind) -> Contract? {
        switch (style, kind) {
        case (.urlsession, .data), (.urlsession, .upload), (.urlsession, .stream): .urlsessionData
        case (.urlsession, .download): .urlsessionDownload
        case (.urlsession, .handler), (.urlsession, .async), (.urlsession, .sync): .urlsessionHandler
        case (.nsurlconnection, .data), (.nsurlconnection, .upload), (.nsurlconnection, .stream): .nsurlconnectionData
        case (.nsurlconnection, .download): .nsurlconnectionDownload
        case (.nsurldownload, .data), (.nsurldownload, .download): .nsurldownload
        case (.urlprotocol, .data), (.urlprotocol, .upload), (.urlprotocol, .stream): .urlprotocolClient
        case (.nsurlconnection, .handler), (.nsurlconnection, .async), (.nsurlconnection, .sync): nil
        case (.nsurldownload, _), (.urlprotocol, _), (_, .events): nil
        }
    }

    /// The callbacks that a client must be able to report for its order to be judged: without them, a missing one may
    /// have come.
    static func needed(_ contract: Contract) -> Set<CallbackKind> {
        switch contract {
        case .urlsessionData, .nsurlconnectionData, .urlprotocolClient: [.response, .data, .finish, .fail]
        case .urlsessionDownload, .nsurlconnectionDownload: [.file, .finish, .fail]
        case .urlsessionHandler: [.finish, .fail]
        case .nsurldownload: [.response, .created, .finish, .fail]
        }
    }

    /// The callback that comes before the first reported one, if the language has no word for it.
    static func opening(_ contract: Contract) -> TracedCallback? {
        switch contract {
        case .nsurldownload: .downloadDidBegin
        case .urlprotocolClient: .startLoading
        case .urlsessionData, .urlsessionDownload, .urlsessionHandler, .nsurlconnectionData, .nsurlconnectionDownload:
            nil
        }
    }

    /// The callback under its name in the contract, or under another API's name if the contract has none. nil: no
    /// delegate gets this callback there, or another callback stands for it already.
    static func callback(_ reported: ReportedCallback, _ contract: Contract) -> TracedCallback? {
        switch contract.family {
        case .session: session(reported, contract)
        case .connection: connection(reported.kind, contract)
        case .download: download(reported.kind)
        case .client: client(reported.kind)
        }
    }

    private static func session(_ reported: ReportedCallback, _ contract: Contract) -> TracedCallback? {
        let completes = contract == .urlsessionHandler
        switch reported.kind {
        case .redirect: return .willPerformHTTPRedirection
        case .challenge: return authority(reported) == .session ? .didReceiveSessionChallenge : .didReceiveChallenge
        case .needBody: return .needNewBodyStream
        case .sent: return .didSendBodyData
        case .waiting: return .taskIsWaitingForConnectivity
        case .informational: return .didReceiveInformationalResponse
        // A download has no such callback: the driver reads it off the task.
        case .response: return contract == .urlsessionData ? .didReceiveResponse : nil
        case .data: return completes ? nil : .didReceiveData
        case .willCache: return .willCacheResponse
        case .resumed: return .didResumeAtOffset
        case .progress: return .didWriteData
        case .file: return completes ? nil : .didFinishDownloadingTo
        case .metrics: return .didFinishCollectingMetrics
        case .finish: return completes ? .completionHandler : .didComplete
        case .fail: return completes ? .completionHandler : .didCompleteWithError
        case .canonical, .challengeCancelled, .decode, .destination, .created: return foreign(reported.kind)
        case .event: return nil
        }
    }

    private static func connection(_ kind: CallbackKind, _ contract: Contract) -> TracedCallback? {
        let isDownload = contract == .nsurlconnectionDownload
        switch kind {
        case .canonical: return .willSendRequest
        case .redirect: return .willSendRequestAfterRedirect
        case .challenge: return .didReceiveAuthenticationChallenge
        case .challengeCancelled: return .didCancelAuthenticationChallenge
        case .needBody: return .needNewBodyStream
        case .sent: return .didSendBodyData
        case .response: return isDownload ? nil : .didReceiveResponse
        case .data: return .didReceiveData
        case .willCache: return .willCacheResponse
        case .resumed: return .connectionDidResumeDownloading
        case .progress: return .didWriteData
        // A download ends well with its file.
        case .file: return .connectionDidFinishDownloading
        case .finish: return isDownload ? nil : .connectionDidFinishLoading
        case .fail: return .didFailWithError
        case .waiting, .informational, .decode, .destination, .created, .metrics: return foreign(kind)
        case .event: return nil
        }
    }

    private static func download(_ kind: CallbackKind) -> TracedCallback? {
        switch kind {
        case .canonical: .willSendRequest
        case .redirect: .willSendRequestAfterRedirect
        case .challenge: .didReceiveAuthenticationChallenge
        case .challengeCancelled: .didCancelAuthenticationChallenge
        case .response: .didReceiveResponse
        case .resumed: .willResumeWithResponse
        case .progress: .didReceiveDataOfLength
        case .decode: .shouldDecodeSourceDataOfMIMEType
        case .destination: .decideDestinationWithSuggestedFilename
        case .created: .didCreateDestination
        // The driver reads the file when all is done.
        case .file, .event: nil
        case .finish: .downloadDidFinish
        case .fail: .didFailWithError
        case .needBody, .sent, .waiting, .informational, .data, .willCache, .metrics: foreign(kind)
        }
    }

    private static func client(_ kind: CallbackKind) -> TracedCallback? {
        switch kind {
        case .redirect: .wasRedirectedTo
        case .challenge: .didReceiveChallenge
        case .challengeCancelled: .didCancelChallenge
        case .response: .didReceiveResponse
        case .data: .didLoadData
        case .finish: .didFinishLoading
        case .fail: .didFailWithError
        case .canonical, .needBody, .sent, .waiting, .informational, .willCache, .resumed, .decode, .destination,
            .created, .progress, .file, .metrics:
            foreign(kind)
        case .event: nil
        }
    }

    /// The callback under its name in another API: the contract reports that it has no such callback.
    private static func foreign(_ kind: CallbackKind) -> TracedCallback? {
        switch kind {
        case .canonical: .willSendRequest
        case .redirect: .willPerformHTTPRedirection
        case .challenge: .didReceiveAuthenticationChallenge
        case .challengeCancelled: .didCancelAuthenticationChallenge
        case .needBody: .needNewBodyStream
        case .sent: .didSendBodyData
        case .waiting: .taskIsWaitingForConnectivity
        case .informational: .didReceiveInformationalResponse
        case .response: .didReceiveResponse
        case .data: .didReceiveData
        case .willCache: .willCacheResponse
        case .resumed: .didResumeAtOffset
        case .decode: .shouldDecodeSourceDataOfMIMEType
        case .destination: .decideDestinationWithSuggestedFilename
        case .created: .didCreateDestination
        case .progress: .didWriteData
        case .file: .didFinishDownloadingTo
        case .metrics: .didFinishCollectingMetrics
        case .finish: .didComplete
        case .fail: .didFailWithError
        // No API reports events: the app reads the stream itself.
        case .event: nil
        }
    }

    // MARK: Payloads

    static func fields(_ reported: ReportedCallback) -> TraceEvent.Fields {
        var fields = TraceEvent.Fields()
        let words = reported.subject.map { String(decoding: $0, as: UTF8.self) }
        switch reported.kind {
        case .redirect: fields.status = words.first.flatMap { Int($0) }
        case .response:
            fields.status = words.first.flatMap { Int($0) }
            if words.count > 1, !words[1].isEmpty { fields.mime = TraceEvent.MIME(words[1]) }
        case .decode: if let type = words.first, !type.isEmpty { fields.mime = TraceEvent.MIME(type) }
        case .challenge: fields.asks = authority(reported)
        case .data: fields.bytes = reported.bytes.count
        case .canonical, .challengeCancelled, .needBody, .sent, .waiting, .informational, .willCache, .resumed,
            .destination, .created, .progress, .file, .event, .metrics, .finish, .fail:
            break
        }
        return fields
    }

    /// The decision in a reply, as far as a rule asks for it.
    static func decision(_ decision: ResolvedDecision, to kind: CallbackKind) -> TraceEvent.Answer {
        switch (kind, decision.word) {
        case (.redirect, .no), (.canonical, .no), (.needBody, .no): .nothing
        case (.challenge, .use), (.challenge, .trust): .credential
        case (.decode, .byDefault): .decode
        default: .other
        }
    }

    /// The delegate that URLSession asks about a challenge of this kind.
    private static func authority(_ reported: ReportedCallback) -> TraceEvent.Authority {
        TraceEvent.Authority(method: reported.subject.first.map { String(decoding: $0, as: UTF8.self) } ?? "")
    }
}
