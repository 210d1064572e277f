// SessionDelegate.swift: the session's delegate, which reports to the runner.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainURLSessionWords

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// All protocols are declared here: FoundationNetworking calls no method that was added further down.
///
/// There is no method for challenges of the session, so those come to the task's as well.
final class SessionDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
    let client: ClientCase

    init(_ client: ClientCase) {
        self.client = client
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        client.sessions.leave()
    }

    // MARK: Tasks

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        client.ask(.redirect(response, to: request), of: task) { [client] answer in
            switch answer?.decision {
            case .no: completionHandler(nil)
            case .to, .body: completionHandler(answer?.request(instead: request, to: response.url))
            case .cancel: client.cancel(client.load(of: task))
            case nil: break
            default: return completionHandler(request)
            }
            #if !canImport(FoundationNetworking)
                // FoundationNetworking crashes at an answer to a task that was cancelled.
                if answer == nil || answer?.decision == .cancel { completionHandler(nil) }
            #endif
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let question = Challenge(challenge)
        client.ask(question.report, of: task) { answer in
            guard let answer else {
                #if !canImport(FoundationNetworking)
                    completionHandler(.cancelAuthenticationChallenge, nil)
                #endif
                return
            }
            let (disposition, credential) = question.disposition(answer, trusting: Anchors.current)
            completionHandler(disposition, credential)
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        #if canImport(FoundationNetworking)
            // This callback comes on the queue that drives libcurl, and the handler continues the transfer on the
            // thread that calls it: so it is called here.
            needBody(task, client.askAndWait(Report(.needBody), of: task), completionHandler)
        #else
            client.ask(Report(.needBody), of: task) { [self] in needBody(task, $0, completionHandler) }
        #endif
    }

    private func needBody(
        _ task: URLSessionTask, _ answer: Answer?, from offset: Int64 = 0, _ completionHandler: (InputStream?) -> Void
    ) {
        func stream(_ body: Data) { completionHandler(InputStream(data: body.dropFirst(Int(offset)))) }
        let number = client.load(of: task)
        switch answer?.decision {
        case nil, .no: completionHandler(nil)
        case .cancel:
            completionHandler(nil)
            client.cancelLater(number)
        case .body: stream(answer?.values?.first?.content ?? Data())
        default:
            stream(client.body(of: number))
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        client.tell(.amount(.sent, totalBytesSent, of: totalBytesExpectedToSend), of: task)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        client.ended(client.load(of: task), error)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willBeginDelayedRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void
    ) {
        completionHandler(.continueLoading, nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        client.tell(Report(.metrics), of: task)
    }

    // MARK: Tasks that deliver bytes

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let decide = { @Sendable (answer: Answer?) in
            switch answer?.decision {
            case nil, .cancel: completionHandler(.cancel)
            #if !canImport(FoundationNetworking)
                case .download: completionHandler(.becomeDownload)
            #endif
            default: completionHandler(.allow)
            }
        }
        #if canImport(FoundationNetworking)
            // FoundationNetworking does not wait for the handler, so the next callback would come before the answer.
            // But if callbacks come in the wrong order, the answer may wait for the next one: so the wait is bounded.
            client.askAndWait(.response(response), of: dataTask, atMost: .seconds(1), decide)
        #else
            client.ask(.response(response), of: dataTask, decide)
        #endif
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didBecome downloadTask: URLSessionDownloadTask
    ) {
        client.know(downloadTask, as: client.load(of: dataTask))
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        for piece in Report.pieces(.data, data) { client.tell(piece, of: dataTask) }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        client.ask(.willCache(proposedResponse), of: dataTask) { answer in
            completionHandler(answer == nil || answer?.decision == .no ? nil : proposedResponse)
        }
    }

    // MARK: Tasks that write a file

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        client.tell(.amount(.progress, totalBytesWritten, of: totalBytesExpectedToWrite), of: downloadTask)
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        client.tell(.amount(.resumed, fileOffset, of: expectedTotalBytes), of: downloadTask)
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        var report = Report(.file)
        report.file = client.keep(location)
        client.tell(report, of: downloadTask)
    }

    #if !canImport(FoundationNetworking)
        // MARK: What FoundationNetworking does not have

        func urlSession(
            _ session: URLSession, task: URLSessionTask, needNewBodyStreamFrom offset: Int64,
            completionHandler: @escaping @Sendable (InputStream?) -> Void
        ) {
            client.ask(Report(.needBody), of: task) { [self] in needBody(task, $0, from: offset, completionHandler) }
        }

        func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
            client.tell(Report(.waiting), of: task)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceiveInformationalResponse response: HTTPURLResponse
        ) {
            client.tell(.informational(response), of: task)
        }
    #endif
}
