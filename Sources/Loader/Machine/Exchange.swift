// Exchange.swift: one request on the wire and its reply.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainStores
import QuintainWire

/// The state of the request that is under way.
struct Exchange {
    var route: Route
    /// The connection has carried requests before, so it may turn out to be dead.
    var isReused = false
    /// The connection was made for this request, in place of one that could not be used.
    var isElsewhere = false
    /// The number of bytes of the body that have been handed to the kernel.
    var bodySent = 0
    var bodyLength = 0
    /// The body waits for a 100.
    var holdsBody = false
    var expectsContinue = false
    /// The head of the reply, once it has come.
    var head: ResponseHead?
    /// The time at which the head came, in seconds since 1970.
    var arrived: Int64?
    /// The number of bytes of an unwanted reply that may still be read.
    var drainBudget = 0
    /// A redirect whose body is read but not delivered, and which may be stored.
    var kept: CachedResponse?
    /// The connection must be closed after this reply, even if the reply allows its reuse.
    var mustClose = false

    init(route: Route) { self.route = route }

    /// The request as it was sent.
    struct Sent {
        var method: String
        /// Without the fields that frame the message.
        var fields: [Field]
        /// In seconds since 1970.
        var at: Int64
    }

    var isBodyWhole: Bool { !holdsBody && bodySent >= bodyLength }

    /// The connection can carry another request behind this reply.
    func isReusable(after head: ResponseHead?) -> Bool {
        guard let head else { return false }
        return head.keepsAlive && isBodyWhole && !mustClose
    }
}
