// FrameRule+Table.swift: the table of HTTP/2's rules.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWire
internal import QuintainWords

extension FrameRule {
    /// For each rule: its scope, its error code, its section, and the sentence of a breach.
    static let table: WordTable<FrameRule, Row> = [
        .prefaceMissing: .connection(
            .protocolError, "3.4", "the connection does not begin with the preface of HTTP/2"),
        .settingsNotFirst: .connection(.protocolError, "3.4", "the first frame is not SETTINGS"),

        .frameTooLong: .connection(.frameSizeError, "4.2", "a frame is longer than SETTINGS_MAX_FRAME_SIZE allows"),
        .headersSize: .connection(.frameSizeError, "4.2", "a frame is too short for what its flags promise"),
        .prioritySize: .stream(.frameSizeError, "6.3", "a PRIORITY frame is not 5 bytes long"),
        .resetStreamSize: .connection(.frameSizeError, "6.4", "an RST_STREAM frame is not 4 bytes long"),
        .settingsSize: .connection(.frameSizeError, "6.5", "the length of a SETTINGS frame is no multiple of 6"),
        .settingsAckSize: .connection(.frameSizeError, "6.5", "an acknowledgement of settings has a payload"),
        .pingSize: .connection(.frameSizeError, "6.7", "a PING frame is not 8 bytes long"),
        .pingPayload: .connection(
            .protocolError, "6.7", "an acknowledgement has another payload than every PING that waits for one"),
        .goAwaySize: .connection(.frameSizeError, "6.8", "a GOAWAY frame is shorter than 8 bytes"),
        .windowUpdateSize: .connection(.frameSizeError, "6.9", "a WINDOW_UPDATE frame is not 4 bytes long"),
        .paddingTooLong: .connection(
            .protocolError, "6.1", "the padding of a frame is as long as its payload or longer"),
        .paddingNotZero: .connection(.protocolError, "6.1", "the padding of a frame is not all zeros"),

        .dataOnConnection: .connection(.protocolError, "6.1", "a DATA frame is on stream 0"),
        .headersOnConnection: .connection(.protocolError, "6.2", "a HEADERS frame is on stream 0"),
        .priorityOnConnection: .connection(.protocolError, "6.3", "a PRIORITY frame is on stream 0"),
        .resetOnConnection: .connection(.protocolError, "6.4", "an RST_STREAM frame is on stream 0"),
        .continuationOnConnection: .connection(.protocolError, "6.10", "a CONTINUATION frame is on stream 0"),
        .settingsOnStream: .connection(.protocolError, "6.5", "a SETTINGS frame is on a stream"),
        .pingOnStream: .connection(.protocolError, "6.7", "a PING frame is on a stream"),
        .goAwayOnStream: .connection(.protocolError, "6.8", "a GOAWAY frame is on a stream"),

        .idleStream: .connection(.protocolError, "5.1", "a frame is on a stream that nobody has opened"),
        .evenStream: .connection(.protocolError, "5.1.1", "a client opened a stream with an even number"),
        .lowerStream: .connection(
            .protocolError, "5.1.1", "a new stream has a lower number than one that was opened before"),
        .afterEnd: .stream(.streamClosed, "5.1", "a frame came on a stream after END_STREAM"),
        .afterReset: .stream(.streamClosed, "5.1", "a frame came on a stream after RST_STREAM"),
        .closedStream: .connection(.streamClosed, "5.1", "a frame came on a stream that both sides had ended"),
        .tooManyStreams: .stream(
            .refusedStream, "5.1.2", "more streams are open than SETTINGS_MAX_CONCURRENT_STREAMS allows"),
        .dependsOnItself: Row(
            .stream, .protocolError, "RFC 7540 section 5.3.1", "a stream depends on itself in its priority"),

        .blockInterrupted: .connection(
            .protocolError, "4.3", "another frame came before the last CONTINUATION of a field block"),
        .continuationAlone: .connection(
            .protocolError, "6.10", "a CONTINUATION frame came without a field block that goes on"),
        .blockUndecodable: .connection(.compressionError, "4.3", "a field block cannot be decompressed"),

        .enablePushValue: .connection(.protocolError, "6.5.2", "SETTINGS_ENABLE_PUSH is neither 0 nor 1"),
        .enablePushOfServer: .connection(.protocolError, "6.5.2", "a server sent SETTINGS_ENABLE_PUSH other than 0"),
        .initialWindowValue: .connection(
            .flowControlError, "6.5.2", "SETTINGS_INITIAL_WINDOW_SIZE is more than 2^31-1"),
        .maxFrameSizeValue: .connection(
            .protocolError, "6.5.2", "SETTINGS_MAX_FRAME_SIZE is not between 2^14 and 2^24-1"),
        .connectProtocolValue: Row(
            .connection, .protocolError, "RFC 8441 section 3",
            "SETTINGS_ENABLE_CONNECT_PROTOCOL is neither 0 nor 1, or 0 after 1"),
        .oldPrioritiesValue: Row(
            .connection, .protocolError, "RFC 9218 section 2.1", "SETTINGS_NO_RFC7540_PRIORITIES is neither 0 nor 1"),
        .pushFromClient: .connection(.protocolError, "8.4", "a client sent PUSH_PROMISE"),
        .pushDisabled: .connection(.protocolError, "6.6", "a server sent PUSH_PROMISE though push is disabled"),
        .goAwayIncreased: .connection(
            .protocolError, "6.8", "a GOAWAY frame names a higher last stream than the one before"),
        .settingsUnanswered: .connection(
            .settingsTimeout, "6.5.3", "the connection ended without an acknowledgement of SETTINGS"),
        .pingUnanswered: .connection(
            .protocolError, "6.7", "the connection ended without an acknowledgement of PING"),

        .windowExceeded: .stream(.flowControlError, "6.9.1", "more DATA came than the window allows"),
        .zeroIncrement: .stream(.protocolError, "6.9", "a WINDOW_UPDATE frame has an increment of 0"),
        .windowOverflow: .stream(.flowControlError, "6.9.1", "a WINDOW_UPDATE frame makes a window larger than 2^31-1"),
        .initialWindowOverflow: .connection(
            .flowControlError, "6.9.2", "SETTINGS_INITIAL_WINDOW_SIZE makes a window larger than 2^31-1"),

        .trailersWithoutEnd: .stream(
            .protocolError, "8.1", "HEADERS came in the middle of a message and do not end its stream"),
        .dataBeforeHead: .stream(.protocolError, "8.1", "DATA came before the head of the response"),
        .informationalWithEnd: .stream(.protocolError, "8.1", "a response of the 1xx class ends its stream"),
        .contentNotAllowed: .stream(.protocolError, "8.1.1", "content came with a response that has none"),
        .lengthSyntax: .stream(
            .protocolError, "8.1.1", "Content-Length is not a run of digits, or came with different ones"),
        .lengthDiffers: .stream(
            .protocolError, "8.1.1", "Content-Length is not the number of bytes in the DATA frames"),

        .nameUppercase: .stream(.protocolError, "8.2.1", "a field name has an upper-case letter"),
        .nameSyntax: .stream(.protocolError, "8.2.1", "a field name is no token"),
        .valueCharacter: .stream(.protocolError, "8.2.1", "a field value has a NUL, CR or LF"),
        .valueBlanks: .stream(.protocolError, "8.2.1", "a field value begins or ends with whitespace"),
        .connectionField: .stream(
            .protocolError, "8.2.2", "a field came that is about the connection, which HTTP/2 does not have"),
        .teValue: .stream(.protocolError, "8.2.2", "TE has another value than trailers"),
        .pseudoUnknown: .stream(.protocolError, "8.3", "a pseudo-field is not defined"),
        .pseudoMisplaced: .stream(
            .protocolError, "8.3", "a pseudo-field of responses came in a request, or one of requests in a response"),
        .pseudoRepeated: .stream(.protocolError, "8.3", "a pseudo-field came more than once"),
        .pseudoLate: .stream(.protocolError, "8.3", "a pseudo-field came after a field"),
        .pseudoInTrailers: .stream(.protocolError, "8.3", "a pseudo-field came in trailers"),

        .methodMissing: .stream(.protocolError, "8.3.1", "a request has no :method"),
        .methodSyntax: .stream(.protocolError, "8.3.1", ":method is no token"),
        .schemeMissing: .stream(.protocolError, "8.3.1", "a request has no :scheme"),
        .pathMissing: .stream(.protocolError, "8.3.1", "a request has no :path"),
        .pathEmpty: .stream(.protocolError, "8.3.1", ":path is empty, though http URLs have a path"),
        .pathForm: .stream(.protocolError, "8.3.1", ":path is no path, and not the * of OPTIONS"),
        .authorityMissing: Row(
            .stream, .protocolError, "RFC 9110 section 7.2", "a request has neither :authority nor Host"),
        .authorityUser: .stream(.protocolError, "8.3.1", ":authority has user information"),
        .authoritySyntax: .stream(.protocolError, "8.3.1", ":authority is no host with an optional port"),
        .hostDiffers: .stream(.protocolError, "8.3.1", "Host is not the same as :authority"),
        .hostRepeated: Row(.stream, .protocolError, "RFC 9110 section 5.3", "Host came more than once"),
        .connectWithPath: .stream(.protocolError, "8.5", "a CONNECT request has a :scheme or a :path"),
        .connectWithoutAuthority: .stream(.protocolError, "8.5", "a CONNECT request has no :authority"),
        .statusMissing: .stream(.protocolError, "8.3.2", "a response has no :status"),
        .statusSyntax: .stream(.protocolError, "8.3.2", ":status is not a number of three digits"),
        .switchingProtocols: .stream(.protocolError, "8.6", "a response is 101, which HTTP/2 does not have"),

        .blockTooLong: .connection(.enhanceYourCalm, "10.5.1", "a field block is longer than is read"),
        .blockInTooManyFrames: .connection(
            .enhanceYourCalm, "10.5", "a field block comes in more frames than are read"),
        .fieldsTooLong: .stream(.enhanceYourCalm, "10.5.1", "the fields are longer than is read"),
        .tooManyFields: .stream(.enhanceYourCalm, "10.5.1", "there are more fields than are read"),
        .tooManyInformational: Row(
            .stream, .enhanceYourCalm, "RFC 9110 section 15.2", "there are more informational responses than are read"),
        .tooManySettings: .connection(.enhanceYourCalm, "10.5", "SETTINGS frames come, and nothing else happens"),
        .tooManyPings: .connection(.enhanceYourCalm, "10.5", "PING frames come, and nothing else happens"),
        .tooManyResets: .connection(
            .enhanceYourCalm, "10.5", "streams are opened and reset, and none comes to its end"),
        .tooManyPriorities: .connection(.enhanceYourCalm, "10.5", "PRIORITY frames come, and nothing else happens"),
        .tooManyEmptyFrames: .connection(.enhanceYourCalm, "10.5", "empty DATA frames come, and nothing else happens"),
        .tooManyGoAways: .connection(.enhanceYourCalm, "10.5", "GOAWAY frames come, and nothing else happens"),
        .tooManyWindowUpdates: .connection(
            .enhanceYourCalm, "10.5", "WINDOW_UPDATE frames come, and nothing was sent that they could make room for"),
        .tooManyUnknownFrames: .connection(
            .enhanceYourCalm, "10.5", "frames of unknown types come, and nothing else happens"),
        .settingsTooLong: .connection(.enhanceYourCalm, "10.5", "a SETTINGS frame has more settings than are read"),
    ]
}

extension FrameRule.Row {
    /// A row for a section of RFC 9113.
    fileprivate static func stream(_ code: ErrorCode, _ section: String, _ sentence: String) -> Self {
        Self(.stream, code, "RFC 9113 section \(section)", sentence)
    }

    fileprivate static func connection(_ code: ErrorCode, _ section: String, _ sentence: String) -> Self {
        Self(.connection, code, "RFC 9113 section \(section)", sentence)
    }
}
