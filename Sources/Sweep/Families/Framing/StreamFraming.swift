// StreamFraming.swift: the same replies over HTTP/2, in other frames.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWords

/// A reply on a stream, and the frames that it could come in: RFC 9113 sections 6.1, 6.2, 6.9 and 6.10.
struct StreamFraming {
    let varied: VariedReply
    let body: ReplyBody

    init(_ varied: VariedReply) throws(LeftOut) {
        self.varied = varied
        if varied.subject.hop(of: varied.exchange)?.versions.isChoice != false { throw LeftOut("a choice of versions") }
        body = try ReplyBody(varied)
        if body.kind == .close { throw LeftOut("a connection that closes") }
    }

    func add(to changes: inout Changes) {
        if varied.mayHaveBody {
            if !body.isEmpty {
                for size in [1, 7] { changes.add("frames-of-\(size)", of: varied, altered: .pieces(of: size)) }
                changes.add("padding", of: varied, altered: .padding)
            }
            changes.add("trailers", of: varied, trailers)
        }
        changes.add("continuation", of: varied, altered: .continuation)
        changes.add("small-window", of: varied, try window())
    }

    private var trailers: [Edit]? {
        guard varied.reply.trailersMark == nil else { return nil }
        let lines = [varied.lane.acts("trailers"), varied.lane.sends("X-Trailer: behind the body")]
        let mark = varied.reply.headEnd == nil ? [varied.lane.sends()] : []
        return [
            .insert(varied.lane.sends("Trailer: X-Trailer"), above: varied.reply.start + 1),
            .insert(mark + lines, above: varied.reply.last + 1),
        ]
    }

    /// The server decides how much a client may send: its small window is for the client's upload, with room for a
    /// hundredth of the body at a time.
    private func window() throws(LeftOut) -> [Edit]? {
        let subject = varied.subject
        guard varied.exchange.start == subject.exchanges.first?.start, varied.exchange.block == nil,
            let load = varied.exchange.load, let count = subject.loads[load].bodyCount,
            !subject.deeds.values.contains(where: \.isSettings)
        else { return nil }
        if varied.tellsWhatIsSent { throw LeftOut("the progress of an upload") }
        let above = varied.exchange.binding ?? varied.exchange.start
        return [.insert(varied.lane.acts("settings INITIAL_WINDOW_SIZE=\(max(10, count / 100))"), above: above)]
    }
}

extension VariedReply {
    /// Whether the load reports what is sent: a client may send and report the first of a body before the line that
    /// sets the window.
    fileprivate var tellsWhatIsSent: Bool {
        guard let load = exchange.load else { return false }
        return subject.loads[load].callbacks.contains { callback($0)?.kind == .sent }
    }
}

extension LoadLines {
    fileprivate var bodyCount: Int? { if case .load(let load)? = client { load.body?.byteCount } else { nil } }
}

extension Line {
    fileprivate var isSettings: Bool { if case .act(.settings) = deed { true } else { false } }
}
