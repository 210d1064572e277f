// FindingText+Course.swift: sentences about what did not happen, and about what came out of its order.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTalk
import QuintainNotation
import QuintainScenario
import QuintainWords

extension FindingText {
    // MARK: Missing

    static func sentence(_ missing: Missing) -> String {
        switch missing {
        case .line(let line, let late, let instead):
            "\(inRound(line)) did not happen \(text(late))\(instead.map(text) ?? "")"
        case .lineTaken(let line, let late, let instead, let taker, let round):
            "\(inRound(line)) did not happen \(text(late))\(instead.map(text) ?? "")"
                + "; round \(round) of \(numbered(taker)), has taken one like it"
        case .branch(let block, let late, let heads, let bodyEnded):
            "no branch at line \(block) began \(text(late)): waited for \(alternatives(heads))"
                + (bodyEnded ? "; the body of the request ended without another byte" : "")
        case .part(let block, let late, let heads, let more):
            "of the requests in any order at line \(block) none of \(list(heads.map(inRound), more)) came "
                + text(late)
        case .branchAtEnd(let block, let end): "no branch at line \(block) had begun when \(text(end))"
        case .restOfRequest(let how, let number, let count, let awaitsContinue):
            "the client \(how == .fin ? "closed" : "reset") connection \(number) after \(count) body bytes of the request"
                + (awaitsContinue ? hintOfContinue : "")
        case .connection: "the client opened no connection"
        case .bytes: "the client sent nothing on its connection"
        }
    }

    /// `within 5000 ms`
    static func text(_ late: Late) -> String {
        switch late {
        case .within(let milliseconds, let ofDisorder):
            "within \(milliseconds) ms" + (ofDisorder ? " of what came too soon" : "")
        case .loadsEnded(nil): "before every load had ended"
        case .loadsEnded(let silence?): "before every load had ended, nor within \(silence) ms of silence behind that"
        case .before(let end): "before \(text(end))"
        }
    }

    private static func text(_ end: End) -> String {
        switch end {
        case .client: "the client ended"
        case .deadline: "the deadline came"
        case .dropped: "the play was dropped without 'verify()'"
        case .cancelled: "the test was cancelled"
        }
    }

    private static func text(_ instead: Instead) -> String {
        switch instead {
        case .noConnection: ": no connection came"
        case .tlsFailed(let failure, let lacksAlert):
            ": TLS failed: \(failure.sentence)"
                + (lacksAlert
                    ? "; no alert has come, and '! await close' takes a client that refuses without one" : "")
        case .left(let number, .fin?): ": the client closed connection \(number) by FIN"
        case .left(let number, .reset?): ": the client closed connection \(number) by a reset"
        case .left(let number, nil): ": the client keeps connection \(number) open"
        case .alerts(let alerts): alerts.isEmpty ? "" : ": the client's \(text(alerts: alerts))"
        case .accepted(let certificate, let alerts):
            ": the client finished the handshake with \(certificate)"
                + (alerts.isEmpty ? "" : ", and its \(text(alerts: alerts))")
                + "; it accepts that, or refuses it without an error alert, which '! await close' takes as well"
        case .requestUnderWay(let part):
            ": the request has not arrived whole"
                + (part.map { ", \($0.came) of \($0.length) bytes of its body have come" } ?? "")
                + (part?.awaitsContinue == true ? hintOfContinue : "")
        case .refusedBehindGoAway(let number):
            ": a request came on connection \(number) behind the GOAWAY, and was refused; it may have been on its "
                + "way, unless the client has acknowledged a '! ping' below the '! goaway'"
        case .allClosed: ": all connections are closed"
        case .waitsForPart(let request):
            ": \(text(request)) has come, and waits until this part is left, "
                + "at its end or before a request that follows a reply"
        case .waitsForEnd(let number):
            ": the request on connection \(number) asked for its end behind the reply, where '! close' would do that"
        case .waitsForReply(let number):
            ": connection \(number) waits for its reply, which no line above this one sends; a client that makes one "
                + "request after the other never comes to it"
        }
    }

    /// `alert was 'a'`, `alerts were 'a', 'b' and 'c'`
    private static func text(alerts: [String]) -> String {
        let names = alerts.map { "'\($0)'" }
        guard names.count > 1 else { return "alert was \(names.joined())" }
        return "alerts were \(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
    }

    // MARK: Too soon

    static func sentence(_ early: Early, _ hold: Hold) -> String {
        switch early {
        case .request(let request): "\(text(request)) came too soon: \(text(hold))"
        case .callback(let callback): "`\(callback.notation)` came too soon: \(text(hold))"
        case .rawBytes: "these bytes came too soon: \(text(hold))"
        case .restOfBody:
            "the rest of the body came too soon: \(text(hold)); where it may come at any time, it stands above: "
                + "'> {{up-to}}…'"
        case .bytesBeforeAnswer(let number):
            "bytes came on connection \(number) before the answer that they need had left: \(text(hold))"
        case .connection(let number): "connection \(number) came \(beforeLines)"
        case .bodyBytes(let count): "\(count) bytes of the body came \(beforeLines)"
        case .leaving(let number, let how):
            "the client \(how == .reset ? "reset" : "closed its side of") connection \(number) \(beforeLines)"
        case .frame(let frame): "\(frame) came \(beforeLines)"
        }
    }

    private static let beforeLines = "before the lines above were done"

    private static func text(_ hold: Hold) -> String {
        switch hold {
        case .silence(let line, let milliseconds): "\(numbered(line)), had begun \(milliseconds) ms before"
        case .theirs(let line): "line \(line.number), \(inRound(line)), had not happened"
        case .ours(let line, let givingUp): "\(numbered(line)), was not done\(givingUp.map(text) ?? "")"
        case .behindBlock(let line, let milliseconds):
            "\(numbered(line)), was not done: no input leaves the block above it, which ends when nothing has come for "
                + "\(milliseconds) ms"
        case .branches(let block, let heads): "of the block at line \(block) nothing had begun: \(alternatives(heads))"
        case .linesAbove: "the lines above it had not happened"
        case .oursAbove: "the lines above it were not done"
        case .oursFurtherUp: "the lines above were not done"
        }
    }

    static func text(_ givingUp: LeftEarly) -> String {
        switch givingUp {
        case .surplusReply:
            "; its request has its reply already: a part of the body that begins like a reply is a string, '< {{\"…\"}}'"
        case .leaves:
            "; where it is to give up, '! stall' and '! await close' stand in place of all that it does not wait for"
        }
    }

    // MARK: What no line takes

    static func sentence(_ strange: StrangeRequest) -> String {
        let place = strange.connection == 1 ? "" : " on connection \(strange.connection)"
        let begin = "unexpected request \(text(strange.request))\(place)"
        return switch strange.reason {
        case nil: begin
        case .accepted(let certificate, let line)?:
            "\(begin): the client has accepted \(certificate); \(expected(line))"
        case .wrongBranch(let line, let difference)?:
            "\(begin); \(numbered(line)), begins a branch under 'never', and takes only what fits it: "
                + sentence(difference)
        case .repeated(let taker, let line, let past)?:
            "\(begin): \(text(taker))" + ((line.map(expected) ?? past.map(text)).map { "; \($0)" } ?? "")
        case .nearest(let line, let differences)?:
            "\(begin); \(expected(line))" + differences.map { text($0, beside: line) }.joined()
        case .past(let past)?: "\(begin); \(text(past))"
        }
    }

    /// `expected GET /done (line 7)`, ``expected `! await close` (line 5)``
    private static func expected(_ line: QuotedLine) -> String {
        let words = line.text.split(separator: " ", maxSplits: 1)
        let isRequest = line.text.hasPrefix(">") && words.count > 1
        return "expected \(isRequest ? String(words[1]) : quoted(line)) (line \(line.number))"
    }

    private static func text(_ past: StrangeRequest.Past) -> String {
        switch past {
        case .lastLine: lastLine
        case .silence(let line, let milliseconds): text(Hold.silence(line, milliseconds))
        }
    }

    private static let lastLine = "the last line had happened"

    /// What the line does not say by itself: how its request differs, and what to write instead.
    private static func text(_ start: StartDifference, beside line: QuotedLine) -> String {
        switch start {
        case .method(let got, let wanted): unlessSaid(by: line, "method", got, wanted)
        case .target(let got, let wanted, let hint):
            unlessSaid(by: line, "target", got, wanted) + (hint.map(text) ?? "")
        case .objection(let objection, let target): ": the target is \(target): \(objection)"
        case .origin(let misdirection): ": \(text(misdirection))"
        case .none: ", which has been taken, or is not in reach"
        }
    }

    private static func unlessSaid(by line: QuotedLine, _ what: String, _ got: String, _ wanted: Wanted) -> String {
        let wanted = text(wanted, quotes: false)
        let isSaid = line.text.split(separator: " ").contains { $0.hasSuffix(wanted) }
        return isSaid ? "" : ": the \(what) is \(got), not \(wanted)"
    }

    private static func text(_ misdirection: Misdirection) -> String {
        switch misdirection {
        case .host(let host, let wanted): "its Host names '\(host)', not '\(wanted)'"
        case .origin(let origin, let wanted): "it came to '\(origin)', not to '\(wanted)'"
        case .hostAtProxy(let proxy, let wanted): "it asks the proxy '\(proxy)' for a host that is not '\(wanted)'"
        case .tunnel(let proxy): "it asks the proxy '\(proxy)' for a tunnel, which a line above has to say"
        case .form(let proxy): "it came to the proxy '\(proxy)', which is asked with an absolute URL"
        }
    }

    private static func text(_ taker: Taker) -> String {
        let begin = "\(numbered(taker.line)), has taken one like it"
        return switch taker.rounds {
        case nil: begin + (text(taker.difference).map { ", but \($0)" } ?? "")
        case .all(let rounds)?: "\(begin) in each of its \(rounds) rounds"
        case .ended(let count, let line, let isSilence)?:
            "\(begin), \(isSilence ? "the silence of " : "")\(numbered(line)), ended the repeat after round \(count)"
        case .some?: begin
        }
    }

    /// `without Authorization, and with another Cookie`
    private static func text(_ head: HeadDifference) -> String? {
        guard !head.isNone else { return nil }
        let parts = [("without ", head.lacks), ("with ", head.has), ("with another ", head.hasOther)]
        return parts.filter { !$0.1.isEmpty }.map { $0 + list(Array($1.prefix(3)), $1.count - 3) }
            .joined(separator: ", and ")
    }

    static func sentence(_ strange: StrangeCallback) -> String {
        var sentence = "no line takes `\(strange.callback.notation)`"
        if let course = strange.course { sentence += ": \(text(course, strange.demand))" }
        switch strange.next {
        case nil: break
        case .line(let line)?: sentence += "; \(numbered(line)), was next"
        case .branches(let block, let heads)?:
            sentence += "; the block at line \(block) was next: \(alternatives(heads))"
        case .lastLine?: sentence += "; \(lastLine)"
        }
        if strange.isOfUnwrittenKind {
            sentence += "; a file with a '*' line has one for each '\(strange.callback.kind.rawValue)'"
        }
        return sentence
    }

    private static func text(_ course: StrangeCallback.Course, _ demand: StrangeCallback.Demand) -> String {
        let had = demand == .may ? "was expected" : "had"
        let toFail = demand == .untold ? "" : ", and \(had) to fail"
        return switch course {
        case .endedWell: "the load ended well\(toFail)"
        case .toldResponse: "the client told a response\(toFail)"
        case .failed: "the load failed, and \(had) to go on"
        }
    }

    static func sentence(_ bytes: StrangeBytes, on number: ConnectionNumber) -> String {
        switch bytes {
        case .noRequest(let bytes, let count):
            "no line takes \(count == 1 ? "the byte" : "the \(count) bytes") on connection \(number) that "
                + "\(count == 1 ? "makes" : "make") no whole request: \(Quoting.quoted(bytes))"
        case .inTheClear(let bytes, let count):
            "no line takes the \(count) bytes in the clear on connection \(number), where TLS is spoken: "
                + Quoting.quoted(bytes)
        case .noTLS(let sentence): "no line takes the bytes on connection \(number) that are no TLS: \(sentence)"
        case .raw(let bytes): "no line takes the bytes on connection \(number): \(Quoting.quoted(bytes))"
        }
    }

    // MARK: Lines of ours

    static func sentence(_ notSent: NotSent) -> String {
        switch notSent {
        case .noConnection(let line, let late): "no connection came \(text(late)) for \(quoted(line))"
        case .notLeft(let line, let end, let givingUp):
            "\(text(end)) before all of \(quoted(line)) had left\(givingUp.map(text) ?? "")"
        case .notRead(let line, let givingUp):
            "the client had not read all of \(quoted(line)) when it was judged\(givingUp.map(text) ?? "")"
        case .notDone(let line, let end, let givingUp):
            "\(text(end)) before \(inRound(line))\(givingUp.map(text) ?? "")"
        case .branch(let block, let end): sentence(Missing.branchAtEnd(block: block, end))
        case .heldBack(let line, let hold):
            "\(numbered(hold)), kept \(inRound(line)) back to the end: nothing let it go on"
        case .resetUnread(let line, let number):
            "nobody read \(quoted(line)): the client had closed connection \(number) before it left, and answered it by a "
                + "reset\(text(LeftEarly.leaves))"
        case .cut(let sent, let count, let number, let how, let givingUp):
            "only \(sent) of \(count) bytes left: \(text(how, number))\(givingUp.map(text) ?? "")"
        case .noRoom(let line, let number, let within):
            "\(quoted(line)) found no room within \(within) ms: the client's window for connection \(number) is full"
        case .onlyHTTP1(let line, let number, let isRaw):
            "\(quoted(line)) \(isRaw ? "is raw bytes" : "counts bytes of a message"), which only HTTP/1.1 has, and "
                + "connection \(number) speaks HTTP/2"
        case .beyondReply(let line, let length, let byte):
            "\(quoted(line)) did not happen: the reply has \(length) bytes, not \(byte)"
        case .noReply(let line, let number):
            "\(quoted(line)) has no reply, for which connection \(number) has waited since the last line; "
                + "write it below, such as '< 200', or '! stall' if none is to come"
        case .bodyTooLong(let most):
            "the request's body has more than \(most) bytes, too many to be quoted: only these are sent"
        case .nulInHead(let name, let bytes):
            "'{{\(name)}}' is \(Quoting.excerpt(bytes)): no line of a head has a NUL in it"
        case .lineEndInHead(let name, let bytes, let isCaptured):
            "'{{\(name)}}' is \(Quoting.excerpt(bytes)): its line end makes two lines of this line of the head"
                + (isCaptured ? "; '{{\(name) = /.*/}}' takes a value without one" : "")
        case .unescaped(let name, let bytes):
            "'{{\(name)}}' is \(Quoting.excerpt(bytes)), which needs escapes within quotes of JSON: "
                + "'{{json …}}' around the whole body writes them"
        }
    }

    private static func text(_ how: Closing?, _ number: ConnectionNumber) -> String {
        switch how {
        case .fin?: "the client had closed connection \(number)"
        case .reset?: "the client had reset connection \(number)"
        case nil: "connection \(number) took no more"
        }
    }
}
