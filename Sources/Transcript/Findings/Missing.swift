// Missing.swift: what did not happen, what came too soon, and what had to happen first.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
package import QuintainTalk

/// What did not happen in its time.
package enum Missing: Sendable, Equatable {
    case line(QuotedLine, Late, instead: Instead?)
    /// The round of a `repeat` has taken a request for this line.
    case lineTaken(QuotedLine, Late, instead: Instead?, by: QuotedLine, round: Int)
    /// No branch of the block at this line began. The heads are the lines that were waited for.
    case branch(block: Int, Late, heads: [QuotedLine], bodyEnded: Bool)
    case part(block: Int, Late, heads: [QuotedLine], more: Int)
    case branchAtEnd(block: Int, End)
    /// The client left its connection after so many bytes of the request's body.
    case restOfRequest(Closing, ConnectionNumber, after: Int, awaitsContinue: Bool)
    case connection, bytes
}

/// The time in which something did not happen.
package enum Late: Sendable, Equatable {
    /// Milliseconds, perhaps since an input came too soon.
    case within(Int, ofDisorder: Bool = false)
    /// Every load had ended; so many milliseconds of silence were waited for behind that.
    case loadsEnded(silence: Int? = nil)
    case before(End)
}

/// Why nothing more was expected.
package enum End: Sendable, Equatable {
    case client, deadline, dropped, cancelled
}

/// What is known of a client that did not do what was waited for.
package enum Instead: Sendable, Equatable {
    case noConnection
    case tlsFailed(SecureFailure, lacksAlert: Bool = false)
    /// nil: it keeps the connection open.
    case left(ConnectionNumber, Closing?)
    case alerts([String])
    /// It finished the handshake with this certificate.
    case accepted(String, alerts: [String])
    /// Its request has not arrived whole: so many bytes of its body have.
    case requestUnderWay(BodyPart?)
    case refusedBehindGoAway(ConnectionNumber)
    case allClosed
    case waitsForPart(RequestWords)
    case waitsForEnd(ConnectionNumber)
    case waitsForReply(ConnectionNumber)

    package struct BodyPart: Sendable, Equatable {
        package var came: Int
        package var length: Int
        package var awaitsContinue: Bool

        package init(came: Int, of length: Int, awaitsContinue: Bool) {
            self.came = came
            self.length = length
            self.awaitsContinue = awaitsContinue
        }
    }
}

/// What came before the lines above it.
package enum Early: Sendable, Equatable {
    case request(RequestWords)
    case callback(ToldCallback)
    case rawBytes, restOfBody
    case bytesBeforeAnswer(ConnectionNumber)
    case connection(ConnectionNumber)
    case bodyBytes(Int)
    case leaving(ConnectionNumber, Closing)
    case frame(String)
}

/// What had to happen first.
package enum Hold: Sendable, Equatable {
    /// A `! quiet` that had begun so many milliseconds before.
    case silence(QuotedLine, Int)
    case theirs(QuotedLine)
    case ours(QuotedLine, LeftEarly? = nil)
    /// The line stands below a block that ends when nothing has come for so many milliseconds.
    case behindBlock(QuotedLine, Int)
    case branches(block: Int, heads: [QuotedLine])
    case linesAbove, oursAbove, oursFurtherUp
}

/// What a client that leaves before a line of ours may be meant to do.
package enum LeftEarly: Sendable, Equatable {
    /// The reply is one too many: it may be a part of a body.
    case surplusReply
    case leaves
}

/// A line of ours that could not be done, or that nobody has read.
package enum NotSent: Sendable, Equatable {
    case noConnection(QuotedLine, Late)
    /// Not all of it had left at the end, or it had not been read when the client was judged.
    case notLeft(QuotedLine, End, LeftEarly?)
    case notRead(QuotedLine, LeftEarly?)
    case notDone(QuotedLine, End, LeftEarly?)
    case branch(block: Int, End)
    case heldBack(QuotedLine, by: QuotedLine)
    case resetUnread(QuotedLine, ConnectionNumber)
    /// nil: the connection took no more.
    case cut(Int, of: Int, ConnectionNumber, Closing?, LeftEarly?)
    case noRoom(QuotedLine, ConnectionNumber, within: Int)
    case onlyHTTP1(QuotedLine, ConnectionNumber, isRaw: Bool)
    case beyondReply(QuotedLine, length: Int, byte: Int)
    case noReply(QuotedLine, ConnectionNumber)
    case bodyTooLong(Int)
    /// A value of the client's that a line of a head cannot hold, or that needs escapes in JSON.
    case nulInHead(String, Snippet)
    case lineEndInHead(String, Snippet, isCaptured: Bool)
    case unescaped(String, Snippet)
}
