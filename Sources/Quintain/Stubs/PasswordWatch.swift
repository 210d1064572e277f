// PasswordWatch.swift: loads that wait for ever, as a stub asks for a password that nobody has.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
    import QuintainLoop
    import QuintainNotation
    import QuintainRouteHost
    import QuintainScenario
    import QuintainTestIssues

    /// Says once, on standard error, that the last that came was answered by a stub that asks for Basic, if nothing more has come
    /// for longer than a client is waited for: FoundationNetworking reports nothing more of a load whose challenge is left alone,
    /// and a test that hangs tells nothing by itself.
    ///
    /// It holds no stubs, which may be dropped at any time.
    struct PasswordWatch: Sendable {
        let journal: Journal
        let routes: [RouteFile]
        let place: TestPlace
        /// The stubs are judged, closed or gone.
        let isOver: Guarded<Bool>

        func begin(for patience: Duration) {
            let asking = Set(
                routes.flatMap { file in
                    file.exchanges.filter(\.asksForBasic).map { "\(file.file):\($0.place.line)" }
                })
            guard !asking.isEmpty else { return }
            let pause = patience + Self.grace
            OnLoop.spawn {
                var (count, since) = (0, Moment.now)
                while true {
                    await EventLoop.shared.sleep(for: Self.glance)
                    if isOver.withLock({ $0 }) { return }
                    if journal.count != count {
                        (count, since) = (journal.count, .now)
                    } else if Moment.now - since >= pause, let last = journal.entries.last, let stub = last.route,
                        asking.contains(stub)
                    {
                        return tell("\(last.method) \(last.target)", stub, pause)
                    }
                }
            }
        }

        private func tell(_ request: String, _ stub: String, _ pause: Duration) {
            Slip.say(
                "\(place.fileID):\(place.line): nothing has come to the stubs for \(pause.components.seconds) s, and their test "
                    + "goes on: the last was \(request), which the stub of \(stub) has answered by a 401 that asks for Basic, and "
                    + Self.fault)
        }

        fileprivate static let fault =
            "URLSession on Linux waits for ever where no delegate answers that: write a delegate that does, by a password or "
            + "by 'cancelAuthenticationChallenge'"
        private static let grace = Duration.seconds(1)
        private static let glance = Duration.seconds(1)
    }

    /// The delegate of `stubs.session()`. FoundationNetworking asks about no other scheme than Basic.
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
            if isLeft { tell(task.currentRequest) }
            completionHandler(isLeft ? .cancelAuthenticationChallenge : .performDefaultHandling, nil)
        }

        private func tell(_ request: URLRequest?) {
            let isFirst = hasTold.withLock { told in
                defer { told = true }
                return !told
            }
            guard isFirst, let request, let url = request.url else { return }
            Slip.warn(
                "\(request.httpMethod ?? "GET") \(url.path) was answered by a 401 that asks for Basic, and stubs.session() has no "
                    + "password, so the load fails as cancelled; \(PasswordWatch.fault)", at: place)
        }
    }

    extension StandingExchange {
        /// The status of the reply, `401`; empty: it is made of a value.
        var status: Substring {
            let starts = reply.compactMap { step in if case .send(.start(let start), _) = step { start } else { nil } }
            return starts.last?.literalText?.split(separator: " ").dropFirst().first ?? ""
        }

        fileprivate var asksForBasic: Bool {
            status == "401"
                && reply.contains { step in
                    guard case .send(.field(let field, name: "www-authenticate", _), _) = step else { return false }
                    return field.mentions("basic")
                }
        }
    }
#endif
