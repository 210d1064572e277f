// Strange.swift: requests, callbacks and bytes that no line takes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainTalk

/// A request that no line takes, and why, as far as it is known.
package struct StrangeRequest: Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        /// The client has accepted a certificate that it was to refuse.
        case accepted(String, instead: QuotedLine)
        /// The branch at this line begins with `never`, and takes only what fits it.
        case wrongBranch(QuotedLine, Difference)
        case repeated(Taker, instead: QuotedLine?, Past?)
        case nearest(QuotedLine, [StartDifference])
        case past(Past)
    }

    /// What had happened by then.
    package enum Past: Sendable, Equatable {
        case lastLine
        case silence(QuotedLine, Int)
    }

    package var request: RequestWords
    package var connection: ConnectionNumber
    package var reason: Reason?

    package init(_ request: RequestWords, on connection: ConnectionNumber, _ reason: Reason? = nil) {
        self.request = request
        self.connection = connection
        self.reason = reason
    }
}

/// How a request differs from the start of one that is written.
package enum StartDifference: Sendable, Equatable {
    case method(String, Wanted)
    case target(String, Wanted, hint: Remedy? = nil)
    case objection(String, toTarget: String)
    case origin(Misdirection)
    /// It does not: that line has been taken, or is not in reach.
    case none
}

/// Why a request is not for the origin of a line.
package enum Misdirection: Sendable, Equatable {
    case host(String, wanted: String)
    case origin(String, wanted: String)
    case hostAtProxy(String, wanted: String)
    case tunnel(proxy: String)
    case form(proxy: String)
}

/// The line that has taken a request like this one.
package struct Taker: Sendable, Equatable {
    package enum Rounds: Sendable, Equatable {
        case all(Int)
        /// This line ended them behind so many.
        case ended(Int, by: QuotedLine, isSilence: Bool)
        case some
    }

    package var line: QuotedLine
    /// The fields in which that request differed.
    package var difference: HeadDifference
    /// Where it stands in a `repeat`.
    package var rounds: Rounds?

    package init(_ line: QuotedLine, _ difference: HeadDifference, _ rounds: Rounds?) {
        self.line = line
        self.difference = difference
        self.rounds = rounds
    }
}

/// What an earlier request did not have, or had otherwise, by the names of its fields.
package struct HeadDifference: Sendable, Equatable {
    package var lacks: [String]
    package var has: [String]
    package var hasOther: [String]

    package init(lacks: [String], has: [String], hasOther: [String]) {
        self.lacks = lacks
        self.has = has
        self.hasOther = hasOther
    }

    package var isNone: Bool { lacks.isEmpty && has.isEmpty && hasOther.isEmpty }
}

/// A callback that no line takes.
package struct StrangeCallback: Sendable, Equatable {
    /// The load goes well where it must fail, or fails where it must go on.
    package enum Course: Sendable, Equatable {
        case endedWell, toldResponse, failed
    }

    package enum Next: Sendable, Equatable {
        case line(QuotedLine)
        case branches(block: Int, heads: [QuotedLine])
        case lastLine
    }

    /// What was expected of the load: nothing is told of it, or `had to`, or no more than `was expected to`.
    package enum Demand: Sendable, Equatable {
        case untold, must, may
    }

    package var callback: ToldCallback
    package var course: Course?
    package var demand = Demand.untold
    package var next: Next?
    /// The file has no line of this kind.
    package var isOfUnwrittenKind = false

    package init(_ callback: ToldCallback) { self.callback = callback }
}

/// Bytes that no line takes.
package enum StrangeBytes: Sendable, Equatable {
    /// They make no whole request: the first of so many.
    case noRequest([UInt8], count: Int)
    case inTheClear([UInt8], count: Int)
    case noTLS(String)
    case raw([UInt8])
}

/// What a value was to be taken from that a line uses.
package struct Untaken: Sendable, Equatable {
    package enum Why: Sendable, Equatable {
        case broken, unobserved, notHappened
        /// It was taken out of JSON with its quotes.
        case quoted
    }

    package var name: String
    package var line: QuotedLine
    package var why: Why

    package init(_ name: String, _ line: QuotedLine, _ why: Why) {
        self.name = name
        self.line = line
        self.why = why
    }
}

/// What to write instead, if what came is right.
package enum Remedy: Sendable, Equatable {
    /// Cookies, form fields or parameters came in another order, or in another spelling.
    case cookies, cookieLines
    case form(isOrder: Bool)
    case query(isOrder: Bool)
    /// A query is not written: what takes this one, or any.
    case unwrittenQuery(path: String, names: String)
    case anyQuery
    case slash
    case percent([String])
    case list(first: [UInt8])
    case type(String)
    /// The expression fits a part of what came.
    case partFits
    case jsonBlanks, jsonOrder
    case lineEnds(crlf: Bool)
    /// The request came straight, past this proxy.
    case bypass(proxy: String, origin: String)
    case anyOrder, lanes
    case rounds(Int)
    case answeredByClient
}

/// A limit of ours at which a play ended, which is no fault of its client.
package enum Limit: Sendable, Equatable {
    /// Comparing took too long; of the body of the request at this line.
    case effort, effortOfBody(line: Int)
    /// So many bytes are compared as a whole, and more came.
    case body(line: Int, most: Int)
    case data(line: Int, most: Int)
    case coveredBody(most: Int)
    case form(ConnectionNumber, FormFault)
}
