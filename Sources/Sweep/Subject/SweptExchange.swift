// SweptExchange.swift: the lines of a request and of the replies to it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainScenario

/// A `>` message and the `<` messages that answer it: each 1xx and the final one.
package struct SweptExchange: Sendable {
    package let lane: Lane
    /// The index of the load that it belongs to; nil: none has begun in its lane.
    package let load: Int?
    /// The innermost block in which it stands.
    package let block: Block?
    /// The method, if it is written as text.
    package let method: String?
    /// The origin of its target; nil: the target is text.
    package let origin: String?
    /// The lines of the request: start, fields, body. Acts and callbacks between them are not among them.
    package internal(set) var request: [Int]
    /// The lines directly above the request that say on which connection it comes.
    package internal(set) var binding: Int?
    package internal(set) var replies: [ReplyLines] = []

    /// The start line of the request.
    package var start: Int { request[0] }

    /// The last reply, if it is no 1xx.
    package var final: ReplyLines? { replies.last.flatMap { $0.isInformational ? nil : $0 } }

    package enum Block: String, Sendable {
        case either, anyOrder = "any-order", repeated = "repeat"
    }
}

/// The lines of one load, from the order to its end.
package struct LoadLines: Sendable {
    package let lane: Lane
    /// The line of the `client` order; nil: the first request stands for it.
    package let order: Int?
    package let block: SweptExchange.Block?
    /// What the client is ordered: a load, or the resumption of a download.
    package let client: ClientOrder?
    /// The `*` lines of the load, in order.
    package internal(set) var callbacks: [Int] = []
    /// The `* finish` or `* fail` outside of blocks of its own; nil: it is not written, or in branches.
    package internal(set) var end: Int?
    /// The last line that belongs to it, blocks included.
    package internal(set) var last: Int
}
