// Performing.swift: lines of ours, performed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
import QuintainTranscript
import QuintainWire

extension Player {
    /// Performs the next line of ours. false: something must happen first.
    func perform(_ placed: PlacedLine) -> Bool {
        switch placed.line.deed {
        case .send(let part): return send(part, placed)
        case .act(let act): return perform(act, placed)
        case .order(let order):
            guard sendPending() else { return false }
            pass(placed)
            if inquiry.waitsForLoad(before: order, in: placed.line.lane) {
                wait = .load(order, placed, since: clock.lived)
                return false
            }
            perform(order, placed)
            return true
        case .receive, .callback, .await, .binding:
            preconditionFailure("line \(placed.line.place.line) is not ours")
        }
    }

    /// Sends the pending batch first. false: it is on its way.
    private func sendPending() -> Bool {
        pauseWriters()
        guard replies.isPending else { return true }
        emit()
        return false
    }

    private func pass(_ placed: PlacedLine) {
        course.passOurs(placed)
        record.leaveBehind(placed.line)
        reach(placed, .due)
    }

    // MARK: Orders

    func perform(_ order: ClientOrder, _ placed: PlacedLine) {
        record.write(.ordered(order, scenario.sourceLine(placed)), lane: placed.line.lane, line: placed.reference)
        if case .load(let load) = order {
            delegate.send(load.lane, by: load.proxy)
        }
        switch order {
        case .load, .resume:
            record.findBack(placed.line.lane)
            delegate.begin(in: placed.line.lane)
        case .cancel, .suspend, .proceed, .answer, .trust: break
        }
        if case .answer(let decision) = order {
            answerHeld(decision, placed)
        } else {
            hand(order, placed.line.lane, placed)
        }
        record.finish(placed)
    }

    // MARK: Acts

    private func perform(_ act: Act, _ placed: PlacedLine) -> Bool {
        switch act {
        case .wait(let milliseconds):
            return waitFor(placed) { .time(until: $0.end(since: $0.now, milliseconds), placed) }
        case .quiet(let milliseconds):
            return waitFor(placed) { .quiet(since: $0.lived, seen: $0.seenSince, milliseconds: milliseconds, placed) }
        case .hold:
            return waitFor(placed) { _ in .go(placed) }
        case .trailers:
            guard let connection = target(placed) else { return false }
            pass(placed)
            let out = replies.write(in: placed.line.lane) { $0.trailers(placed.reference) }
            replies.add(out, to: connection.number, placed.line.lane)
            if !out.contains(where: { $0.line == placed.reference }) { done(placed, connection) }
            return true
        case .at(let byte, let act): return arm(act, at: byte, placed)
        default: return strike(act, placed)
        }
    }

    func arriveWrongly(_ placed: PlacedLine, _ text: String) {
        let mistake = record.breach(.wrongBranch(text), placed)
        refuseUnanswered(in: placed.line.lane, mistake)
    }

    private func done(_ placed: PlacedLine, _ connection: Connection?) {
        record.finish(placed)
        record.write(
            .acted(scenario.text(of: placed)), connection: connection?.number, lane: placed.line.lane,
            line: placed.reference)
    }

    private func waitFor(_ placed: PlacedLine, _ make: (Clock) -> Wait) -> Bool {
        guard sendPending() else { return false }
        pass(placed)
        wait = make(clock)
        clock.forgetBytesLeft()
        record.write(.acted(scenario.text(of: placed)), lane: placed.line.lane, line: placed.reference)
        return false
    }

    /// Performs an act on the connection of the lane, in its place among the bytes that leave there.
    private func strike(_ act: Act, _ placed: PlacedLine) -> Bool {
        guard var connection = target(placed) else { return false }
        // Behind a message that is over, a window is that of the request below.
        if act.word == .window {
            guard sendPending() else { return false }
            if connection.isOver { connection = connection.root }
        }
        guard let strike = Strike(act) ?? frames(of: act, placed) else {
            preconditionFailure("nothing performs '\(act)'")
        }
        guard mayFollow(on: connection) else { return false }
        pass(placed)
        replies.add(strike, to: connection.number, placed)
        if act.word == .frame { connection.root.frameWasWritten() }
        return true
    }

    /// Prepares an act at a byte of the message below.
    private func arm(_ act: Act, at byte: Int, _ placed: PlacedLine) -> Bool {
        guard let connection = target(placed) else { return false }
        guard let strike = Strike(atByte: act) else {
            preconditionFailure("nothing does '\(act)' at a byte")
        }
        guard mayFollow(on: connection) else { return false }
        if !connection.number.syntax.hasText { return refuse(placed, connection, isRaw: false) }
        pass(placed)
        replies.add(strike, at: byte, in: placed.line.lane, placed)
        return true
    }

    /// What is sent on this connection may join the pending batch, behind the replies that pause now. false: that leaves
    /// first.
    private func mayFollow(on connection: Connection, except speaking: Lane? = nil) -> Bool {
        pauseWriters(except: speaking)
        guard replies.mustLeave(before: connection.number) else { return true }
        emit()
        return false
    }

    /// The connection to which the line refers; nil: it has not come yet, and is waited for.
    private func target(_ placed: PlacedLine) -> Connection? {
        let lane = placed.line.lane
        if let connection = connections[lane] { return connection }
        if let idle = connections.idle() {
            connections.bind(lane, to: idle.number)
            return idle
        }
        if sendPending() { wait = .connection(lane, placed, since: clock.lived) }
        return nil
    }

    // MARK: Replies

    private func send(_ part: SendLine, _ placed: PlacedLine) -> Bool {
        let lane = placed.line.lane
        guard let connection = target(placed) else { return false }
        guard mayFollow(on: connection, except: part.startsMessage ? nil : lane) else { return false }
        let number = connection.number
        if case .raw = part, !number.syntax.hasText { return refuse(placed, connection, isRaw: true) }
        if part.startsMessage {
            if replies.isOwed(in: lane), connection.isStalled {
                connection.speak()
                replies.add([Outgoing(.added, [.strike(.speak)], nil)], to: number, lane)
            }
            replies.begin(survey(part, placed), in: lane, on: number)
            if let alteration = scenario.alterations[placed.line.place.line] {
                replies.alter(alteration, in: lane, on: number)
            }
        } else if !replies.hasBegun(in: lane) {
            // Raw bytes without a reply before them: nothing is added to them.
            var survey = ReplyWriter.Survey()
            survey.hasRawLine = true
            replies.begin(survey, in: lane, on: number)
        }
        pass(placed)
        if part.quotesBody, connections.request(of: lane)?.isBodyCut == true {
            record.breach(.notSent(.bodyTooLong(BodyCheck.quotedAtMost)), placed)
        }
        holdToItsLine(part, placed)
        replies.add(write(part, placed), to: number, lane)
        return true
    }

    /// Reports a value of the client's that a line cannot hold, a line of a head or one of JSON. It leaves as it is.
    private func holdToItsLine(_ part: SendLine, _ placed: PlacedLine) {
        guard let template = part.template else { return }
        let scope = inquiry.scope(placed)
        if part.isOneLine, let objection = values.objection(toLine: template, scope) {
            record.breach(.notSent(objection), placed)
        }
        guard case .body = part, replies.isJSON(in: placed.line.lane), let value = values.unescaped(in: template, scope)
        else { return }
        record.breach(.notSent(.unescaped(value.name, Snippet(value.bytes))), placed)
    }

    /// Reports a line that only HTTP/1.1 has, while the client has chosen HTTP/2: nothing of it leaves.
    private func refuse(_ placed: PlacedLine, _ stream: Connection, isRaw: Bool) -> Bool {
        pass(placed)
        let mistake = record.breakCourse(
            .notSent(.onlyHTTP1(scenario.quoted(placed), stream.number, isRaw: isRaw)), placed)
        let isFailure = mistake.severity == .failure
        if !isFailure || replies.hasBegun(in: placed.line.lane) { resetStream(stream) }
        if isFailure { breakOff() }
        return true
    }

    private func write(_ part: SendLine, _ placed: PlacedLine) -> [Outgoing] {
        let lane = placed.line.lane
        let line = placed.reference
        let scope = inquiry.scope(lane, placed.count)
        switch part {
        case .start(let template):
            let text = statusLine(template, scope)
            noteReply(lane) { $0.sentStart(text) }
            return replies.write(in: lane) { [$0.start(text, line)] }
        case .field(let template, let name, let isSpelled):
            var scope = scope
            if template.mentionsLength { scope.bodyLength = lengthAhead(lane) }
            confirm(template, name, lane, &scope)
            let text = values.bytes(template, scope)
            let out = replies.write(in: lane) { [$0.field([.bytes(text)], name: isSpelled ? nil : name, line)] }
            if let name {
                let size = out.reduce(0) { $0 + $1.byteCount }
                // A field that an act at a byte cuts off does not count as sent.
                let isWhole = replies.room(for: size, in: lane) == size
                if isWhole {
                    values.sent(text, named: name, answering: scope.request, by: connections[lane]?.passage.end)
                }
                if CaseInsensitive.equals(name, "Content-Type") { replies.setType(text, in: lane) }
                if isWhole {
                    noteReply(lane) { $0.sentField(text) }
                } else if CaseInsensitive.equals(name, "Connection") {
                    noteReply(lane) { $0.cutsTerms() }
                }
            }
            return out
        case .headEnd:
            let out = replies.write(in: lane) { $0.endHead(line) }
            noteRawHead(lane)
            return out
        case .body(let template, let newline):
            let elements = values.elements(template, scope)
            let shapes = replies.pieces(in: lane) ?? template.chunkShapes
            return replies.write(in: lane) { $0.body(elements, newline: newline, shapes: shapes, line) }
        case .raw(let template, _):
            if replies.isInHead(in: lane) { noteReply(lane) { $0.sendsRawHead() } }
            let elements = values.elements(template, scope)
            let size = Batch(elements: elements).byteCount
            let isWhole = replies.room(for: size, in: lane) == size
            values.sentRaw(leaving(elements, in: lane), answering: scope.request, by: connections[lane]?.passage.end)
            let out = replies.write(in: lane) { $0.raw(elements, line) }
            if isWhole { noteRawHead(lane) }
            return out
        case .trailer(let template):
            let text = values.bytes(template, scope)
            return replies.write(in: lane) { [$0.trailer([.bytes(text)], line)] }
        }
    }

    /// The raw bytes that leave before an act at a byte cuts them off, without the line that is cut.
    private func leaving(_ elements: [Batch.Element], in lane: Lane) -> [Batch.Element] {
        let size = Batch(elements: elements).byteCount
        var room = replies.room(for: size, in: lane)
        guard room < size else { return elements }
        return elements.map { element in
            guard case .bytes(let bytes) = element else { return element }
            let left = bytes.prefix(room)
            room -= left.count
            return .bytes(Array(left[..<((left.lastIndex(of: Octet.lf) ?? -1) + 1)]))
        }
    }

    private func noteReply(_ lane: Lane, _ note: (inout Persistence) -> Void) {
        connections[lane]?.noteReply(note)
    }

    /// A head of raw lines that is whole is read for the end of the connection.
    private func noteRawHead(_ lane: Lane) {
        guard let head = replies.takeRawHead(in: lane) else { return }
        noteReply(lane) { $0.sentRawHead(head) }
    }

    /// Adds the reason phrase where a value makes the status and no phrase is written.
    private func statusLine(_ template: Template, _ scope: Scope) -> [UInt8] {
        let bytes = values.bytes(template, scope)
        guard StartLine.lacksPhrase(template, sentAs: bytes), let status = StartLine.status(of: bytes) else {
            return bytes
        }
        return bytes + [32] + Array((ReasonPhrase.phrase(for: status)?.description ?? "").utf8)
    }

    /// The open replies of other lanes pause: heads and chunks that are complete are closed.
    func pauseWriters(except speaking: Lane? = nil) {
        for lane in replies.openLanes where lane != speaking {
            guard let connection = connections.number(of: lane) else { continue }
            let ahead = course.continuation(of: lane)
            replies.pause(lane, on: connection, ahead)
            let (missed, length) = replies.takeMissed(in: lane)
            for (placed, byte) in missed {
                record.breach(.notSent(.beyondReply(scenario.quoted(placed), length: length, byte: byte)), placed)
            }
        }
    }
}

extension Template {
    var mentionsLength: Bool { values.contains { $0.all.contains { $0.function == .length } } }

    var confirmsDigest: Bool {
        values.contains { if case .digestConfirmation = $0.function { true } else { false } }
    }
}
