// StreamTable.swift: the open streams, and the fate of the others.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The streams of a connection. What it keeps is bounded by the open ones, however many there have been.
struct StreamTable {
    /// The state of a stream that is not open.
    enum Absent {
        /// The stream was never opened.
        case idle
        case closed(Ending)
    }

    enum Ending {
        /// Both sides have ended it.
        case ended
        case resetByPeer
        /// We reset the stream: frames that were under way are dropped.
        case resetHere
        /// The stream was closed too long ago to know how, or its number was skipped.
        case unknown
    }

    private(set) var open = StreamList()
    /// The highest stream that the client has opened. Servers open none: push is disabled.
    private(set) var highest = 0
    /// The latest closed streams, as a ring.
    private var closed: [(stream: Int, ending: Ending)] = []
    private var oldest = 0
    private let remembered: Int

    init(remembering count: Int) { remembered = count }

    subscript(stream: Int) -> OpenStream? {
        get { open[stream] }
        set { open[stream] = newValue }
    }

    mutating func insert(_ state: OpenStream, as stream: Int) {
        opened(stream)
        open.append(state, as: stream)
    }

    /// Counts a stream as opened, whether it is kept or not.
    mutating func opened(_ stream: Int) { highest = max(highest, stream) }

    /// Whether the stream was never opened.
    func isIdle(_ stream: Int) -> Bool {
        stream > highest || stream.isMultiple(of: 2)
    }

    /// Whether a message is coming in on any stream.
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

    /// Marks the stream as reset, here or by the peer, whatever its state was.
    mutating func reset(_ stream: Int, _ ending: Ending = .resetHere) {
        open.remove(stream)
        if let index = closed.firstIndex(where: { $0.stream == stream }) {
            closed[index].ending = ending
        } else {
            close(stream, ending)
        }
    }

    /// Changes the receive windows of all open streams after a setting.
    mutating func resizeReceiveWindows(by difference: Int) {
        if difference == 0 { return }
        _ = open.changeAll { stream in
            stream.receiveWindow.resize(by: difference)
            return true
        }
    }

    /// Changes the send windows of all open streams after a setting of the peer; false: one has become too large.
    mutating func growSendWindows(by difference: Int) -> Bool {
        if difference == 0 { return true }
        return open.changeAll { $0.sendWindow.grow(by: difference) }
    }
}
