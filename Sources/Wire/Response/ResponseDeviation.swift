// ResponseDeviation.swift: a rule of the grammar that a server broke in a readable response.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A rule that a server broke, and the byte where it did. A client goes on; a judge of servers need not.
package struct ResponseDeviation: Hashable, Sendable {
    package var rule: Rule
    /// Counted from the reader's first byte.
    package var offset: Int

    package init(_ rule: Rule, at offset: Int) {
        self.rule = rule
        self.offset = offset
    }

    package var sentence: String { rule.sentence }
    package var citation: String { rule.citation }

    /// The raw value is a slug that does not change.
    package enum Rule: String, CaseIterable, Hashable, Sendable {
        case bareLF = "bare-lf"
        case control = "control-character"
        case minorVersion = "minor-version"
        case statusLineBlanks = "status-line-blanks"
        case statusOutOfRange = "status-out-of-range"
        case reasonSpace = "reason-space-missing"
        case obsoleteFold = "obs-fold"
        case spaceBeforeColon = "space-before-colon"
        case lengthRepeated = "content-length-repeated"
        case lengthList = "content-length-list"
        case lengthAndCoding = "length-and-transfer-encoding"
        case lengthWithoutContent = "length-without-content"
        case codingWithoutContent = "transfer-encoding-without-content"
        case codingInOldVersion = "transfer-encoding-in-1.0"
        case codingIdentity = "transfer-coding-identity"
        case chunkSizeSpace = "chunk-size-space"
        case chunkExtension = "chunk-extension-syntax"
        case trailerForbidden = "trailer-forbidden"
    }
}

extension ResponseDeviation.Rule {
    /// The sentence of a breach, without a full stop.
    package var sentence: String {
        switch self {
        case .bareLF: "a line ended with LF alone, without CR"
        case .control: "a control character stands in the head"
        case .minorVersion: "the minor version is one that nobody has defined"
        case .statusLineBlanks: "other whitespace than one space stands in the status line"
        case .statusOutOfRange: "the status is above 599, so it is read as one of the 5xx class"
        case .reasonSpace: "the space that must stand behind the status is missing"
        case .obsoleteFold: "a field value went on over the end of its line"
        case .spaceBeforeColon: "whitespace stands between a field's name and its colon"
        case .lengthRepeated: "Content-Length came more than once, each time the same"
        case .lengthList: "Content-Length is a list of equal numbers"
        case .lengthAndCoding: "Content-Length and Transfer-Encoding came together"
        case .lengthWithoutContent: "Content-Length came with a status that has no content"
        case .codingWithoutContent: "Transfer-Encoding came with a response that has no content"
        case .codingInOldVersion: "Transfer-Encoding came in an HTTP/1.0 response"
        case .codingIdentity: "identity is no transfer coding any more"
        case .chunkSizeSpace: "whitespace stands behind a chunk size"
        case .chunkExtension: "a chunk extension is not of the form name=value"
        case .trailerForbidden: "a field that frames or controls the message came as a trailer"
        }
    }

    package var citation: String {
        switch self {
        case .bareLF: "RFC 9112 section 2.2"
        case .control: "RFC 9110 section 5.5"
        case .minorVersion: "RFC 9110 section 2.5"
        case .statusLineBlanks, .reasonSpace: "RFC 9112 section 4"
        case .statusOutOfRange: "RFC 9110 section 15"
        case .obsoleteFold: "RFC 9112 section 5.2"
        case .spaceBeforeColon: "RFC 9112 section 5.1"
        case .lengthRepeated, .lengthList, .lengthWithoutContent: "RFC 9110 section 8.6"
        case .lengthAndCoding: "RFC 9112 section 6.2"
        case .codingWithoutContent, .codingInOldVersion: "RFC 9112 section 6.1"
        case .codingIdentity: "RFC 9112 section 7"
        case .chunkSizeSpace, .chunkExtension: "RFC 9112 section 7.1.1"
        case .trailerForbidden: "RFC 9110 section 6.5.1"
        }
    }
}
