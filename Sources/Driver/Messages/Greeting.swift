// Greeting.swift: the abilities of a client, as its driver tells them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWords

/// The first line of a driver. An ability that it does not name is missing.
package struct Greeting: Sendable, Equatable {
    package var name: String
    package var version: String
    package var styles: [APIStyle] = []
    package var loads: [LoadKind] = [.data]
    /// The callbacks that the client can report, each with the decisions that its delegate can make there.
    package var callbacks: [CallbackKind: [DecisionWord]] = [:]
    /// The challenges that its delegate is asked about; nil: all.
    package var challenges: Set<ChallengeKind>?
    package var acts: Set<DriverAct> = []
    package var options: Set<DriverOption> = []
    package var abilities: Set<DriverAbility> = []
    /// The ends of loads are known to the runner, though the client reports none: no line is compared with them.
    package var endsAreSeen = false
    /// One process can play many cases.
    package var doesManyCases = false
    /// Words that are ignored, most of them because this version does not know them, so that the protocol can grow:
    /// `loads has 'uplaod'`.
    package var unknownWords: [String] = []

    package init(name: String, version: String) {
        self.name = name
        self.version = version
    }

    /// The runner learns how each load ends, and so when the next one of its lane may begin.
    package var tellsEnds: Bool { endsAreSeen || callbacks[.finish] != nil && callbacks[.fail] != nil }

    /// For reports: `URLSession (FoundationNetworking) 6.3.1`.
    package var description: String { "\(name) \(version)" }
}

/// The member `act` of an order.
package enum DriverAct: String, CaseIterable, Sendable {
    case cancel, suspend, `continue`, resume, trust
}

/// The members of a load that a client need not honour.
package enum DriverOption: String, CaseIterable, Sendable {
    case timeout, total, policy, cookies, credentials, anchor, proxy
    case priorKnowledge = "prior-knowledge"
}

/// The words of the member `can`.
package enum DriverAbility: String, CaseIterable, Sendable {
    case tls, proxy, cookies, cache, credentials, hosts, lanes
    case clientCertificate = "client-certificate"
    case h2, parts, reuse, decoding
}
