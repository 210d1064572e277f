// StreamCuts.swift: streams of HTTP/2, and the connections below them, that end between frames of a reply.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario
internal import QuintainTranscript

/// Cuts one reply between its frames. What is right follows from RFC 9113: a message is whole with the frame that ends
/// its stream (section 8.1), and nothing changes it behind that one (section 5.1).
struct StreamCuts {
    private enum How: String, CaseIterable {
        case fin, rst, tls
        case noError = "no-error", cancel, internalError = "internal-error", refused
        case goAway = "goaway", unserved

        /// The name of the error, and the digits of its number: RFC 9113 section 7.
        var code: (name: String, digits: String)? {
            switch self {
            case .noError: ("NO_ERROR", "00000000")
            case .cancel: ("CANCEL", "00000008")
            case .internalError: ("INTERNAL_ERROR", "00000002")
            case .refused: ("REFUSED_STREAM", "00000007")
            case .fin, .rst, .tls, .goAway, .unserved: nil
            }
        }
    }

    private let text: CutText
    private let frames: FramedReply
    private let arrival: Baseline.Arrival
    private let baseline: Baseline

    init(_ text: CutText, _ arrival: Baseline.Arrival, _ baseline: Baseline) {
        self.text = text
        self.arrival = arrival
        self.baseline = baseline
        frames = FramedReply(text.subject, text.reply, text.message)
    }

    func add(to changes: inout Changes) {
        for place in places {
            for how in hows(at: place) {
                do throws(LeftOut) {
                    changes.append(try change(how, at: place))
                } catch {
                    changes.leaveOut(error.reason)
                }
            }
        }
    }

    /// Ends the connection in place of the reply.
    func deaths(_ value: String) -> [Change] {
        [How.fin, .rst, .unserved].compactMap { how in
            guard var change = try? change(how, at: .start) else { return nil }
            change.value = value + (how == .fin ? "" : how == .rst ? "-rst" : "-goaway")
            change.place = "when the request has come"
            return change
        }
    }

    private var places: [FramePlace] {
        // A client may act on the head of a redirect, and leave the rest unread. A 1xx is only a head, and ends
        // nothing.
        if text.leadsOn || text.reply.isInformational { return [.start] }
        return [.start, .head] + frames.counts(drawing: Self.drawnOfBodies).map { .body($0) } + [.end]
    }

    private func hows(at place: FramePlace) -> [How] {
        How.allCases.filter { how in
            switch (how, place) {
            case (.tls, _): text.subject.isSecure(text.exchange)
            // These say that the request was not processed, which a server that has answered does not say.
            case (.refused, _), (.unserved, _):
                place == .start && text.exchange.replies.first?.start == text.reply.start
            // RFC 9113 section 8.1: NO_ERROR asks for nothing more of the request, once the reply is whole.
            case (.noError, _): place == .end
            // Behind the end of the stream, a GOAWAY may come too late for the next request.
            case (.goAway, .body(frames.bodyCount)): text.reply.trailersMark != nil
            case (.goAway, .head): frames.bodyCount > 0 || text.reply.trailersMark != nil
            case (.goAway, .end): false
            default: true
            }
        }
    }

    private func change(_ how: How, at place: FramePlace) throws(LeftOut) -> Change {
        Change(
            text.reply.label + place.value + (how == .fin ? "" : "-\(how.rawValue)"), place: name(place),
            edits: try edits(how, at: place))
    }

    private func edits(_ how: How, at place: FramePlace) throws(LeftOut) -> [Edit] {
        if how == .goAway { return try goAway(at: place) }
        if place != .end { return try cut(how, at: place) }
        if let code = how.code {
            return [.insert("! frame RST_STREAM {{hex \"\(code.digits)\"}}", above: text.behind)]
        }
        return try cutBehindEnd(how)
    }

    /// Puts the acts at the place, and takes out the rest of the reply.
    private func cut(_ how: How, at place: FramePlace) throws(LeftOut) -> [Edit] {
        guard let (edits, end) = frames.ending(at: place) else { throw LeftOut("a body that cannot be cut") }
        if case .body(let count) = place, count > Self.firstWindow { throw LeftOut("more than a window has room for") }
        guard let below = text.lines(for: outcome(how, at: place), byte(place)) else { throw LeftOut("in a block") }
        return text.withoutGates(above: end) + edits + Edit.remove(end..<text.subject.lines.count)
            + [.insert(acts(how) + below, above: end)]
    }

    /// A client may take a reply for whole when as many bytes have come as its length says, if the server does not say
    /// that it has failed.
    private func outcome(_ how: How, at place: FramePlace) -> CutText.Outcome {
        switch how {
        case .refused, .unserved: return .unprocessed
        case .noError, .cancel, .internalError, .goAway: return .broken
        case .fin, .rst, .tls:
            if text.reply.isInformational { return .broken }
            if case .byte(let end) = text.message.end, byte(place) >= end { return .either }
            return .broken
        }
    }

    /// An empty frame ends the stream: a connection that ends directly below the body would leave it open.
    private func cutBehindEnd(_ how: How) throws(LeftOut) -> [Edit] {
        if text.reply.trailersMark != nil { throw LeftOut("trailers end the stream") }
        if frames.bodyCount > Self.firstWindow { throw LeftOut("more than a window has room for") }
        guard let below = text.lines(for: how == .rst ? .either : .whole, byte(.end)) else {
            throw LeftOut("in a block")
        }
        return text.withoutGates(above: text.behind) + Edit.remove(text.behind..<text.subject.lines.count)
            + [.insert(["! frame DATA flags=END_STREAM"] + acts(how) + below, above: text.behind)]
    }

    /// RFC 9113 section 6.8: the stream goes on behind a GOAWAY, and the next request comes on another connection.
    private func goAway(at place: FramePlace) throws(LeftOut) -> [Edit] {
        if let reason = text.subject.reasonAgainstClosing { throw LeftOut(reason) }
        if case .body = place, text.subject.isAnsweredAtHead(text.exchange) {
            throw LeftOut("a body that may stay unread")
        }
        guard let elsewhere = text.subject.comingElsewhere(behind: text.exchange, arrival, baseline) else {
            throw LeftOut("in a block")
        }
        guard let edits = frames.putting(acts(.goAway), at: place) else { throw LeftOut("a body that cannot be cut") }
        return edits + elsewhere
    }

    private func acts(_ how: How) -> [String] {
        switch how {
        case .fin: ["! close"]
        case .rst: ["! reset"]
        case .tls: ["! close-notify off", "! close"]
        case .noError, .cancel, .internalError, .refused: ["! rst-stream \(how.code?.name ?? "")"]
        case .goAway: ["! goaway NO_ERROR"]
        case .unserved: ["! goaway NO_ERROR last=\(streamBefore)", "! close"]
        }
    }

    /// The last stream of the connection that came before this one.
    private var streamBefore: Int {
        baseline.arrivals.filter { $0.sharesConnection(with: arrival) && $0.connection < arrival.connection }
            .compactMap(\.connection.stream).max() ?? 0
    }

    /// How many bytes of the reply have left.
    private func byte(_ place: FramePlace) -> Int {
        switch place {
        case .start: 0
        case .head: text.message.headEnd
        case .body(let count): text.message.headEnd + count
        case .end: text.message.byteCount
        }
    }

    /// The name of the place, by which reports group.
    private func name(_ place: FramePlace) -> String {
        switch place {
        case .start: "before the head"
        case .head: "behind the head"
        case .body(frames.bodyCount): text.reply.trailersMark == nil ? "before the end" : "before the trailers"
        case .body: "in the body"
        case .end: "behind the end"
        }
    }

    private static let drawnOfBodies = 16
    /// RFC 9113 section 6.9.2: the initial window, as long as the client's settings and updates have not come.
    private static let firstWindow = 65_535
}
