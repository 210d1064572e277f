// ProtocolSpyTests.swift: a wrong protocol breaks its rule, and no other.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainProtocolSpy
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `A protocol spy` {
    struct Row: @unchecked Sendable, CustomTestStringConvertible {
        var subclass: URLProtocol.Type
        var rule: String
        /// The call that broke it; nil: a call is missing.
        var call: Int?
        var limit: Duration
        var stop: ProtocolCall.Kind?

        init(
            _ subclass: URLProtocol.Type, _ rule: String, _ call: Int? = nil, limit: Duration = .seconds(20),
            stop: ProtocolCall.Kind? = nil
        ) {
            self.subclass = subclass
            self.rule = rule
            self.call = call
            self.limit = limit
            self.stop = stop
        }

        var testDescription: String { "\(subclass): \(rule)" }
    }

    static let wrong = [
        Row(AsksBehindItsResponse.self, "P1", 3), Row(RedirectsBehindItsResponse.self, "P1", 3),
        Row(SpeaksBeforeItsResponse.self, "P2", 2), Row(FinishesWithoutResponse.self, "P2", 2),
        Row(RespondsTwice.self, "P2", 3), Row(NeverEnds.self, "P3", limit: .milliseconds(50)),
        Row(AsksTwiceAtOnce.self, "P5", 3), Row(GoesOnUnanswered.self, "P5", 3), Row(WithdrawsTwice.self, "P5", 4),
        Row(FailsUnanswered.self, "P6", 3), Row(FinishesTwice.self, "P7", 4), Row(SpeaksBehindItsEnd.self, "P7", 4),
        Row(FailsBehindItsEnd.self, "P7", 4), Row(SpeaksAsItIsStopped.self, "P8", 4, stop: .didReceiveResponse),
        Row(SpeaksLongAfterItsStop.self, "P8", 4, stop: .didReceiveResponse),
        Row(SpeaksOnAnotherThread.self, "P9", 2), Row(GoesOnBehindARedirect.self, "P11", 3),
        Row(RepeatsItsBody.self, "P12", 4), Row(VouchesTwice.self, "P13", 3),
        Row(SpeaksForAnother.self, "other-instance", 2),
    ]

    @Test(arguments: wrong) func `names the one rule that is broken`(row: Row) async throws {
        let spy = ProtocolSpy(row.subclass, Self.request)
        await spy.load(within: row.limit, stoppingAt: row.stop)
        #expect(spy.findings.map(\.name) == [row.rule], "\(spy.calls)")
        #expect(spy.findings.first?.call == row.call)
        let broken = try #require(throws: BrokenContract.self) { try spy.verify(strictly: true) }
        #expect(broken.broken == spy.findings)
        #expect(spy.findings.allSatisfy { !$0.sources.isEmpty && !$0.text.isEmpty })
    }

    @Test(arguments: [
        Row(KeepsEveryRule.self, ""), Row(WithdrawsAndFails.self, ""), Row(RedirectsAndFails.self, ""),
        Row(KeepsEveryRule.self, "", stop: .startLoading), Row(KeepsEveryRule.self, "", stop: .didReceiveChallenge),
        Row(NeverEnds.self, "", stop: .didLoadData),
    ])
    func `finds nothing where nothing is broken`(row: Row) async throws {
        let spy = ProtocolSpy(row.subclass, Self.request)
        await spy.load(stoppingAt: row.stop)
        #expect(spy.findings == [], "\(spy.calls)")
        #expect(spy.calls.last?.kind == .stopLoading)
        try spy.verify(strictly: true)
    }

    @Test func `that was never loaded verifies nothing`() throws {
        let spy = ProtocolSpy(KeepsEveryRule.self, Self.request)
        let broken = try #require(throws: BrokenContract.self) { try spy.verify() }
        #expect(broken.description.hasPrefix("KeepsEveryRule was never loaded ("), "\(broken)")
        #expect(broken.description.hasSuffix("): write 'await spy.load()' above 'verify()'"))
    }

    @Test func `writes down what it hears, and on which thread`() async {
        let spy = ProtocolSpy(KeepsEveryRule.self, Self.request) { _ in .use("alice", "secret") }
        await spy.load()
        #expect(
            spy.calls.map(\.description) == [
                "startLoading", "didReceiveChallenge \(NSURLAuthenticationMethodHTTPBasic)", "reply use alice",
                "didReceiveResponse 200, may be stored", "didLoadData 5 bytes", "didLoadData 5 bytes",
                "didFinishLoading",
                "stopLoading",
            ])
        #expect(spy.calls.allSatisfy { $0.thread == 1 })
        #expect((spy.response as? HTTPURLResponse)?.statusCode == 200)
        #expect(spy.storagePolicy == .allowed)
        #expect(spy.body == Data("helloworld".utf8))
        #expect(spy.hasFinished && spy.error == nil && spy.redirect == nil)
        let redirected = ProtocolSpy(RedirectsAndFails.self, Self.request)
        await redirected.load()
        #expect(redirected.redirect?.url?.path == "/b")
        #expect((redirected.error as? CocoaError)?.code == .userCancelled)
    }

    @Test func `loads once`() async {
        let spy = ProtocolSpy(KeepsEveryRule.self, Self.request)
        await spy.load()
        let calls = spy.calls
        await spy.load()
        #expect(spy.calls == calls)
    }

    @Test func `warns where the documents leave it open, and fails only strictly`() async throws {
        let spy = ProtocolSpy(GoesOnBehindARedirect.self, Self.request)
        await spy.load()
        #expect(spy.findings.map(\.isWarning) == [true])
        try spy.verify()
    }

    @Test func `tells what is broken where it is dropped without a verdict`() async {
        let line = #line + 2
        await withKnownIssue {
            let spy = ProtocolSpy(FailsUnanswered.self, Self.request)
            await spy.load()
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            return issue.sourceLocation?.line == line
                && text.contains("dropped without 'verify()', and FailsUnanswered")
                && text.contains("P6 failure with an open challenge")
        }
        // Nothing is said where no rule is broken, or the documents leave it open.
        for subclass in [KeepsEveryRule.self, GoesOnBehindARedirect.self] {
            let spy = ProtocolSpy(subclass, Self.request)
            await spy.load()
        }
    }

    @Test func `does not wait for a protocol that keeps its thread`() async {
        let spy = ProtocolSpy(KeepsItsThread.self, Self.request)
        await spy.load(within: .milliseconds(50), patience: .milliseconds(20))
        KeepsItsThread.lock.signal()
        #expect(spy.findings.map(\.name).contains("P3"))
    }

    @Test func `has the error as the protocol has told it`() async throws {
        let spy = ProtocolSpy(FailsUnanswered.self, Self.request)
        await spy.load()
        _ = spy.findings
        #expect((spy.error as? URLError)?.code == .networkConnectionLost)
    }

    @Test func `shows the rule, its source, the calls and the place where it was asked`() async throws {
        let spy = ProtocolSpy(FailsUnanswered.self, Self.request)
        await spy.load()
        let line = #line + 1
        let broken = try #require(throws: BrokenContract.self) { try spy.verify() }
        #expect(
            broken.description == """
                FailsUnanswered broke a rule of what URLProtocol's client is promised (\(#fileID):\(line))
                P6 failure with an open challenge: A challenge that is open is withdrawn before the failure is told.
                   call 3: didFailWithError may not come in the phase 'challenge open' (only its answer, or its withdrawal)
                   instead: stopLoading, reply, didCancelChallenge
                   source: CustomHTTPProtocol, Read Me
                what was called for http://web.test/a:
                  1  startLoading
                  2  didReceiveChallenge \(NSURLAuthenticationMethodHTTPBasic)
                ✗ 3  didFailWithError \(NSURLErrorDomain) -1005
                  4  stopLoading
                """)
    }

    private static let request = URLRequest(url: URL(string: "http://web.test/a")!)
}
