// RecordingDelegate.swift: the delegate of a URLSession that reports to a play, and answers as the play decides.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation
import QuintainTalk
import QuintainURLSessionWords
import QuintainWords

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// A delegate for a URLSession of your own. Each callback is compared with the scenario's `*` lines and with the order
/// that URLSession promises; questions are answered as the scenario decides.
///
/// ```swift
/// let session = URLSession(configuration: mine, delegate: RecordingDelegate(play), delegateQueue: nil)
/// ```
///
/// A delegate of your own behind this one makes the decisions, and the scenario says what they should be. You may
/// inherit from this class as well: call `super` in the methods that you override, or their callbacks are not recorded.
///
/// Several loads at once are told apart by their URLs, or by a `taskDescription` that is the name of a lane.
open class RecordingDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate, @unchecked Sendable {
    // All protocols are declared here, because FoundationNetworking calls no method that was added further down.

    /// The callbacks that a delegate reports of the loads of its session.
    public enum Hearing: Sendable {
        /// All callbacks of tasks without a completion handler.
        case everything
        /// Questions about redirects, challenges and bodies: the only callbacks of `data(for:)` and of tasks with a
        /// completion handler.
        case questions
    }

    let recorder: Recorder
    let own: (any URLSessionDelegate)?

    /// - Parameter play: the play to report to. Once it has been judged, questions are answered as if there were no
    ///   delegate.
    /// - Parameter own: a delegate that decides, and is told every callback too. nil: the scenario decides.
    /// - Parameter hearing: the callbacks that are reported.
    /// - Parameter rules: the rules of URLSession that are not held against the client.
    /// - Parameter scenarioDecides: the scenario is meant to decide in place of a delegate of the client. Without it,
    ///   and without `own`, a decision that is not the default is a warning of the test.
    public init(
        _ play: Play, forwardingTo own: (any URLSessionDelegate)? = nil, hears hearing: Hearing = .everything,
        tolerating rules: Set<String> = Play.platformFaults, scenarioDecides: Bool = false
    ) {
        recorder = Recorder(play.stage, isJudged: hearing == .everything)
        self.own = own
        super.init()
        play.stage.hears(hearing == .everything ? .everything : .questions, scenarioDecides: scenarioDecides)
        play.stage.tolerates(rules)
    }

    open func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        forwardInvalid(session, error)
    }

    // MARK: Tasks

    open func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let question = Recorder.Question<URLRequest?>(
            report: .redirect(response, to: request),
            own: { [self] in forwardRedirect(session, task, response, request, $0) },
            says: { own in
                guard let own else { return .plain(.no) }
                guard own.url != request.url else { return .plain(.byDefault) }
                return .to(Array((own.url?.absoluteString ?? "").utf8))
            },
            means: { answer in
                switch answer?.decision {
                case .no: return .some(nil)
                case .to, .body: return answer?.request(instead: request, to: response.url)
                case .cancel:
                    task.cancel()
                    return .some(nil)
                default: return request
                }
            })
        // The body of a redirect would be data of a task that writes a file, which FoundationNetworking does not survive.
        let losesBody =
            Self.standsStill && recorder.isJudged && task is URLSessionDownloadTask
            && response.expectedContentLength != 0
        recorder.ask(question, of: task, losingBody: losesBody) { request in
            if losesBody, request == nil { task.cancel() } else { completionHandler(request) }
        }
    }

    open func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let asked = Challenge(challenge)
        let anchors = recorder.anchors
        let question = Recorder.Question<Disposition>(
            report: asked.report,
            own: { [self] reply in
                forwardChallenge(session, task, challenge) { reply(Disposition(what: $0, credential: $1)) }
            },
            says: \.decision,
            means: { answer in
                let (what, credential) =
                    answer.map { asked.disposition($0, trusting: anchors) }
                    ?? (.performDefaultHandling, nil)
                return Disposition(what: what, credential: credential)
            })
        let isOfBasic = asked.isOfBasic
        recorder.ask(question, of: task) { answer in
            // FoundationNetworking reports nothing more of a load whose Basic challenge is left alone, so that a test would
            // wait for ever, and it does not survive a credential that is nil.
            let isLeft = answer.what == .performDefaultHandling && isOfBasic
            let isEmpty = answer.what == .useCredential && answer.credential == nil
            let isFatal = Self.standsStill && (isLeft || isEmpty)
            completionHandler(isFatal ? .cancelAuthenticationChallenge : answer.what, answer.credential)
        }
    }

    open func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        let question = Recorder.Question<Body>(
            report: Report(.needBody),
            own: { [self] reply in forwardNeedBody(session, task) { reply(Body(stream: $0)) } },
            says: { .plain($0.stream == nil ? .no : .byDefault) },
            means: { answer in
                switch answer?.decision {
                case .no: return Body(stream: nil)
                case .body: return Body(stream: InputStream(data: answer?.values?.first?.content ?? Data()))
                case .cancel:
                    // A cancellation on the delegate's queue would wait for this callback, which runs on it.
                    DispatchQueue.global().async { task.cancel() }
                    return Body(stream: nil)
                default:
                    let body = task.originalRequest?.httpBody
                    return Body(stream: body.map(InputStream.init) ?? task.originalRequest?.httpBodyStream)
                }
            })
        // FoundationNetworking asks on the queue that drives libcurl, and goes on wherever the handler is called.
        recorder.ask(question, of: task, blocking: Self.standsStill ? .allLoads : .not) {
            completionHandler($0.stream)
        }
    }

    open func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        recorder.tell(.amount(.sent, totalBytesSent, of: totalBytesExpectedToSend), of: task)
        forwardSent(session, task, bytesSent, totalBytesSent, totalBytesExpectedToSend)
    }

    open func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        recorder.tell(error.map(Report.failure) ?? Report(.finish), of: task)
        forwardComplete(session, task, error)
    }

    open func urlSession(
        _ session: URLSession, task: URLSessionTask, willBeginDelayedRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void
    ) {
        completionHandler(.continueLoading, nil)
    }

    open func urlSession(
        _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        recorder.tell(Report(.metrics), of: task)
        forwardMetrics(session, task, metrics)
    }

    // MARK: Tasks that deliver bytes

    open func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let question = Recorder.Question<URLSession.ResponseDisposition>(
            report: .response(response),
            own: { [self] in forwardResponse(session, dataTask, response, $0) },
            says: { .plain($0 == .cancel ? .cancel : $0 == .allow ? .byDefault : .download) },
            means: { answer in
                switch answer?.decision {
                case .cancel: .cancel
                #if !canImport(FoundationNetworking)
                    case .download: .becomeDownload
                #endif
                default: .allow
                }
            })
        // FoundationNetworking does not wait for the handler: the data would come before the scenario's answer.
        recorder.ask(
            question, of: dataTask, blocking: Self.standsStill ? .forAtMost(.seconds(1)) : .not, completionHandler)
    }

    open func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didBecome downloadTask: URLSessionDownloadTask
    ) {
        recorder.became(downloadTask, from: dataTask)
        forwardBecame(session, dataTask, downloadTask)
    }

    open func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        recorder.tell(Report(.data), of: dataTask, data)
        forwardData(session, dataTask, data)
    }

    open func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        let question = Recorder.Question<CachedURLResponse?>(
            report: .willCache(proposedResponse),
            own: { [self] in forwardWillCache(session, dataTask, proposedResponse, $0) },
            says: { .plain($0 == nil ? .no : .byDefault) },
            means: { $0?.decision == .no ? .some(nil) : proposedResponse })
        recorder.ask(question, of: dataTask, completionHandler)
    }

    // MARK: Tasks that write a file

    open func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        recorder.tell(.amount(.progress, totalBytesWritten, of: totalBytesExpectedToWrite), of: downloadTask)
        forwardWrote(session, downloadTask, bytesWritten, totalBytesWritten, totalBytesExpectedToWrite)
    }

    open func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        recorder.tell(.amount(.resumed, fileOffset, of: expectedTotalBytes), of: downloadTask)
        forwardResumed(session, downloadTask, fileOffset, expectedTotalBytes)
    }

    open func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        // URLSession removes the file when this method returns.
        recorder.tell(Report(.file), of: downloadTask, (try? Data(contentsOf: location)) ?? Data())
        forwardFile(session, downloadTask, location)
    }

    #if !canImport(FoundationNetworking)
        // MARK: What FoundationNetworking does not have

        open func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
            recorder.tell(Report(.waiting), of: task)
            ownTask?.urlSession?(session, taskIsWaitingForConnectivity: task)
        }

        open func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceiveInformationalResponse response: HTTPURLResponse
        ) {
            recorder.tell(.informational(response), of: task)
            ownTask?.urlSession?(session, task: task, didReceiveInformationalResponse: response)
        }

        private static let standsStill = false
    #else
        private static let standsStill = true
    #endif
}

/// The answer to a challenge.
private struct Disposition: @unchecked Sendable {
    var what: URLSession.AuthChallengeDisposition
    var credential: URLCredential?

    var decision: ResolvedDecision {
        switch what {
        case .useCredential:
            guard let credential else { return .plain(DecisionWord.none) }
            guard let user = credential.user else { return .plain(.trust) }
            return .use(user: Array(user.utf8), password: Array((credential.password ?? "").utf8))
        case .cancelAuthenticationChallenge: return .plain(.cancel)
        case .rejectProtectionSpace: return .plain(.no)
        default: return .plain(.byDefault)
        }
    }
}

/// The stream of a body, handed over once.
private struct Body: @unchecked Sendable {
    var stream: InputStream?
}
