// StreamConversation.swift: HTTP/2 on a connection of a run, in both directions.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoop
import QuintainPlayer
import QuintainReply
import QuintainScenario
import QuintainTransport
import QuintainWire
import QuintainTranscript

/// Makes frames of the batches of streams, as far as the client's windows allow, and answers the client's frames.
///
/// Frames leave in portions of whole frames. The next portion is made when the last has left, so a body of any size
/// takes the memory of one portion.
@OnLoop
final class StreamConversation: HTTPConversation {
    /// The server's preface, a SETTINGS frame, which goes before all others.
    private enum Preface {
        case unsaid
        /// The scenario's own preface is still to come; frames that the client is owed wait behind it.
        case awaited(owed: [UInt8])
        case said
    }

    let teller: Teller
    var wire = HTTP2Connection(.server)
    private let outgoing: OutgoingQueue
    /// Batches that have not left as a whole, in the order in which they came.
    private var parcels: [Parcel] = []
    /// The index of the parcel that the portion under way belongs to, and the number of the parcel's bytes in it.
    private var portion: (index: Int, count: Int)?
    /// No parcel can leave before the client's windows have room; and the batch for which that was told last.
    private var isHeldUp = false
    private var told: Int?
    private var stalled: Set<Int> = []
    /// How frames are made on a stream that a sweep alters.
    private var alterations: [Int: Alteration] = [:]
    /// Something was ordered on a stream behind its stall.
    private var hasSwallowed = false
    /// A `! frame` was played.
    private var hasWrittenFrame = false
    /// The frames that the server does not send by itself.
    private var withheld: Set<OwnFrame> = []
    private var silentWindows: Set<Int> = []
    /// The next stream gets no room.
    private var silencesNext = false
    private var preface = Preface.unsaid
    /// The content for which no window room was given back, because the play has no room: its weight by stream.
    private var unread: [Int: Int] = [:]
    private var unreading: Set<Int> = []
    /// The content that was passed on since room was last given back: its weight by stream; 0: of the connection alone.
    private var passedOn: [Int: Int] = [:]
    /// Streams that get all their room back, even if it is little.
    private var released: Set<Int> = []
    /// Windows have become smaller, so that room may be due without further content.
    private var haveShrunk = false
    /// Trailers by stream, until the end of the body is told.
    private var trailers: [Int: [Field]] = [:]

    private var hasToldLeftOver = false

    /// How many bytes of answers wait for a client that does not read.
    private var owed = 0
    /// Frames of the server's own that the session has not been told of.
    var untold: [(frame: FrameReport, stream: Int)] = []

    /// - Parameter outgoing: the batches that were ordered before the client spoke HTTP/2 are still in it.
    init(_ teller: Teller, over outgoing: OutgoingQueue) {
        self.teller = teller
        self.outgoing = outgoing
    }

    var isQuiet: Bool { !wire.isReceiving }

    var isOverwhelmed: Bool { owed > Self.owedAtMost }

    /// A frame that the author wrote may be a reason to give the connection up at once.
    var omission: (rule: FrameRule, offset: Int)? {
        isEmpty && !hasWrittenFrame ? wire.omission.map { ($0, wire.received) } : nil
    }

    func append(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        wire.append(bytes)
        return []
    }

    func tellLeftOver() {
        guard !hasToldLeftOver else { return }
        if wire.hasOpenBlock {
            teller.tell {
                $0.protocolBroken(
                    "block-unfinished", "a field block without its end", "RFC 9113 section 4.3", offset: 0, on: $1,
                    at: $2)
            }
        }
        hasToldLeftOver = true
        teller.tellLeftOver(wire.leftOver)
    }

    var isEmpty: Bool { outgoing.isEmpty && parcels.isEmpty }

    var isCut: Bool { outgoing.isCut || !parcels.isEmpty || hasSwallowed }

    func play(_ batch: Batch, on number: ConnectionNumber) {
        parcels.append(Parcel(batch, stream: number.stream ?? 0))
    }

    func abandon() -> [OutgoingQueue.Settled] {
        defer { parcels = [] }
        return parcels.map { .init(number: $0.number, sent: $0.sent) }
    }

    // MARK: Sending

    /// Sends the answer that the protocol owes the client, between the frames of batches.
    func answer(_ answer: FrameAnswer?) {
        guard let answer else { return }
        switch answer {
        case .settingsAcknowledgement where withheld.contains(.settings): return
        case .ping where withheld.contains(.ping): return
        default: break
        }
        remember(answer)
        var output = OutputBytes(capacity: 64)
        output.append(answer)
        owed += output.count
        say(output.array)
    }

    /// Ends the connection, once the last frame has been answered.
    func finish() {
        stopWaiting()
        send([.strike(.close)])
    }

    private func say(_ frames: [UInt8]) {
        if case .awaited(let owed) = preface {
            preface = .awaited(owed: owed + frames)
        } else if !frames.isEmpty {
            send([.bytes(frames)])
        }
    }

    private func send(_ elements: [Batch.Element]) { outgoing.append(Batch(elements: elements)) }

    func advance(on transport: Transport) -> OutgoingQueue.Progress {
        if outgoing.isEmpty { owed = 0 }
        switch outgoing.advance(on: transport) {
        case .nothing: break
        case .progress, .pause: return .progress
        case .played(let settled): return settled.number == 0 ? .progress : portionLeft()
        case .strike(let strike, let settled):
            guard let settled, settled.number != 0 else { return .strike(strike, nil) }
            if case .played(let whole) = portionLeft() { return .strike(strike, whole) }
            return .strike(strike, nil)
        case .broken:
            return .broken(parcels.first.map { .init(number: $0.number, sent: $0.sent) } ?? .init(number: 0, sent: 0))
        }
        guard outgoing.isEmpty else { return .nothing }
        let hasPortion = compose()
        isHeldUp = !hasPortion && !parcels.isEmpty
        return hasPortion ? .progress : .nothing
    }

    func tellHeldUp() {
        guard isHeldUp, let number = parcels.first?.number, number != told else { return }
        told = number
        teller.tell { $0.windowFilled(number, at: $2) }
    }

    private func portionLeft() -> OutgoingQueue.Progress {
        guard let (index, count) = portion else { return .progress }
        (portion, told) = (nil, nil)
        parcels[index].sent += count
        guard parcels[index].isDone else { return .progress }
        let parcel = parcels.remove(at: index)
        return .played(.init(number: parcel.number, sent: parcel.sent))
    }

    /// Makes the next portion, from the first parcel that is not held up. false: there is none.
    private func compose() -> Bool {
        var seen: Set<Int> = []
        for index in parcels.indices {
            // Batches of one stream leave in their order.
            guard seen.insert(parcels[index].stream).inserted else { continue }
            let beginsConnection = parcels[index].beginsWithSettings
            if beginsConnection == false { stopWaiting() }
            if let elements = compose(index) {
                outgoing.append(Batch(number: 1, elements: elements))
                if beginsConnection == true { prefaceLeft() }
                return true
            }
        }
        return false
    }

    /// Makes a portion of a parcel. nil: the client's window is full.
    private func compose(_ index: Int) -> [Batch.Element]? {
        let stream = parcels[index].stream
        // Nothing more leaves on a stream that is stalled.
        if stalled.contains(stream) {
            hasSwallowed = true
            parcels[index].giveUp()
        }
        var output = OutputBytes()
        var count = 0
        var strike: Strike?
        portion: while output.count < Self.portionSize, strike == nil {
            switch parcels[index].next(
                atMost: Self.portionSize, altered: alterations[stream], &wire, into: &output)
            {
            case .frame(let more): count += more
            case .strike(let other): strike = carryOut(other, on: stream, into: &output)
            case .blocked:
                if output.isEmpty { return nil }
                break portion
            case .gone:
                parcels[index].giveUp()
                break portion
            case .done: break portion
            }
        }
        portion = (index, count)
        let bytes: [Batch.Element] = output.isEmpty ? [] : [.bytes(output.array)]
        return bytes + (strike.map { [.strike($0)] } ?? [])
    }

    /// Writes the frame of an act. Returns the act if it concerns the connection itself.
    private func carryOut(_ strike: Strike, on stream: Int, into output: inout OutputBytes) -> Strike? {
        switch strike {
        case .resetStream(let code):
            output.append(Frame.resetStream(stream, code))
            wire.resetSent(on: stream)
        case .goAway(let code, let last):
            let last = last ?? wire.lastOfPeer
            output.append(Frame.goAway(last: last, code))
            wire.goAwaySent(last: last)
        case .settings(let list):
            output.append(Frame.settings(list))
            wire.settingsSent(list)
        case .ping:
            output.append(Frame.ping(Self.pingPayload))
            wire.pingSent(Self.pingPayload)
        case .frame(let frame, let length):
            output.append(frame, announcing: length)
            hasWrittenFrame = true
            book(frame)
        case .answers(.window, let on) where stream == 0: silencesNext = !on
        case .answers(.window, false): silentWindows.insert(stream)
        case .answers(.window, true):
            silentWindows.remove(stream)
            giveRoom(on: stream, into: &output)
        case .answers(let answer, let on): if on { withheld.remove(answer) } else { withheld.insert(answer) }
        case .stall: stalled.insert(stream)
        case .altered(let alteration): alterations[stream] = alteration
        case .headers, .data, .speak, .noTunnel, .tunnel, .switchProtocols: break
        default: return strike
        }
        return nil
    }

    // MARK: Receiving

    func begin() {
        beginPreface(isWritten: teller.player?.opensWithSettings(teller.number) ?? false)
        teller.tell { $0.noted("connection \($1) speaks HTTP/2", at: $2) }
    }

    /// Sends the server's preface, unless the scenario has one of its own: the client's has come, or may come now.
    ///
    /// - Parameter isWritten: the scenario has a preface, further down.
    func beginPreface(isWritten: Bool = false) {
        guard case .unsaid = preface else { return }
        if parcels.lazy.compactMap(\.beginsWithSettings).first == true {
            preface = .said
        } else if isWritten {
            preface = .awaited(owed: [])
        } else {
            sayPreface()
        }
    }

    private func sayPreface() {
        preface = .said
        guard !withheld.contains(.settings) else { return }
        let settings = [Setting(.maxConcurrentStreams, UInt32(FrameLimits.standard.streams))]
        var output = OutputBytes(capacity: 64)
        output.append(Frame.settings(settings))
        wire.settingsSent(settings)
        remember(settings)
        send([.bytes(output.array)])
    }

    /// Sends our preface, because another frame leaves before the scenario's own.
    private func stopWaiting() {
        guard case .awaited(let owed) = preface else { return }
        sayPreface()
        say(owed)
    }

    /// The scenario's own preface leaves, and then the frames that waited for it.
    private func prefaceLeft() {
        guard case .awaited(let owed) = preface else { return }
        preface = .said
        say(owed)
    }

    /// A stream begins, for which `! window off` may stand above its request.
    func begin(_ stream: Int) {
        if silencesNext { silentWindows.insert(stream) }
        silencesNext = false
    }

    /// So much of a stream's content has been passed on.
    func consumed(_ weight: Int, on stream: Int) {
        let isSilent = silentWindows.contains(stream) || unreading.contains(stream)
        if isSilent { unread[stream, default: 0] += weight }
        passedOn[isSilent ? 0 : stream, default: 0] += weight
    }

    /// Withholds the window of a stream while the play has no room for its content.
    func setReading(_ on: Bool, of number: ConnectionNumber) {
        guard let stream = number.stream else { return }
        if !on { return _ = unreading.insert(stream) }
        unreading.remove(stream)
        released.insert(stream)
    }

    /// Gives window room back, once all that had come has been read: its client did not know of more room when it sent
    /// that, so it is judged by the windows as they were. false: none is due.
    func giveRoom() -> Bool {
        guard haveShrunk || !passedOn.isEmpty || !released.isEmpty else { return false }
        for (stream, weight) in passedOn.sorted(by: { $0.key < $1.key }) { answer(wire.consumed(weight, on: stream)) }
        var output = OutputBytes(capacity: 64)
        for stream in released.sorted() { giveRoom(on: stream, into: &output) }
        say(output.array)
        if haveShrunk {
            answer(wire.consumed(0, on: 0))
            for stream in wire.streamsDueRoom where !silentWindows.contains(stream) {
                answer(wire.consumed(0, on: stream))
            }
        }
        (passedOn, released, haveShrunk) = ([:], [], false)
        return true
    }

    /// Gives back the room for content that came meanwhile, unless it is still withheld.
    private func giveRoom(on stream: Int, into output: inout OutputBytes) {
        guard !silentWindows.contains(stream), !unreading.contains(stream) else { return }
        let weight = unread.removeValue(forKey: stream) ?? 0
        if let answer = wire.released(weight, on: stream) { output.append(answer) }
    }

    /// Room may be due without further content: windows have become smaller, or content broke a rule.
    func roomMayBeDue() { haveShrunk = true }

    func keep(_ fields: [Field], of stream: Int) { trailers[stream] = fields }

    func takeTrailers(of stream: Int) -> [Field] { trailers.removeValue(forKey: stream) ?? [] }

    /// Drops everything that is kept of a stream that is over.
    func forget(_ stream: Int) {
        stalled.remove(stream)
        alterations[stream] = nil
        trailers[stream] = nil
        unread[stream] = nil
        unreading.remove(stream)
        silentWindows.remove(stream)
        released.remove(stream)
    }

    private static let portionSize = 65_536
    /// `quintain`
    private static let pingPayload: UInt64 = 0x71_75_69_6E_74_61_69_6E
    private static let owedAtMost = 65_536
}

extension Parcel {
    /// Whether its first act is `! settings`, which makes the preface; nil: it sends nothing.
    fileprivate var beginsWithSettings: Bool? {
        for element in elements {
            switch element {
            case .strike(.settings), .strike(.answers(.settings, false)): return true
            case .strike(.answers): continue
            case .bytes, .pattern, .field, .strike: return false
            }
        }
        return nil
    }
}
