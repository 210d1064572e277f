// TracedCallback.swift: the callbacks of all four APIs, by their names in a trace.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// One kind of record. Most cases are spelled as in traces; two names stand for two callbacks each, told apart by a
/// field of the record, see ``name``.
package enum TracedCallback: UInt8, CaseIterable, Sendable {
    // URLSession
    case didCreateTask
    case willBeginDelayedRequest
    case taskIsWaitingForConnectivity
    case didReceiveSessionChallenge
    case didReceiveChallenge
    case needNewBodyStream
    case didSendBodyData
    case didReceiveInformationalResponse
    case willPerformHTTPRedirection
    case didReceiveResponse
    case didBecomeDownloadTask
    case didBecomeStreamTask
    case didReceiveData
    case willCacheResponse
    case didResumeAtOffset
    case didWriteData
    case didFinishDownloadingTo
    case didFinishCollectingMetrics
    case didComplete
    case didCompleteWithError
    case completionHandler
    case didBecomeInvalid

    // NSURLConnection, beside those above
    case connectionShouldUseCredentialStorage
    case willSendRequest
    case willSendRequestAfterRedirect
    case canAuthenticateAgainstProtectionSpace
    case didReceiveAuthenticationChallenge
    case didCancelAuthenticationChallenge
    case willSendRequestForAuthenticationChallenge
    case connectionDidFinishLoading
    case didFailWithError
    case connectionDidResumeDownloading
    case connectionDidFinishDownloading

    // NSURLDownload, beside those above
    case downloadDidBegin
    case downloadShouldUseCredentialStorage
    case willResumeWithResponse
    case didReceiveDataOfLength
    case shouldDecodeSourceDataOfMIMEType
    case decideDestinationWithSuggestedFilename
    case didCreateDestination
    case downloadDidFinish

    // URLProtocolClient, beside those above
    case startLoading
    case stopLoading
    case wasRedirectedTo
    case didCancelChallenge
    case cachedResponseIsValid
    case didLoadData
    case didFinishLoading

    // The other side: the delegate answers, the client cancels.
    case reply
    case cancel

    /// The name in a trace.
    package var name: String {
        switch self {
        // Shares its name with `willSendRequest`; the record's `redirectResponse` tells them apart: null, or a response.
        case .willSendRequestAfterRedirect: "willSendRequest"
        // The record has a member `error`.
        case .didCompleteWithError: "didComplete"
        default: "\(self)"
        }
    }

    /// Like ``name``, but different for two callbacks that share a name.
    package var label: String {
        switch self {
        case .willSendRequestAfterRedirect: "willSendRequest (redirect)"
        case .didCompleteWithError: "didComplete (error)"
        default: name
        }
    }
}
