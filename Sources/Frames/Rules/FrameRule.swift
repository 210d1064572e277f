// FrameRule.swift: the rules of HTTP/2 whose breach is reported.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire
internal import QuintainWords

/// The rules that a connection checks. The raw value is the slug by which scenarios and reports name a rule; everything
/// else about it is in its row of the table.
package enum FrameRule: String, WordSet, Error {
    // How a connection begins.
    case prefaceMissing = "preface-missing"
    case settingsNotFirst = "settings-not-first"

    // The size of a frame.
    case frameTooLong = "frame-too-long"
    case headersSize = "headers-size"
    case prioritySize = "priority-size"
    case resetStreamSize = "rst-stream-size"
    case settingsSize = "settings-size"
    case settingsAckSize = "settings-ack-size"
    case pingSize = "ping-size"
    case pingPayload = "ping-acknowledged-otherwise"
    case goAwaySize = "goaway-size"
    case windowUpdateSize = "window-update-size"
    case paddingTooLong = "padding-too-long"
    case paddingNotZero = "padding-not-zero"

    // The stream that a frame is on.
    case dataOnConnection = "data-on-stream-0"
    case headersOnConnection = "headers-on-stream-0"
    case priorityOnConnection = "priority-on-stream-0"
    case resetOnConnection = "rst-stream-on-stream-0"
    case continuationOnConnection = "continuation-on-stream-0"
    case settingsOnStream = "settings-on-a-stream"
    case pingOnStream = "ping-on-a-stream"
    case goAwayOnStream = "goaway-on-a-stream"

    // The state of that stream.
    case idleStream = "frame-on-idle-stream"
    case evenStream = "stream-number-even"
    case lowerStream = "stream-number-too-low"
    case afterEnd = "frame-after-end-stream"
    case afterReset = "frame-after-rst-stream"
    case closedStream = "frame-on-closed-stream"
    case tooManyStreams = "too-many-streams"
    case dependsOnItself = "stream-depends-on-itself"

    // Blocks of fields.
    case blockInterrupted = "field-block-interrupted"
    case continuationAlone = "continuation-alone"
    case blockUndecodable = "field-block-undecodable"

    // The contents of frames about the connection.
    case enablePushValue = "enable-push-value"
    case enablePushOfServer = "enable-push-of-server"
    case initialWindowValue = "initial-window-size-value"
    case maxFrameSizeValue = "max-frame-size-value"
    case connectProtocolValue = "enable-connect-protocol-value"
    case oldPrioritiesValue = "no-rfc7540-priorities-value"
    case pushFromClient = "push-from-client"
    case pushDisabled = "push-disabled"
    case goAwayIncreased = "goaway-last-increased"

    // What a peer has read and left unanswered.
    case settingsUnanswered = "settings-not-acknowledged"
    case pingUnanswered = "ping-not-acknowledged"

    // Flow control.
    case windowExceeded = "window-exceeded"
    case zeroIncrement = "window-increment-zero"
    case windowOverflow = "window-overflow"
    case initialWindowOverflow = "initial-window-overflow"

    // The parts of a message.
    case trailersWithoutEnd = "trailers-without-end-stream"
    case dataBeforeHead = "data-before-head"
    case informationalWithEnd = "informational-with-end-stream"
    case contentNotAllowed = "content-not-allowed"
    case lengthSyntax = "content-length-syntax"
    case lengthDiffers = "content-length-differs"

    // Fields.
    case nameUppercase = "field-name-uppercase"
    case nameSyntax = "field-name"
    case valueCharacter = "field-value-character"
    case valueBlanks = "field-value-blanks"
    case connectionField = "connection-field"
    case teValue = "te-value"
    case pseudoUnknown = "pseudo-field-unknown"
    case pseudoMisplaced = "pseudo-field-of-other-side"
    case pseudoRepeated = "pseudo-field-repeated"
    case pseudoLate = "pseudo-field-after-field"
    case pseudoInTrailers = "pseudo-field-in-trailers"

    // Requests and responses.
    case methodMissing = "method-missing"
    case methodSyntax = "method-syntax"
    case schemeMissing = "scheme-missing"
    case pathMissing = "path-missing"
    case pathEmpty = "path-empty"
    case pathForm = "path-form"
    case authorityMissing = "authority-missing"
    case authorityUser = "authority-with-user"
    case authoritySyntax = "authority-syntax"
    case hostDiffers = "host-differs"
    case hostRepeated = "host-repeated"
    case connectWithPath = "connect-with-scheme-or-path"
    case connectWithoutAuthority = "connect-without-authority"
    case statusMissing = "status-missing"
    case statusSyntax = "status-syntax"
    case switchingProtocols = "switching-protocols"

    // Limits on what is read.
    case blockTooLong = "field-block-too-long"
    case blockInTooManyFrames = "field-block-in-too-many-frames"
    case fieldsTooLong = "fields-too-long"
    case tooManyFields = "too-many-fields"
    case tooManyInformational = "too-many-informational"
    case tooManySettings = "too-many-settings"
    case tooManyPings = "too-many-pings"
    case tooManyResets = "too-many-resets"
    case tooManyPriorities = "too-many-priorities"
    case tooManyEmptyFrames = "too-many-empty-frames"
    case tooManyGoAways = "too-many-goaways"
    case tooManyWindowUpdates = "too-many-window-updates"
    case tooManyUnknownFrames = "too-many-unknown-frames"
    case settingsTooLong = "settings-too-long"

    /// What a breach ends: the stream, or the connection. A rule of a stream ends the connection if the frame is on no
    /// stream.
    package enum Scope: Hashable, Sendable {
        case stream, connection
    }

    struct Row {
        var scope: Scope
        var code: ErrorCode
        var citation: String
        var sentence: String

        init(_ scope: Scope, _ code: ErrorCode, _ citation: String, _ sentence: String) {
            self.scope = scope
            self.code = code
            self.citation = citation
            self.sentence = sentence
        }
    }

    package var scope: Scope { Self.table[self].scope }
    package var code: ErrorCode { Self.table[self].code }
    /// The section, such as `RFC 9113 section 5.1`.
    /// The rule is a limit of this side, and none of the protocol.
    package var isLimit: Bool { code == .enhanceYourCalm }
    package var citation: String { Self.table[self].citation }
    /// The sentence of a breach, without a full stop.
    package var sentence: String { Self.table[self].sentence }
}
