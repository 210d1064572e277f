// StreamTable.swift: which streams are open, and what became of the others.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The streams of a connection. What it keeps is bounded by the open ones, however many there have been.
struct StreamTable {
    /// What a stream is that is not open.
    enum Absent {
        /// Nobody has opened it.
        case idle
        case closed(Ending)
    }

    enum Ending {
        /// Both sides have ended it.
        case ended
        case resetByPeer
        /// What still comes on it was on its way, and is dropped.
        case resetHere
        /// It was closed so long ago that nobody knows how, or it was left out.
        case unknown
    }

    private(set) var open = StreamList()
    /// The highest stream that the client has opened. Servers open none: push is disabled.
    private(set) var highest = 0
    /// The streams that were closed last, as a ring.
    private var closed: [(stream: Int, ending: Ending)] = []
    private var oldest = 0
    private let remembered: Int

    init(remembering count: Int) { remembered = count }

    subscript(stream: Int) -> OpenStream? {
        _read { yield open[stream] }
        _modify { yield &open[stream] }
    }

    mutating func insert(_ state: OpenStream, as stream: Int) {
        opened(stream)
        open.append(state, as: stream)
    }

    /// Counts a stream as opened, whether it is kept or not.
    mutating func opened(_ stream: Int) { highest = max(highest, stream) }

    /// Whether nobody has opened it.
    func isIdle(_ stream: Int) -> Bool {
        stream > highest || stream.isMultiple(of: 2)
    }

    /// Whether a message is coming in on any of them.
    var isReceiving: Bool { !open.numbers { $0.receiving != .ended }.isEmpty }

    func absence(of stream: Int) -> Absent {
        if isIdle(stream) { return .idle }
        return .closed(closed.first { $0.stream == stream }?.ending ?? .unknown)
    }

    mutating func close(_ stream: Int, _ ending: Ending) {
        open.remove(stream)
        guard remembered > 0 else { return }
        if closed.count < remembered {
            closed.append((stream, ending))
        } else {
            closed[oldest] = (stream, ending)
            oldest = (oldest + 1) % remembered
        }
    }

    /// The stream is reset, here or by the peer, whatever it was before.
    mutating func reset(_ stream: Int, _ ending: Ending = .resetHere) {
        open.remove(stream)
        if let index = closed.firstIndex(where: { $0.stream == stream }) {
            closed[index].ending = ending
        } else {
            close(stream, ending)
        }
    }

    /// A setting has changed the receive windows of all open streams.
    mutating func resizeReceiveWindows(by difference: Int) {
        if difference == 0 { return }
        _ = open.changeAll { stream in
            stream.receiveWindow.resize(by: difference)
            return true
        }
    }

    /// The peer's setting has changed the send windows of all open streams; false: one has become too large.
    mutating func growSendWindows(by difference: Int) -> Bool {
        if difference == 0 { return true }
        return open.changeAll { $0.sendWindow.grow(by: difference) }
    }
}
