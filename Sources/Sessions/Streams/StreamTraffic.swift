// StreamTraffic.swift: a connection of HTTP/2 in a run: what leaves on its streams, and what comes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoop
import QuintainReply
import QuintainScenario
import QuintainTransport
import QuintainWire

/// Makes frames of the batches of streams, as far as the client's windows let them leave, and answers the client's own.
///
/// What leaves is put together in portions of whole frames. The next one is made when the last has left, so a body of
/// any size takes the memory of one portion.
@OnLoop
final class StreamTraffic {
    /// Our first frame, which is SETTINGS: nothing goes out before it.
    private enum Preface {
        case unsaid
        /// The scenario's own is still to come; what is owed to the client waits behind it.
        case awaited(owed: [UInt8])
        case said
    }

    var wire = HTTP2Connection(.server)
    private var outgoing: OutgoingQueue
    /// Batches of which something has not left, in the order in which they came.
    private var parcels: [Parcel] = []
    /// The parcel that the portion under way belongs to, by its place, and how many of its bytes that portion has.
    private var portion: (index: Int, count: Int)?
    /// No parcel can leave before the client makes room, and for which batch that was told.
    private var isHeldUp = false
    private var told: Int?
    private var stalled: Set<Int> = []
    /// What the server does not send by itself.
    private var withheld: Set<OwnFrame> = []
    private var silentWindows: Set<Int> = []
    private var preface = Preface.unsaid
    /// Content that came and that the play has no room for: its weight, stream by stream.
    private var unread: [Int: Int] = [:]
    private var unreading: Set<Int> = []
    /// Fields behind a body, until its end is told.
    private var trailers: [Int: [Field]] = [:]

    /// How many bytes of answers wait for a client that does not read.
    private var owed = 0

    /// - Parameter outgoing: what has been ordered of the connection before its client spoke.
    init(_ outgoing: OutgoingQueue) { self.outgoing = outgoing }

    /// No request is coming in.
    var isQuiet: Bool { !wire.isReceiving }

    /// So much waits for the client that no more is read of it.
    var isOverwhelmed: Bool { owed > Self.owedAtMost }

    /// What has come and makes no whole frame.
    var leftOver: [UInt8] { wire.leftOver }

    /// A field block has begun that has no end.
    var hasOpenBlock: Bool { wire.hasOpenBlock }

    /// A request's head has begun that is not whole.
    var hasBegunHead: Bool { wire.hasBegunHead }

    func append(_ bytes: UnsafeRawBufferPointer) { wire.append(bytes) }

    /// Nothing is on its way out.
    var isEmpty: Bool { outgoing.isEmpty && parcels.isEmpty }
    var isAllOut: Bool { outgoing.isAllOut }
    var isBlocked: Bool { outgoing.isBlocked }
    var nextTurn: Moment? { outgoing.nextTurn }

    func play(_ batch: Batch, on stream: Int) { parcels.append(Parcel(batch, stream: stream)) }

    /// Gives up what has not left.
    func abandon() -> [OutgoingQueue.Settled] {
        defer { parcels = [] }
        return parcels.map { .init(number: $0.number, sent: $0.sent) }
    }

    // MARK: Sending

    /// Sends frames of its own: they go between those of the batches.
    func answer(_ answer: FrameAnswer?) {
        guard let answer else { return }
        switch answer {
        case .settingsAcknowledgement where withheld.contains(.settings): return
        case .ping where withheld.contains(.ping): return
        default: break
        }
        var output = OutputBytes(capacity: 64)
        output.append(answer)
        owed += output.count
        say(output.array)
    }

    /// The last frame of all has been answered: the connection ends.
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

    /// Does the next thing.
    func advance(on transport: Transport) -> OutgoingQueue.Progress {
        if outgoing.isEmpty { owed = 0 }
        switch outgoing.advance(on: transport) {
        case .nothing: break
        case .progress: return .progress
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

    /// The first batch that waits for a window; nil: it has been told, or none does.
    func takeHeldUp() -> Int? {
        guard isHeldUp, let number = parcels.first?.number, number != told else { return nil }
        told = number
        return number
    }

    private func portionLeft() -> OutgoingQueue.Progress {
        guard let (index, count) = portion else { return .progress }
        (portion, told) = (nil, nil)
        parcels[index].sent += count
        guard parcels[index].isDone else { return .progress }
        let parcel = parcels.remove(at: index)
        return .played(.init(number: parcel.number, sent: parcel.sent))
    }

    /// Makes the next portion, of the first parcel that is not held up. false: there is none.
    private func compose() -> Bool {
        var seen: Set<Int> = []
        for index in parcels.indices {
            // What leaves on one stream leaves in its order.
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

    /// nil: the client's window is full.
    private func compose(_ index: Int) -> [Batch.Element]? {
        let stream = parcels[index].stream
        // Nothing more leaves of a stream that is stalled.
        if stalled.contains(stream) { parcels[index].giveUp() }
        var output = OutputBytes()
        var count = 0
        var strike: Strike?
        portion: while output.count < Self.portionSize, strike == nil {
            switch parcels[index].next(atMost: Self.portionSize, &wire, into: &output) {
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

    /// Writes the frame that a strike is. Answers the strike where it is one of the connection itself.
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
            output.append(Frame.ping(0x71_75_69_6E_74_61_69_6E))
            wire.pingSent()
        case .frame(let frame, let length):
            output.append(frame, announcing: length)
            book(frame)
        case .answers(.window, false): silentWindows.insert(stream)
        case .answers(.window, true):
            silentWindows.remove(stream)
            giveRoom(on: stream, into: &output)
        case .answers(let answer, let on): if on { withheld.remove(answer) } else { withheld.insert(answer) }
        case .stall: stalled.insert(stream)
        case .headers, .data, .noTunnel, .tunnel, .switchProtocols: break
        default: return strike
        }
        return nil
    }

    // MARK: Receiving

    /// The client's preface has come, or may come now: ours goes out, unless the scenario has one of its own.
    ///
    /// - Parameter isWritten: the scenario has one, further down.
    func begin(isWritten: Bool = false) {
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
        send([.bytes(output.array)])
    }

    /// Something else goes out before the scenario's own: ours goes first all the same.
    private func stopWaiting() {
        guard case .awaited(let owed) = preface else { return }
        sayPreface()
        say(owed)
    }

    /// The scenario's own goes out, and what has waited for it.
    private func prefaceLeft() {
        guard case .awaited(let owed) = preface else { return }
        preface = .said
        say(owed)
    }

    /// So much of a stream's content has been passed on.
    func consumed(_ weight: Int, on stream: Int) {
        if silentWindows.contains(stream) || unreading.contains(stream) {
            unread[stream, default: 0] += weight
            answer(wire.consumed(weight, on: 0))
        } else {
            answer(wire.consumed(weight, on: stream))
        }
    }

    /// The play has no room for more of a stream, or has it again.
    func setReading(_ on: Bool, of stream: Int) {
        if !on { return _ = unreading.insert(stream) }
        unreading.remove(stream)
        var output = OutputBytes(capacity: 64)
        giveRoom(on: stream, into: &output)
        say(output.array)
    }

    /// The room for what came while none was given, unless it is still withheld.
    private func giveRoom(on stream: Int, into output: inout OutputBytes) {
        guard !silentWindows.contains(stream), !unreading.contains(stream) else { return }
        let weight = unread.removeValue(forKey: stream) ?? 0
        if let answer = wire.released(weight, on: stream) { output.append(answer) }
    }

    /// The room that is due with nothing more consumed: of streams whose window has become smaller, and of the connection
    /// for content that broke a rule.
    func giveRoomDue() {
        answer(wire.consumed(0, on: 0))
        for stream in wire.streamsDueRoom where !silentWindows.contains(stream) {
            answer(wire.consumed(0, on: stream))
        }
    }

    func keep(_ fields: [Field], of stream: Int) { trailers[stream] = fields }

    func takeTrailers(of stream: Int) -> [Field] { trailers.removeValue(forKey: stream) ?? [] }

    /// A stream is over: nothing is kept of it.
    func forget(_ stream: Int) {
        stalled.remove(stream)
        trailers[stream] = nil
        unread[stream] = nil
        unreading.remove(stream)
        silentWindows.remove(stream)
    }

    private static let portionSize = 65_536
    private static let owedAtMost = 65_536
}

extension Parcel {
    /// Whether the first that it says is `! settings`, which makes the preface; nil: it says nothing.
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
