// FindingText+Notes.swift: the sentences of notes, and of what refused clients are told.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainTalk

extension FindingText {
    package static func sentence(_ note: Note) -> String {
        switch note {
        case .remark(let words): words
        case .limit(let limit): sentence(limit)
        case .noLoadOrdered: "no load of this lane was ordered"
        case .noQuestionOpen: "no question is open"
        case .ofCancelledLoad(let callback): "`\(callback.notation)` is of a load that was cancelled before"
        case .loadNotEnded(let late): "the load before has not ended \(text(late))"
        case .waitsForPart(let request):
            "\(text(request)) waits: another of the requests in any order is being played"
        case .afterPlay(let request): "\(text(request)) came after the play had ended"
        case .partOnItsWay: "part of a request was on its way"
        case .emptyLine: emptyLine
        case .onItsWay(let request, let number):
            "\(text(request)) was on its way when the server ended connection \(number)"
        case .mayBeOnItsWay(let request, let number, let isTold):
            "\(text(request)) may have been on its way when the server ended connection \(number), and may come again "
                + "(RFC 9112 section 9.5)" + (isTold ? "" : untoldEnd)
        case .onItsWayUnasked(let request): "\(text(request)) was on its way: the server ends the connection unasked"
        case .streamRefused: "the stream was refused: it is one too many, or a GOAWAY was on its way"
        case .tunnel(let number, let origin): "connection \(number) is a tunnel to \(origin) from here on"
        case .silent(let number): "connection \(number) came, and nothing on it"
        case .tlsTruncated: "TLS ended without close_notify"
        case .tlsFailed(let failure): "TLS failed: \(failure.sentence)"
        case .blindBranches(let line): "line \(line): the branches begin with nothing that is observed"
        case .unobservedBranches(let line):
            "line \(line): the branches differ only in callbacks, which are not observed"
        }
    }
}

extension FindingText {
    /// A certificate by the option that asks for it; nil: no option does.
    package static func certificate(_ kind: String?) -> String { kind.map { "certificate=\($0)" } ?? "the certificate" }

    package static func schemeDiffers(_ scheme: [UInt8], origin: String, of spoken: String) -> String {
        ":scheme is \(Quoting.quoted(scheme)), and '\(origin)' is of \(spoken)"
    }

    // MARK: Refusals

    /// What a refused client is told of a play of this scenario.
    package static func text(_ refusal: RefusalReason, in scenario: String) -> String {
        switch refusal {
        case .unreadable(let sentence, let citation):
            "quintain cannot read this request: \(sentence) (\(citation))\n"
        case .onlyHTTP2(let origin): "quintain: '\(origin)' speaks HTTP/2 alone\n"
        case .strange(let strange, let untaken):
            "quintain: \(scenario): \(sentence(.request(strange)))\(untaken.map(text) ?? "")\n"
        case .late(let note, let failure):
            "quintain: \(scenario): \(sentence(note))"
                + (failure.map { ": \($0.line.map { "line \($0.number): " } ?? "")\($0.sentence)" } ?? "") + "\n"
        case .tooSoon: "quintain: \(scenario): the request came too soon\n"
        case .noReply(let line): "quintain: \(scenario): `\(line.text)` has no reply\n"
        case .unanswered(let why): "quintain: \(scenario)\(why.map { ": " + $0 } ?? "")\n"
        case .brokenOff(let why): "quintain: \(scenario) was broken off\(why.map { ": " + $0 } ?? "")\n"
        case .ended: "quintain: \(scenario) has ended\n"
        }
    }
}
