// WireRule.swift: the rules of the wire whose breach is reported, with their citations.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The rules that a reader checks. The raw value is the slug by which scenarios and reports name a rule.
package enum WireRule: String, CaseIterable, Hashable, Sendable {
    // Breaches that are read nevertheless.
    case emptyLineFirst = "empty-line-first"
    case bareLF = "bare-lf"
    case obsoleteFold = "obs-fold"
    case minorVersion = "minor-version"
    case fragmentInTarget = "fragment-in-target"
    case userInTarget = "user-in-target"
    case targetCharacter = "target-character"
    case percentEncoding = "percent-encoding"
    case targetForm = "target-form"
    case hostMissing = "host-missing"
    case hostRepeated = "host-repeated"
    case hostEmpty = "host-empty"
    case hostInvalid = "host-invalid"
    case hostDiffers = "host-differs"
    case lengthRepeated = "content-length-repeated"
    case lengthList = "content-length-list"
    case lengthAndCoding = "length-and-chunked"
    case codingUnknown = "transfer-coding-unknown"
    case codingInOldVersion = "transfer-encoding-in-1.0"
    case expectationUnknown = "expectation-unknown"
    case expectWithoutContent = "expect-without-content"
    case contentOnConnect = "content-on-connect"
    case contentOnTrace = "content-on-trace"
    case chunkedInTE = "te-chunked"
    case optionMissing = "connection-option-missing"
    case requestAfterClose = "request-after-close"
    case chunkSizeSpace = "chunk-size-space"
    case chunkExtension = "chunk-extension-syntax"
    case trailerForbidden = "trailer-forbidden"

    // Breaches that end the reading.
    case tlsHello = "tls-on-plain-port"
    case http2Preface = "http2-preface"
    case control = "control-character"
    case bareCR = "bare-cr"
    case emptyLines = "empty-lines"
    case methodSyntax = "method-syntax"
    case requestLineSyntax = "request-line-syntax"
    case versionMissing = "version-missing"
    case versionSyntax = "version-syntax"
    case versionUnsupported = "version-unsupported"
    case startLineTooLong = "request-line-too-long"
    case fieldTooLong = "field-too-long"
    case headTooLong = "head-too-long"
    case tooManyFields = "too-many-fields"
    case spaceBeforeFirstField = "space-before-first-field"
    case spaceBeforeColon = "space-before-colon"
    case fieldWithoutColon = "field-without-colon"
    case fieldName = "field-name"
    case lengthSyntax = "content-length-syntax"
    case lengthsDiffer = "content-lengths-differ"
    case lengthTooLarge = "content-length-too-large"
    case codingSyntax = "transfer-encoding-syntax"
    case chunkedNotLast = "chunked-not-last"
    case chunkedTwice = "chunked-twice"
    case chunkedParameter = "chunked-parameter"
    case chunkSizeSyntax = "chunk-size-syntax"
    case chunkTooLarge = "chunk-too-large"
    case chunkLineTooLong = "chunk-line-too-long"
    case chunkExtensionsTooLong = "chunk-extensions-too-long"
    case chunkEnd = "chunk-end"
    case trailersTooLong = "trailers-too-long"

    /// The sentence of a breach, without a full stop.
    package var sentence: String {
        switch self {
        case .emptyLineFirst: "an empty line came before the request line"
        case .bareLF: "a line ended with LF alone, without CR"
        case .obsoleteFold: "a field value went on over the end of its line"
        case .minorVersion: "the minor version is one that nobody has defined"
        case .fragmentInTarget: "the target carries a fragment"
        case .userInTarget: "the target carries the user, and perhaps the password, of the URL"
        case .targetCharacter: "the target has a character that a URL must percent-encode"
        case .percentEncoding: "a percent sign in the target has no two hexadecimal digits behind it"
        case .targetForm: "the target has not the form that its method asks for"
        case .hostMissing: "an HTTP/1.1 request came without Host"
        case .hostRepeated: "Host came more than once"
        case .hostEmpty: "Host is empty, though every http URL has a host"
        case .hostInvalid: "Host is no host with an optional port"
        case .hostDiffers: "Host is not the authority of the absolute target"
        case .lengthRepeated: "Content-Length came more than once, each time the same"
        case .lengthList: "Content-Length is a list of equal numbers"
        case .lengthAndCoding: "Content-Length and Transfer-Encoding came together"
        case .codingUnknown: "a transfer coding other than chunked was applied"
        case .codingInOldVersion: "Transfer-Encoding came in an HTTP/1.0 request"
        case .expectationUnknown: "Expect asks for something other than 100-continue"
        case .expectWithoutContent: "100-continue is expected by a request without content"
        case .contentOnConnect: "a CONNECT request has no content, but this one announces some"
        case .contentOnTrace: "a TRACE request has no content, but this one announces some"
        case .chunkedInTE: "TE names chunked, which every recipient takes"
        case .optionMissing: "TE or Upgrade came, and Connection does not name it"
        case .requestAfterClose: "a request came behind one that said 'Connection: close'"
        case .chunkSizeSpace: "whitespace stands in the line of a chunk's size"
        case .chunkExtension: "a chunk extension is not of the form name=value"
        case .trailerForbidden: "a field that frames, routes or controls the request came as a trailer"
        case .tlsHello: "a TLS handshake came where plain HTTP was to come"
        case .http2Preface: "an HTTP/2 connection preface came where HTTP/1.1 was to come"
        case .control: "a control character stands in the head or in a chunk line"
        case .bareCR: "a CR came without LF behind it"
        case .emptyLines: "more than one empty line came before the request line"
        case .methodSyntax: "the method is no token followed by one space"
        case .requestLineSyntax: "the request line is not method, target and version with one space between"
        case .versionMissing: "the request line names no version, as in HTTP/0.9"
        case .versionSyntax: "the version is not of the form HTTP/1.1"
        case .versionUnsupported: "the major version is not 1"
        case .startLineTooLong: "the request line is longer than this server reads"
        case .fieldTooLong: "a field line is longer than this server reads"
        case .headTooLong: "the head is longer than this server reads"
        case .tooManyFields: "there are more field lines than this server reads"
        case .spaceBeforeFirstField: "whitespace stands between the request line and the first field"
        case .spaceBeforeColon: "whitespace stands between a field's name and its colon"
        case .fieldWithoutColon: "a field line has no colon"
        case .fieldName: "a field's name is no token"
        case .lengthSyntax: "Content-Length is not a run of digits"
        case .lengthsDiffer: "Content-Length came with different numbers"
        case .lengthTooLarge: "Content-Length is more than this server can count or takes"
        case .codingSyntax: "Transfer-Encoding is no list of transfer codings"
        case .chunkedNotLast: "chunked is not the last transfer coding, so the body has no end"
        case .chunkedTwice: "chunked was applied more than once"
        case .chunkedParameter: "chunked has a parameter"
        case .chunkSizeSyntax: "a chunk does not begin with hexadecimal digits"
        case .chunkTooLarge: "a chunk is larger than this server can count or takes"
        case .chunkLineTooLong: "a chunk's size and extensions are longer than this server reads"
        case .chunkExtensionsTooLong: "the chunk extensions of this body are longer than this server reads"
        case .chunkEnd: "a chunk's bytes are not followed by the end of a line"
        case .trailersTooLong: "the trailer section is longer than this server reads"
        }
    }

    /// The rule is a limit of this server, and none of the protocol.
    package var isLimit: Bool {
        [
            .startLineTooLong, .fieldTooLong, .headTooLong, .tooManyFields, .lengthTooLarge, .chunkTooLarge,
            .chunkLineTooLong, .chunkExtensionsTooLong, .trailersTooLong,
        ].contains(self)
    }

    /// The status with which to refuse a request that breaks the rule. All rules that end the reading have one, and of
    /// the others those for which an RFC demands it.
    package var status: Int? {
        switch self {
        case .emptyLineFirst, .bareLF, .obsoleteFold, .minorVersion, .fragmentInTarget, .userInTarget,
            .targetCharacter, .percentEncoding, .hostEmpty, .hostDiffers, .lengthRepeated, .lengthList,
            .lengthAndCoding, .codingInOldVersion, .expectWithoutContent, .contentOnConnect, .contentOnTrace,
            .chunkedInTE, .optionMissing, .requestAfterClose, .chunkSizeSpace, .chunkExtension, .trailerForbidden:
            nil
        case .targetForm, .hostMissing, .hostRepeated, .hostInvalid, .tlsHello, .control, .bareCR, .emptyLines,
            .methodSyntax, .requestLineSyntax, .versionMissing, .versionSyntax, .spaceBeforeFirstField,
            .spaceBeforeColon, .fieldWithoutColon, .fieldName, .lengthSyntax, .lengthsDiffer, .codingSyntax,
            .chunkedNotLast, .chunkedTwice, .chunkedParameter, .chunkSizeSyntax, .chunkLineTooLong, .chunkEnd:
            400
        case .lengthTooLarge, .chunkTooLarge, .chunkExtensionsTooLong: 413
        case .startLineTooLong: 414
        case .expectationUnknown: 417
        case .fieldTooLong, .headTooLong, .tooManyFields, .trailersTooLong: 431
        case .codingUnknown: 501
        case .http2Preface, .versionUnsupported: 505
        }
    }

    /// A route answers a request that breaks the rule, which counts as malformed nevertheless: another server may refuse
    /// it, or see another message in it.
    package var isAnsweredMalformed: Bool {
        switch self {
        case .bareLF, .obsoleteFold, .minorVersion, .fragmentInTarget, .userInTarget, .lengthRepeated, .lengthList,
            .lengthAndCoding, .codingInOldVersion:
            true
        default: false
        }
    }

    package var citation: String {
        switch self {
        case .emptyLineFirst, .bareLF, .bareCR, .emptyLines, .spaceBeforeFirstField: "RFC 9112 section 2.2"
        case .obsoleteFold: "RFC 9112 section 5.2"
        case .minorVersion: "RFC 9110 section 2.5"
        case .fragmentInTarget: "RFC 9110 section 7.1"
        case .userInTarget: "RFC 9110 section 4.2.4"
        case .targetCharacter: "RFC 3986 section 2"
        case .percentEncoding: "RFC 3986 section 2.1"
        case .targetForm, .hostMissing, .hostRepeated, .hostEmpty, .hostInvalid: "RFC 9112 section 3.2"
        case .hostDiffers: "RFC 9112 section 3.2.2"
        case .lengthRepeated, .lengthList, .lengthSyntax, .lengthTooLarge: "RFC 9110 section 8.6"
        case .lengthAndCoding: "RFC 9112 section 6.2"
        case .codingUnknown, .codingInOldVersion, .codingSyntax, .chunkedTwice: "RFC 9112 section 6.1"
        case .expectationUnknown, .expectWithoutContent: "RFC 9110 section 10.1.1"
        case .contentOnConnect: "RFC 9110 section 9.3.6"
        case .contentOnTrace: "RFC 9110 section 9.3.8"
        case .chunkedInTE: "RFC 9112 section 7.4"
        case .optionMissing: "RFC 9110 section 7.6.1"
        case .requestAfterClose: "RFC 9112 section 9.6"
        case .chunkSizeSpace, .chunkExtension, .chunkLineTooLong, .chunkExtensionsTooLong: "RFC 9112 section 7.1.1"
        case .trailerForbidden: "RFC 9110 section 6.5.1"
        case .tlsHello: "RFC 9110 section 4.2.1"
        case .http2Preface: "RFC 9113 section 3.4"
        case .control: "RFC 9110 section 5.5"
        case .methodSyntax: "RFC 9112 section 3.1"
        case .requestLineSyntax, .versionMissing, .startLineTooLong: "RFC 9112 section 3"
        case .versionSyntax: "RFC 9112 section 2.3"
        case .versionUnsupported: "RFC 9110 section 15.6.6"
        case .fieldTooLong, .headTooLong, .tooManyFields: "RFC 9110 section 5.4"
        case .spaceBeforeColon: "RFC 9112 section 5.1"
        case .fieldWithoutColon: "RFC 9112 section 5"
        case .fieldName: "RFC 9110 section 5.1"
        case .lengthsDiffer, .chunkedNotLast: "RFC 9112 section 6.3"
        case .chunkedParameter, .chunkSizeSyntax, .chunkTooLarge, .chunkEnd: "RFC 9112 section 7.1"
        case .trailersTooLong: "RFC 9110 section 6.5"
        }
    }

    /// Nothing more is read after a breach of this rule.
    package var endsReading: Bool {
        switch self {
        case .emptyLineFirst, .bareLF, .obsoleteFold, .minorVersion, .fragmentInTarget, .userInTarget,
            .targetCharacter, .percentEncoding, .targetForm, .hostMissing, .hostRepeated, .hostEmpty, .hostInvalid,
            .hostDiffers,
            .lengthRepeated, .lengthList, .lengthAndCoding, .codingUnknown, .codingInOldVersion,
            .expectationUnknown, .expectWithoutContent, .contentOnConnect, .contentOnTrace, .chunkedInTE,
            .optionMissing, .requestAfterClose, .chunkSizeSpace, .chunkExtension, .trailerForbidden:
            false
        case .tlsHello, .http2Preface, .control, .bareCR, .emptyLines, .methodSyntax, .requestLineSyntax,
            .versionMissing, .versionSyntax, .versionUnsupported, .startLineTooLong, .fieldTooLong, .headTooLong,
            .tooManyFields, .spaceBeforeFirstField, .spaceBeforeColon, .fieldWithoutColon, .fieldName,
            .lengthSyntax, .lengthsDiffer, .lengthTooLarge, .codingSyntax, .chunkedNotLast, .chunkedTwice,
            .chunkedParameter, .chunkSizeSyntax, .chunkTooLarge, .chunkLineTooLong, .chunkExtensionsTooLong,
            .chunkEnd, .trailersTooLong:
            true
        }
    }
}
