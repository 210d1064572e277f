// ResponseFault.swift: why a response could not be read to its end.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A fault that ends the reading of a response, with its place: the connection cannot be used any more.
package struct ResponseFault: Error, Hashable, Sendable {
    package var kind: Kind
    /// Counted from the reader's first byte.
    package var offset: Int

    package init(_ kind: Kind, at offset: Int) {
        self.kind = kind
        self.offset = offset
    }

    package var sentence: String { kind.sentence }
    package var citation: String { kind.citation }

    /// The raw value is a slug that does not change.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        // The connection ended too early.
        case noReply = "no-reply"
        case onlyInformational = "only-informational"
        case cutHead = "cut-head"
        case cutBody = "cut-body"

        // The input is not HTTP/1.
        case notHTTP = "not-http"
        case versionSyntax = "version-syntax"
        case versionUnsupported = "version-unsupported"
        case statusLineSyntax = "status-line-syntax"
        case control = "control-character"
        case bareCR = "bare-cr"
        case spaceBeforeFirstField = "space-before-first-field"
        case fieldWithoutColon = "field-without-colon"
        case fieldName = "field-name"
        case switchedProtocols = "switched-protocols"

        // The end of the body is unknown.
        case lengthSyntax = "content-length-syntax"
        case lengthsDiffer = "content-lengths-differ"
        case codingSyntax = "transfer-encoding-syntax"
        case codingUnsupported = "transfer-coding-unsupported"
        case chunkedNotLast = "chunked-not-last"
        case chunkSizeSyntax = "chunk-size-syntax"
        case chunkEnd = "chunk-end"
        case chunkLoneLF = "chunk-lone-lf"

        // A limit was exceeded.
        case statusLineTooLong = "status-line-too-long"
        case fieldTooLong = "field-too-long"
        case headTooLong = "head-too-long"
        case tooManyFields = "too-many-fields"
        case tooManyInformational = "too-many-informational"
        case lengthTooLarge = "content-length-too-large"
        case chunkTooLarge = "chunk-too-large"
        case chunkLineTooLong = "chunk-line-too-long"
        case chunkExtensionsTooLong = "chunk-extensions-too-long"
        case trailersTooLong = "trailers-too-long"
    }
}

extension ResponseFault.Kind {
    /// Whether the connection ended too early, with no other fault before.
    package var isCut: Bool {
        switch self {
        case .noReply, .onlyInformational, .cutHead, .cutBody: true
        case .notHTTP, .versionSyntax, .versionUnsupported, .statusLineSyntax, .control, .bareCR,
            .spaceBeforeFirstField,
            .fieldWithoutColon, .fieldName, .switchedProtocols, .lengthSyntax, .lengthsDiffer, .codingSyntax,
            .codingUnsupported, .chunkedNotLast, .chunkSizeSyntax, .chunkEnd, .chunkLoneLF, .statusLineTooLong,
            .fieldTooLong, .headTooLong, .tooManyFields, .tooManyInformational, .lengthTooLarge, .chunkTooLarge,
            .chunkLineTooLong, .chunkExtensionsTooLong, .trailersTooLong:
            false
        }
    }

    /// The sentence of the fault, without a full stop.
    package var sentence: String {
        switch self {
        case .noReply: "the connection ended before any byte of a response had come"
        case .onlyInformational: "the connection ended after informational responses, before the one that counts"
        case .cutHead: "the connection ended inside the head"
        case .cutBody: "the connection ended before the body did"
        case .notHTTP: "what came does not begin with HTTP/"
        case .versionSyntax: "the version is not of the form HTTP/1.1"
        case .versionUnsupported: "the major version is not 1"
        case .statusLineSyntax: "the status line is not version, three digits and a reason"
        case .control: "a NUL stands in the head, or any control character in a chunk line or trailer"
        case .bareCR: "a CR came without LF behind it"
        case .spaceBeforeFirstField: "whitespace stands between the status line and the first field"
        case .fieldWithoutColon: "a field line has no colon"
        case .fieldName: "a field's name is no token"
        case .switchedProtocols: "the server switched to a protocol that nobody asked for"
        case .lengthSyntax: "Content-Length is not a run of digits"
        case .lengthsDiffer: "Content-Length came with different numbers"
        case .codingSyntax: "Transfer-Encoding is no list of transfer codings, each applied once"
        case .codingUnsupported: "a transfer coding was applied that nobody asked for"
        case .chunkedNotLast: "chunked is not the last transfer coding"
        case .chunkSizeSyntax: "a chunk does not begin with hexadecimal digits"
        case .chunkEnd: "a chunk's bytes are not followed by the end of a line"
        case .chunkLoneLF: "a line of a chunk ended with LF alone, without CR"
        case .statusLineTooLong: "the status line is longer than this client reads"
        case .fieldTooLong: "a field line is longer than this client reads"
        case .headTooLong: "the head is longer than this client reads"
        case .tooManyFields: "there are more field lines than this client reads"
        case .tooManyInformational: "there are more informational responses than this client reads"
        case .lengthTooLarge: "Content-Length is more than this client can count or takes"
        case .chunkTooLarge: "a chunk is larger than this client can count or takes"
        case .chunkLineTooLong: "a chunk's size and extensions are longer than this client reads"
        case .chunkExtensionsTooLong: "the chunk extensions of this body are longer than this client reads"
        case .trailersTooLong: "the trailer section is longer than this client reads"
        }
    }

    package var citation: String {
        switch self {
        case .noReply, .cutHead, .cutBody: "RFC 9112 section 8"
        case .onlyInformational, .tooManyInformational: "RFC 9110 section 15.2"
        case .notHTTP, .versionSyntax: "RFC 9112 section 2.3"
        case .versionUnsupported: "RFC 9110 section 2.5"
        case .statusLineSyntax, .statusLineTooLong: "RFC 9112 section 4"
        case .control: "RFC 9110 section 5.5"
        case .bareCR, .spaceBeforeFirstField: "RFC 9112 section 2.2"
        case .fieldWithoutColon: "RFC 9112 section 5"
        case .fieldName: "RFC 9110 section 5.1"
        case .switchedProtocols: "RFC 9110 section 15.2.2"
        case .lengthSyntax, .lengthTooLarge: "RFC 9110 section 8.6"
        case .lengthsDiffer, .chunkedNotLast: "RFC 9112 section 6.3"
        case .codingSyntax, .codingUnsupported: "RFC 9112 section 6.1"
        case .chunkSizeSyntax, .chunkEnd, .chunkLoneLF, .chunkTooLarge: "RFC 9112 section 7.1"
        case .fieldTooLong, .headTooLong, .tooManyFields: "RFC 9110 section 5.4"
        case .chunkLineTooLong, .chunkExtensionsTooLong: "RFC 9112 section 7.1.1"
        case .trailersTooLong: "RFC 9110 section 6.5"
        }
    }
}
