// ResolvedOrder.swift: an order to a client, with nothing left to look up.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainScenario
package import QuintainWire
package import QuintainWords

/// An order with its values rendered and its URLs absolute. Loads are numbered from 1, in all lanes together.
package enum ResolvedOrder: Sendable, Equatable {
    case load(ResolvedLoad)
    case cancel(load: Int)
    case suspend(load: Int)
    case proceed(load: Int)
    /// Resume the broken download `of`, as a load of its own.
    case resume(load: Int, of: Int, Lane)
    /// The path of a PEM file.
    case trust(anchor: String)
}

/// A load such as `client POST /submit as upload timeout=2s`, resolved for this run.
package struct ResolvedLoad: Sendable, Equatable {
    package var number: Int
    package var lane: Lane
    package var method: String
    package var url: String
    package var kind: LoadKind
    package var fields: [Field] = []
    /// nil: there is no body.
    package var body: [BodyPiece]?
    /// The milliseconds that may pass without a byte; `total`: in all.
    package var timeout: Int?
    package var total: Int?
    package var policy: String?
    package var keepsCookies = true
    package var credentials: Credentials?
    /// The path of a PEM file with the authority to trust.
    package var anchor: String?
    /// The URL of the proxy.
    package var proxy: String?
    /// The origin is known to speak HTTP/2 in the clear, and nothing else.
    package var hasPriorKnowledge = false
    /// The decisions of the lines below in its lane, for clients that have no delegate.
    package var decisions: [PlannedDecision] = []

    package struct Credentials: Sendable, Equatable {
        package var user: [UInt8]
        package var password: [UInt8]

        package init(user: [UInt8], password: [UInt8]) {
            self.user = user
            self.password = password
        }
    }

    package init(number: Int, lane: Lane = .unnamed, method: String, url: String, kind: LoadKind = .data) {
        self.number = number
        self.lane = lane
        self.method = method
        self.url = url
        self.kind = kind
    }
}

/// The decision that a question will get if the client keeps to the file.
package struct PlannedDecision: Sendable, Equatable {
    package var callback: CallbackKind
    /// The kind of a challenge: `Basic`.
    package var kind: String?
    /// The challenge is one of a proxy.
    package var isOfProxy: Bool
    package var decision: ResolvedDecision

    package init(
        _ callback: CallbackKind, kind: String? = nil, isOfProxy: Bool = false, _ decision: ResolvedDecision
    ) {
        self.callback = callback
        self.kind = kind
        self.isOfProxy = isOfProxy
        self.decision = decision
    }
}
