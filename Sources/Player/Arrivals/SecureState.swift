// SecureState.swift: how far TLS has got on a connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTranscript

/// How far TLS has got on a connection.
final class SecureState: @unchecked Sendable {
    /// A TLS greeting was reported, or the beginning of one.
    private(set) var isGreeted = false
    private(set) var serverName: String?
    /// The highest version that the greeting offers.
    private(set) var version: String?
    /// The handshake waits for ``Effect/proceed(_:)``.
    private(set) var isHeld = false
    /// A line has taken the greeting: the lines of ours below it come before our answer.
    private(set) var isAwaited = false
    private(set) var terms: SecureTerms?
    /// A line has taken the terms.
    private(set) var isJudged = false
    /// The number of requests that had begun on the connection before TLS did: those that asked for a tunnel.
    private(set) var requestsBefore = 0
    /// The alerts that the client sent.
    private(set) var alerts: [String] = []

    /// Those of them that are errors. The closure alerts of RFC 8446 section 6.1 end a connection, and refuse nothing.
    var refusals: [String] { alerts.filter { !Self.closures.contains($0) } }

    func greet(_ serverName: String?, _ version: String?) {
        isGreeted = true
        self.serverName = serverName
        self.version = version
        isHeld = true
    }

    /// The beginning of a greeting has come, and not the rest.
    func beginGreeting() { isGreeted = true }

    func greetingWasAwaited() { isAwaited = true }

    /// The handshake goes on.
    func proceed() { isHeld = false }

    func agree(_ terms: SecureTerms) { self.terms = terms }

    func termsWereAwaited() { isJudged = true }

    func complain(_ alert: String) {
        if alerts.count < Self.alertsAtMost { alerts.append(alert) }
    }

    func alertsWereAwaited() { alerts = [] }

    /// A tunnel has TLS of its own, after that of the proxy.
    func beginAnew(after requests: Int) {
        (isGreeted, serverName, version, isHeld, isAwaited) = (false, nil, nil, false, false)
        (terms, isJudged, alerts) = (nil, false, [])
        requestsBefore = requests
    }

    static let closures: Set<String> = ["close_notify", "user_canceled"]
    private static let alertsAtMost = 16
}
