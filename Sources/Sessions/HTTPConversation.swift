// HTTPConversation.swift: what a connection of a run speaks with its client, in one version of HTTP.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoop
import QuintainReply
import QuintainTranscript
import QuintainTransport

/// Tells the player what the client's bytes mean, and makes bytes of the player's batches.
///
/// A connection holds one at a time. A ``VersionFinder`` decides which, and nobody else asks for the version.
@OnLoop
protocol HTTPConversation: AnyObject {
    /// It is clear that the client speaks this version; the batches that waited for that have been played.
    func begin()

    // MARK: The client's bytes

    /// Takes bytes. Returns those that are not HTTP any more.
    func append(_ bytes: UnsafeRawBufferPointer) -> [UInt8]
    /// Tells what has come. false: others should have their turn before the rest.
    func understand() -> Bool
    /// Tells bytes that make no whole message: when no more come, or no more count.
    func tellLeftOver()
    /// No request is coming in.
    var isQuiet: Bool { get }
    /// The rule that the client has broken if it closes the connection now and has read all that was sent, and the number
    /// of bytes that came before that.
    var omission: (rule: FrameRule, offset: Int)? { get }
    /// A CONNECT, or a request for an upgrade, is answered by this act: what came behind it is read as the act says.
    func goOn(behind answer: Strike)
    /// Gives back the bytes that were not read: they are for TLS in a tunnel, in which requests begin anew.
    func beginAnew() -> [UInt8]

    // MARK: Room for them

    /// Too many answers wait for the client: no more of its bytes are read.
    var isOverwhelmed: Bool { get }
    /// Reads a part of the connection or not.
    func setReading(_ on: Bool, of number: ConnectionNumber)
    /// Tells the client of more room, once all that had come was read. false: none is due.
    func giveRoom() -> Bool

    // MARK: The player's batches

    func play(_ batch: Batch, on number: ConnectionNumber)
    /// Carries out the next step.
    func advance(on transport: Transport) -> OutgoingQueue.Progress
    /// Nothing is on its way out.
    var isEmpty: Bool { get }
    /// Some bytes that were ordered have not left.
    var isCut: Bool { get }
    /// Tells how much has left of the batch that is under way.
    func tellProgress()
    /// Tells of the first batch that waits for the client to make room, unless that was told.
    func tellHeldUp()
    /// Drops all that has not left.
    func abandon() -> [OutgoingQueue.Settled]
}

/// What only some versions have: the others need no word of it.
extension HTTPConversation {
    func begin() {}
    var omission: (rule: FrameRule, offset: Int)? { nil }
    func goOn(behind answer: Strike) {}
    func beginAnew() -> [UInt8] { [] }
    var isOverwhelmed: Bool { false }
    func setReading(_ on: Bool, of number: ConnectionNumber) {}
    func giveRoom() -> Bool { false }
    func tellProgress() {}
    func tellHeldUp() {}
}
