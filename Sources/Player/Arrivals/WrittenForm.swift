// WrittenForm.swift: rules of HTTP/1.1 to which every request is held, written or not.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
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

extension Happening {
    init(_ deviation: Deviation) {
        self = .deviation(
            offset: deviation.offset, rule: deviation.slug, sentence: deviation.sentence, citation: deviation.citation)
    }

    /// The `:scheme` of a request is not that of the origin to which it came.
    static func schemeDiffers(_ scheme: String, origin: String, of spoken: String, offset: Int) -> Happening {
        .deviation(
            offset: offset, rule: "scheme-differs",
            sentence: FindingText.schemeDiffers(Array(scheme.utf8.prefix(40)), origin: origin, of: spoken),
            citation: "RFC 9113 section 8.3.1")
    }
}

extension FormFault {
    /// The fields of a stream have no bytes of their own.
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
