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
            for size in ["1", "7"] {
                let sizes = [String](repeating: size, count: Self.framesAtMost)
                changes.add("frames-of-\(size)", of: varied, try frames(of: sizes))
            }
            changes.add("trailers", of: varied, trailers)
            changes.add("padding", of: varied, try padding())
        }
        changes.add("continuation", of: varied, try continuation())
        changes.add("small-window", of: varied, try window())
    }

    private func frames(of sizes: [String]) throws(LeftOut) -> [Edit]? {
        body.isEmpty ? nil : try body.shaped(sizes)
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

    /// Frames that are written out leave the head as it is. A Content-Length keeps the head from ending the stream.
    private func padding() throws(LeftOut) -> [Edit]? {
        if body.isEmpty { return nil }
        let content = try framed(padded: true)
        let lengths = varied.reply.fields("content-length").map { Edit.remove($0.line) }
        let length = varied.lane.sends("Content-Length: \(try byteCount())")
        return lengths + [.insert(length, above: varied.reply.start + 1)] + content
    }

    /// The head in a HEADERS frame and two CONTINUATION frames, cut in the middle of fields.
    private func continuation() throws(LeftOut) -> [Edit]? {
        // The player knows challenges by their lines.
        if varied.asksForCredentials { throw LeftOut("a challenge in frames") }
        if !varied.reply.acts.isEmpty { throw LeftOut("acts within frames") }
        let head = try LiteralBlock(varied, length: byteCount())
        let content = body.isEmpty || !varied.mayHaveBody ? body.removal : try framed(padded: false)
        let ends = body.isEmpty || !varied.mayHaveBody ? "flags=END_STREAM " : ""
        let thirds = head.thirds
        let frames = [
            "frame HEADERS \(ends){{hex \"\(thirds[0])\"}}", "frame CONTINUATION {{hex \"\(thirds[1])\"}}",
            "frame CONTINUATION flags=END_HEADERS {{hex \"\(thirds[2])\"}}",
        ].map { varied.lane.acts($0) }
        let fields = varied.reply.fields.map(\.line) + [varied.reply.headEnd].compactMap(\.self)
        return [.replace(varied.reply.start, with: frames)] + fields.map { .remove($0) } + content
    }

    /// Each run of body lines as a DATA frame that is written out, the last of which ends the stream.
    private func framed(padded: Bool) throws(LeftOut) -> [Edit] {
        if varied.reply.trailersMark != nil { throw LeftOut("trailers behind frames") }
        guard try byteCount() <= Self.frameAtMost else { throw LeftOut("more than a frame has room for") }
        var edits: [Edit] = []
        for (place, run) in body.runs.enumerated() {
            var payload: [String] = []
            for (place, line) in run.enumerated() {
                guard let call = line.call else { throw LeftOut("a body that cannot be cut") }
                if place > 0 { payload.append(Quoting.quoted(line.newline.bytes)) }
                payload.append(call.hasPrefix("\"") ? call : "{{\(call)}}")
            }
            var flags = padded ? ["PADDED"] : []
            if place == body.runs.count - 1 { flags.append("END_STREAM") }
            let said = flags.isEmpty ? [] : ["flags=\(flags.joined(separator: ","))"]
            let words = padded ? [#"{{hex "05"}}"#] + payload + [#"{{hex "0000000000"}}"#] : payload
            let frame = varied.lane.acts((["frame DATA"] + said + words).joined(separator: " "))
            edits.append(.replace(run[0].index, with: frame))
            edits += run.dropFirst().map { .remove($0.index) }
        }
        return edits
    }

    private func byteCount() throws(LeftOut) -> Int {
        guard let count = body.byteCount else { throw LeftOut("a length that the run decides") }
        return count
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

    private static let framesAtMost = 64
    /// RFC 9113 section 4.2, less the padding; and within the first window.
    private static let frameAtMost = 16_000
}

extension VariedReply {
    /// Whether the load reports what is sent: a client may send and report the first of a body before the line that
    /// sets the window.
    fileprivate var tellsWhatIsSent: Bool {
        guard let load = exchange.load else { return false }
        return subject.loads[load].callbacks.contains { callback($0)?.kind == .sent }
    }

    fileprivate var asksForCredentials: Bool {
        !reply.fields("www-authenticate").isEmpty || !reply.fields("proxy-authenticate").isEmpty
    }
}

extension LoadLines {
    fileprivate var bodyCount: Int? { if case .load(let load)? = client { load.body?.byteCount } else { nil } }
}

extension Line {
    fileprivate var isSettings: Bool { if case .act(.settings) = deed { true } else { false } }
}
