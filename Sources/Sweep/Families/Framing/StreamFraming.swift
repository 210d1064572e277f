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
        if varied.origin?.versions != .two { throw LeftOut("a choice of versions") }
        body = try ReplyBody(varied)
        if body.kind == .close { throw LeftOut("a connection that closes") }
    }

    func add(to changes: inout Changes) {
        func add(_ value: String, _ words: String, _ edits: [Edit]?) {
            guard let edits, !edits.isEmpty else { return }
            let sentence = "\(varied.title) \(words)"
            changes.append(Change(varied.value(value), place: value, sentence: sentence, edits: edits))
        }
        if varied.mayHaveBody {
            add(
                "frames-of-1", "has frames of one byte", body.shaped([String](repeating: "1", count: Self.framesAtMost))
            )
            add(
                "frames-of-7", "has frames of seven bytes",
                body.shaped([String](repeating: "7", count: Self.framesAtMost)))
            add("trailers", "has a trailer", trailers)
            add("padding", "has padding in its frames of content", padding)
        }
        // The player knows challenges by their lines.
        if varied.asksForCredentials {
            changes.leaveOut("a challenge in frames")
        } else {
            add("continuation", "has a head in three frames", continuation)
        }
        if varied.tellsWhatIsSent {
            changes.leaveOut("the progress of an upload")
        } else if let window {
            changes.append(window)
        }
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

    /// Frames that are written out leave the head as it is. It says how long the body is, so that it does not end the
    /// stream.
    private var padding: [Edit]? {
        guard let content = framed(padded: true), !content.isEmpty, let count = body.byteCount else { return nil }
        let length = varied.reply.fields("content-length").map { Edit.remove($0.line) }
        return length + [.insert(varied.lane.sends("Content-Length: \(count)"), above: varied.reply.start + 1)]
            + content
    }

    /// The head in a HEADERS frame and two CONTINUATION frames, cut in the middle of fields.
    private var continuation: [Edit]? {
        guard let count = body.byteCount, varied.reply.acts.isEmpty, let head = HeaderBlock(varied, length: count),
            let content = framed(padded: false)
        else { return nil }
        let ends = content.isEmpty ? "flags=END_STREAM " : ""
        let thirds = head.thirds
        let frames = [
            "frame HEADERS \(ends){{hex \"\(thirds[0])\"}}", "frame CONTINUATION {{hex \"\(thirds[1])\"}}",
            "frame CONTINUATION flags=END_HEADERS {{hex \"\(thirds[2])\"}}",
        ].map { varied.lane.acts($0) }
        let fields = varied.reply.fields.map(\.line) + [varied.reply.headEnd].compactMap(\.self)
        return [.replace(varied.reply.start, with: frames)] + fields.map { .remove($0) } + content
    }

    /// Each run of body lines as a DATA frame that is written out, the last of which ends the stream; nil: a line cannot
    /// be written so, or there is more than one frame has room for.
    private func framed(padded: Bool) -> [Edit]? {
        guard varied.reply.trailersMark == nil, let count = body.byteCount, count <= Self.frameAtMost else {
            return nil
        }
        if !varied.mayHaveBody || count == 0 {
            return body.runs.joined().map { .remove($0.index) }
        }
        var edits: [Edit] = []
        for (place, run) in body.runs.enumerated() {
            var payload: [String] = []
            for (place, line) in run.enumerated() {
                guard let call = line.call else { return nil }
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

    /// What a client may send is the server's to say: a small window is one for its uploads. It has room for a hundredth
    /// of the body at a time.
    private var window: Change? {
        let subject = varied.subject
        guard varied.exchange.start == subject.exchanges.first?.start, varied.exchange.block == nil,
            let load = varied.exchange.load, let count = subject.loads[load].bodyCount,
            !subject.deeds.values.contains(where: \.isSettings)
        else { return nil }
        let above = varied.exchange.binding ?? varied.exchange.start
        let room = max(10, count / 100)
        return Change(
            varied.value("small-window"), place: "small-window",
            sentence: "the server has room for \(room) bytes of a body at a time",
            edits: [.insert(varied.lane.acts("settings INITIAL_WINDOW_SIZE=\(room)"), above: above)])
    }

    private static let framesAtMost = 64
    /// RFC 9113 section 4.2, less the padding; and within the first window.
    private static let frameAtMost = 16_000
}

extension VariedReply {
    /// Where the request goes.
    fileprivate var origin: Origin? {
        guard case .receive(.start(_, .path(let name, _), _))? = subject.deeds[exchange.start]?.deed else { return nil }
        return subject.scenario.origins.first { $0.name == name }
    }

    /// A client may send the first of a body before it knows the window, and so report it before the line that sets it.
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
