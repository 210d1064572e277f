// ClientOrder.swift: what the app orders the client to do.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
package import QuintainWords

/// One `client` line.
package enum ClientOrder: Hashable, Sendable {
    case load(Load)
    case cancel
    case suspend
    case proceed  // `continue`
    case resume
    case answer(Decision)
    case trust(anchor: String)
}

/// `client POST /submit as upload timeout=2s` and what is indented below it.
package struct Load: Hashable, Sendable {
    package var method: Template
    package var url: Target
    package var kind: LoadKind
    package var lane: Lane
    /// The proxy it goes through: `via gate`.
    package var proxy: String?
    /// Milliseconds without a byte.
    package var timeout: Int?
    /// Milliseconds in all.
    package var total: Int?
    /// It does not trust the run's authority: `untrusted`.
    package var isUntrusted = false
    /// `policy=`, `cookies=`, `credentials=`.
    package var options: [NamedValue]
    package var header: [NamedValue]
    package var body: Template?

    package init(method: Template, url: Target, kind: LoadKind = .data, lane: Lane = .unnamed) {
        self.method = method
        self.url = url
        self.kind = kind
        self.lane = lane
        self.proxy = nil
        self.timeout = nil
        self.total = nil
        self.options = []
        self.header = []
        self.body = nil
    }
}
