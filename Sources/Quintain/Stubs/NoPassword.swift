// NoPassword.swift: loads that would wait for ever, as a stub asks for a password that nobody has.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
    import QuintainTestIssues

    /// The delegate of `stubs.session()`. FoundationNetworking reports nothing more of a load whose challenge is left alone, and
    /// asks about no other scheme than Basic.
    final class NoPassword: NSObject, URLSessionTaskDelegate {
        private let place: TestPlace
        private let hasTold = Guarded(false)

        /// - Parameter place: the place of the stubs.
        init(at place: TestPlace) { self.place = place }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let isLeft = challenge.proposedCredential == nil
            if isLeft { tell() }
            completionHandler(isLeft ? .cancelAuthenticationChallenge : .performDefaultHandling, nil)
        }

        private func tell() {
            let isFirst = hasTold.withLock { told in
                defer { told = true }
                return !told
            }
            guard isFirst else { return }
            Slip.warn(
                "a stub asks for Basic, and stubs.session() has no password, so the load fails as cancelled; URLSession on Linux "
                    + "waits for ever where no delegate answers that", at: place)
        }
    }
#endif
