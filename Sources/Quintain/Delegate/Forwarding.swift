// Forwarding.swift: how a recording delegate forwards callbacks to a delegate of the test's own.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// On Apple's systems the methods of these protocols are optional. Elsewhere each has a default implementation, which cannot
// be told from one of the delegate's own. A delegate that lacks one decides what URLSession does without it.

extension RecordingDelegate {
    var ownTask: (any URLSessionTaskDelegate)? { own as? any URLSessionTaskDelegate }
    private var ownData: (any URLSessionDataDelegate)? { own as? any URLSessionDataDelegate }
    private var ownDownload: (any URLSessionDownloadDelegate)? { own as? any URLSessionDownloadDelegate }

    /// What the test's own delegate decides because it has no method for the question. false: there is no such delegate.
    private func decides(_ byDefault: () -> Void) -> Bool {
        if own != nil { byDefault() }
        return own != nil
    }

    #if canImport(FoundationNetworking)
        func forwardInvalid(_ session: URLSession, _ error: (any Error)?) {
            own?.urlSession(session, didBecomeInvalidWithError: error)
        }

        func forwardRedirect(
            _ session: URLSession, _ task: URLSessionTask, _ response: HTTPURLResponse, _ request: URLRequest,
            _ reply: @escaping @Sendable (URLRequest?) -> Void
        ) -> Bool {
            guard let ownTask else { return decides { reply(request) } }
            ownTask.urlSession(
                session, task: task, willPerformHTTPRedirection: response, newRequest: request, completionHandler: reply
            )
            return true
        }

        func forwardChallenge(
            _ session: URLSession, _ task: URLSessionTask, _ challenge: URLAuthenticationChallenge,
            _ reply: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) -> Bool {
            guard let ownTask else { return decides { reply(.performDefaultHandling, nil) } }
            ownTask.urlSession(session, task: task, didReceive: challenge, completionHandler: reply)
            return true
        }

        func forwardNeedBody(
            _ session: URLSession, _ task: URLSessionTask, _ reply: @escaping @Sendable (InputStream?) -> Void
        ) -> Bool {
            guard let ownTask else { return false }
            ownTask.urlSession(session, task: task, needNewBodyStream: reply)
            return true
        }

        func forwardSent(
            _ session: URLSession, _ task: URLSessionTask, _ bytes: Int64, _ total: Int64, _ expected: Int64
        ) {
            ownTask?.urlSession(
                session, task: task, didSendBodyData: bytes, totalBytesSent: total, totalBytesExpectedToSend: expected)
        }

        func forwardComplete(_ session: URLSession, _ task: URLSessionTask, _ error: (any Error)?) {
            ownTask?.urlSession(session, task: task, didCompleteWithError: error)
        }

        func forwardMetrics(_ session: URLSession, _ task: URLSessionTask, _ metrics: URLSessionTaskMetrics) {
            ownTask?.urlSession(session, task: task, didFinishCollecting: metrics)
        }

        func forwardResponse(
            _ session: URLSession, _ task: URLSessionDataTask, _ response: URLResponse,
            _ reply: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) -> Bool {
            guard let ownData else { return decides { reply(.allow) } }
            ownData.urlSession(session, dataTask: task, didReceive: response, completionHandler: reply)
            return true
        }

        func forwardBecame(_ session: URLSession, _ task: URLSessionDataTask, _ download: URLSessionDownloadTask) {
            ownData?.urlSession(session, dataTask: task, didBecome: download)
        }

        func forwardData(_ session: URLSession, _ task: URLSessionDataTask, _ data: Data) {
            ownData?.urlSession(session, dataTask: task, didReceive: data)
        }

        func forwardWillCache(
            _ session: URLSession, _ task: URLSessionDataTask, _ proposed: CachedURLResponse,
            _ reply: @escaping @Sendable (CachedURLResponse?) -> Void
        ) -> Bool {
            guard let ownData else { return decides { reply(proposed) } }
            ownData.urlSession(session, dataTask: task, willCacheResponse: proposed, completionHandler: reply)
            return true
        }

        func forwardWrote(
            _ session: URLSession, _ task: URLSessionDownloadTask, _ bytes: Int64, _ total: Int64, _ expected: Int64
        ) {
            ownDownload?.urlSession(
                session, downloadTask: task, didWriteData: bytes, totalBytesWritten: total,
                totalBytesExpectedToWrite: expected)
        }

        func forwardResumed(_ session: URLSession, _ task: URLSessionDownloadTask, _ offset: Int64, _ expected: Int64) {
            ownDownload?.urlSession(
                session, downloadTask: task, didResumeAtOffset: offset, expectedTotalBytes: expected)
        }

        func forwardFile(_ session: URLSession, _ task: URLSessionDownloadTask, _ location: URL) {
            ownDownload?.urlSession(session, downloadTask: task, didFinishDownloadingTo: location)
        }
    #else
        func forwardInvalid(_ session: URLSession, _ error: (any Error)?) {
            own?.urlSession?(session, didBecomeInvalidWithError: error)
        }

        func forwardRedirect(
            _ session: URLSession, _ task: URLSessionTask, _ response: HTTPURLResponse, _ request: URLRequest,
            _ reply: @escaping @Sendable (URLRequest?) -> Void
        ) -> Bool {
            let isAsked: Void? = ownTask?.urlSession?(
                session, task: task, willPerformHTTPRedirection: response, newRequest: request, completionHandler: reply
            )
            return isAsked != nil || decides { reply(request) }
        }

        func forwardChallenge(
            _ session: URLSession, _ task: URLSessionTask, _ challenge: URLAuthenticationChallenge,
            _ reply: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) -> Bool {
            let isAsked: Void? = ownTask?.urlSession?(
                session, task: task, didReceive: challenge, completionHandler: reply)
            return isAsked != nil || decides { reply(.performDefaultHandling, nil) }
        }

        func forwardNeedBody(
            _ session: URLSession, _ task: URLSessionTask, _ reply: @escaping @Sendable (InputStream?) -> Void
        ) -> Bool {
            ownTask?.urlSession?(session, task: task, needNewBodyStream: reply) != nil
        }

        func forwardSent(
            _ session: URLSession, _ task: URLSessionTask, _ bytes: Int64, _ total: Int64, _ expected: Int64
        ) {
            ownTask?.urlSession?(
                session, task: task, didSendBodyData: bytes, totalBytesSent: total, totalBytesExpectedToSend: expected)
        }

        func forwardComplete(_ session: URLSession, _ task: URLSessionTask, _ error: (any Error)?) {
            ownTask?.urlSession?(session, task: task, didCompleteWithError: error)
        }

        func forwardMetrics(_ session: URLSession, _ task: URLSessionTask, _ metrics: URLSessionTaskMetrics) {
            ownTask?.urlSession?(session, task: task, didFinishCollecting: metrics)
        }

        func forwardResponse(
            _ session: URLSession, _ task: URLSessionDataTask, _ response: URLResponse,
            _ reply: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) -> Bool {
            let isAsked: Void? = ownData?.urlSession?(
                session, dataTask: task, didReceive: response, completionHandler: reply)
            return isAsked != nil || decides { reply(.allow) }
        }

        func forwardBecame(_ session: URLSession, _ task: URLSessionDataTask, _ download: URLSessionDownloadTask) {
            ownData?.urlSession?(session, dataTask: task, didBecome: download)
        }

        func forwardData(_ session: URLSession, _ task: URLSessionDataTask, _ data: Data) {
            ownData?.urlSession?(session, dataTask: task, didReceive: data)
        }

        func forwardWillCache(
            _ session: URLSession, _ task: URLSessionDataTask, _ proposed: CachedURLResponse,
            _ reply: @escaping @Sendable (CachedURLResponse?) -> Void
        ) -> Bool {
            let isAsked: Void? = ownData?.urlSession?(
                session, dataTask: task, willCacheResponse: proposed, completionHandler: reply)
            return isAsked != nil || decides { reply(proposed) }
        }

        func forwardWrote(
            _ session: URLSession, _ task: URLSessionDownloadTask, _ bytes: Int64, _ total: Int64, _ expected: Int64
        ) {
            ownDownload?.urlSession?(
                session, downloadTask: task, didWriteData: bytes, totalBytesWritten: total,
                totalBytesExpectedToWrite: expected)
        }

        func forwardResumed(_ session: URLSession, _ task: URLSessionDownloadTask, _ offset: Int64, _ expected: Int64) {
            ownDownload?.urlSession?(
                session, downloadTask: task, didResumeAtOffset: offset, expectedTotalBytes: expected)
        }

        func forwardFile(_ session: URLSession, _ task: URLSessionDownloadTask, _ location: URL) {
            ownDownload?.urlSession(session, downloadTask: task, didFinishDownloadingTo: location)
        }
    #endif
}
