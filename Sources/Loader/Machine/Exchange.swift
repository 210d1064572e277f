// Exchange.swift: one request on the wire and its reply.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainStores
import QuintainWire

/// What is known of the request that is under way.
struct Exchange {
    var route: Route
    /// The connection has carried requests before, so it may turn out to be dead.
    var isReused = false
    /// The connection was made for this request, in place of one that could not be used.
    var isElsewhere = false
    /// Whether a byte of the body could have reached the server.
    var bodySent = 0
    var bodyLength = 0
    /// The body waits for a 100.
    var holdsBody = false
    var expectsContinue = false
    /// The reply, once its head is there.
    var head: ResponseHead?
    /// When it came, in seconds since 1970.
    var arrived: Int64?
    /// How many bytes of an unwanted reply may still be read.
    var drainBudget = 0
    /// A redirect that is read away and may be stored.
    var kept: CachedResponse?
    /// The connection is closed behind this reply, whatever it says.
    var mustClose = false

    init(route: Route) { self.route = route }

    /// As it was sent.
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
