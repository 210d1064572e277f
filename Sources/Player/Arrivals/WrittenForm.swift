// WrittenForm.swift: rules of HTTP/1.1 to which every request is held, written or not.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
package import QuintainTranscript
package import QuintainWire

/// The form of a request as the file writes it; where it writes something, the file has the last word and not the RFC.
struct WrittenForm {
    /// The line of which a breach of form is reported.
    let placed: PlacedLine
    private let expected: ExpectedRequest

    init(_ expected: ExpectedRequest, _ item: Item) {
        self.expected = expected
        placed = item.first
    }

    /// Whether a request may deviate from the rule.
    ///
    /// - Parameters:
    ///   - isInHead: the deviation is in the head, not behind it.
    ///   - writesForbiddenTrailer: the file itself writes a trailer that must be none.
    func allows(_ rule: WireRule, isInHead: Bool, bodyIsRaw: Bool, writesForbiddenTrailer: Bool) -> Bool {
        guard !expected.isRaw, let leave = rule.leave else { return true }
        return switch leave {
        case .nothing: false
        case .rawBytes: isInHead ? !expected.raws.isEmpty : bodyIsRaw
        case .rawBody: bodyIsRaw
        case .trailers: writesForbiddenTrailer || bodyIsRaw
        case .version: expected.version != nil
        case .target: isTargetLiteral
        case .wholeTarget: !isPath && isTargetLiteral
        case .host: isPath || writes("Host")
        case .fields(let names): names.allSatisfy(writes)
        case .body: !expected.body.isEmpty
        }
    }

    /// Whether a request may break a rule of fields. A line that looks for a member of a list does not fix the field's
    /// form.
    func allows(_ breach: FieldRule.Breach) -> Bool {
        expected.isRaw || !expected.raws.isEmpty
            || expected.fields.contains {
                !$0.value.looksForMember && $0.name.lowercased() == breach.field.lowercased()
            }
    }

    private func writes(_ name: String) -> Bool {
        expected.fields.contains { $0.name.lowercased() == name.lowercased() }
    }

    /// The target names an origin, so `Host` is compared with that origin.
    private var isPath: Bool { if case .path = expected.target { true } else { false } }

    private var isTargetLiteral: Bool {
        switch expected.target {
        case .path(_, let template), .text(let template): template.literalText != nil
        }
    }
}

extension Player {
    /// The client's input deviates from HTTP/1.1, but can be read.
    package func deviated(_ deviation: Deviation, on number: ConnectionNumber, at now: Instant) -> [Effect] {
        input(now) { player in
            player.record.deviated(
                .deviation(
                    offset: deviation.offset, rule: deviation.slug, sentence: deviation.sentence,
                    citation: deviation.citation), on: number)
            guard player.connections.isBehind(number) else { return player.takeDeviation(deviation, number) }
            player.putAside(.deviation(deviation), number)
        }
    }

    /// The connection's request has a deviation.
    func takeDeviation(_ deviation: Deviation, _ number: ConnectionNumber) {
        guard let request = connections[number]?.request else { return }
        request.depart(deviation)
        judgeForm(of: request, number)
    }

    /// Judges the deviations of a request by the form of the line that takes it.
    func judgeForm(of request: RequestInProgress, _ number: ConnectionNumber) {
        guard let form = request.form else { return }
        for deviation in request.takeDeviations() {
            let allowed = form.allows(
                deviation.rule, isInHead: request.head.holds(deviation), bodyIsRaw: request.check.comparesFrames,
                writesForbiddenTrailer: writesForbiddenTrailer(request))
            if allowed || !request.isNew(deviation) { continue }
            let fault = FormFault(deviation, in: number.syntax)
            record.breach(
                deviation.rule == .requestAfterClose
                    ? .connection(number, .behindClose(fault)) : .malformed(number, fault), form.placed)
        }
    }

    /// Judges the fields of a request by the rules of every version of HTTP.
    func judgeFields(of request: RequestInProgress, _ number: ConnectionNumber) {
        guard let form = request.form else { return }
        let breaches = FieldRule.breaches(
            of: request.head.fields, in: number.syntax, inTheClear: isInTheClear(number))
        for breach in breaches where !form.allows(breach) {
            let fault = FormFault.rule(
                breach.rule.rawValue, byte: nil, sentence: breach.sentence, citation: breach.rule.citation)
            record.breach(.malformed(number, fault), form.placed)
        }
    }

    /// Whether a connection leads to an origin or a proxy without TLS.
    private func isInTheClear(_ number: ConnectionNumber) -> Bool {
        connections.passage(number).flatMap { values.origins.scheme(of: $0.end) } == "http"
    }

    /// Whether the line writes a trailer that must be none.
    private func writesForbiddenTrailer(_ request: RequestInProgress) -> Bool {
        guard case .item(let id) = request.claim, let index = course.index(ofItem: id) else { return false }
        return course.items[index].trailers.contains { Field.isForbiddenTrailer($0.name) }
    }
}

extension FormFault {
    init(_ deviation: Deviation, in syntax: MessageSyntax = .lines) {
        self = .rule(
            deviation.slug, byte: syntax.hasText ? deviation.offset : nil, sentence: deviation.sentence,
            citation: deviation.citation)
    }
}

extension WireRule {
    /// The part of a file that may deviate from a rule.
    fileprivate enum Leave {
        case nothing, rawBytes, rawBody, trailers, version, target, wholeTarget, host, body
        case fields([String])
    }

    /// Whether a deviation is a breach of the line that takes the request, unless the file writes it so.
    package var isHeldToForm: Bool { leave != nil }

    /// The part of the file that permits a deviation; nil: the rule is not judged here. Unreadable input is judged
    /// where it comes; browsers send odd characters in targets, and a server may know the expectation and the coding.
    fileprivate var leave: Leave? {
        switch self {
        case .bareLF, .emptyLineFirst, .obsoleteFold: .rawBytes
        case .chunkSizeSpace, .chunkExtension: .rawBody
        case .trailerForbidden: .trailers
        case .minorVersion: .version
        case .hostMissing, .hostRepeated, .hostEmpty, .hostInvalid, .hostDiffers: .host
        case .lengthRepeated, .lengthList: .fields(["Content-Length"])
        case .lengthAndCoding: .fields(["Content-Length", "Transfer-Encoding"])
        case .codingInOldVersion: .fields(["Transfer-Encoding"])
        case .expectWithoutContent: .fields(["Expect"])
        case .chunkedInTE: .fields(["TE"])
        case .optionMissing: .fields(["Connection"])
        case .contentOnTrace, .contentOnConnect: .body
        case .requestAfterClose: .nothing
        case .fragmentInTarget, .percentEncoding, .targetForm: .target
        case .userInTarget: .wholeTarget
        default: nil
        }
    }
}

extension RequestHead {
    /// Whether the deviation is in the head, or in the empty line before it.
    fileprivate func holds(_ deviation: Deviation) -> Bool { deviation.offset < offset + raw.count }
}
