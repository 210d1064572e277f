// Greeting.swift: what a driver says of its client.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWords

/// The first line of a driver. What is not said the client cannot do.
package struct Greeting: Sendable, Equatable {
    package var name: String
    package var version: String
    package var styles: [APIStyle] = []
    package var loads: [LoadKind] = [.data]
    /// What it can report, and what its delegate can decide there.
    package var callbacks: [CallbackKind: [DecisionWord]] = [:]
    /// Which challenges its delegate is asked about; nil: all that there are.
    package var challenges: Set<ChallengeKind>?
    package var acts: Set<DriverAct> = []
    package var options: Set<DriverOption> = []
    package var abilities: Set<DriverAbility> = []
    /// One process can do many cases.
    package var doesManyCases = false
    /// Words that this version does not know: `loads has 'uplaod'`. They are passed over, so that the protocol can grow.
    package var unknownWords: [String] = []

    package init(name: String, version: String) {
        self.name = name
        self.version = version
    }

    /// For reports: `URLSession (FoundationNetworking) 6.3.1`.
    package var description: String { "\(name) \(version)" }
}

/// The member `act` of an order.
package enum DriverAct: String, CaseIterable, Sendable {
    case cancel, suspend, `continue`, resume, trust
    case addCookie = "add-cookie"
    case forget, invalidate
}

/// The members of a load that a client need not honour.
package enum DriverOption: String, CaseIterable, Sendable {
    case timeout, total, policy, cookies, credentials, anchor, proxy
    case priorKnowledge = "prior-knowledge"
}

/// What stands in `can`.
package enum DriverAbility: String, CaseIterable, Sendable {
    case tls, proxy, cookies, cache, credentials, hosts, lanes
    case clientCertificate = "client-certificate"
    case h2, parts, reuse, decoding
}
