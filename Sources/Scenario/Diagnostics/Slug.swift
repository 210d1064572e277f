// Slug.swift: the stable names of the faults that a file can have.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A slug never changes its meaning; `quintain explain SLUG` says more about it.
package enum Slug: String, CaseIterable, Sendable {
    // The file and its lines.
    case fileTooLarge = "file-too-large"
    case trailingBlank = "trailing-blank"
    case curlNotes = "curl-notes"
    case unknownMark = "unknown-mark"
    case markSpacing = "mark-spacing"
    case tab
    case oddBlank = "odd-blank"
    case unknownWord = "unknown-word"
    case strayContinuation = "stray-continuation"
    case missingValue = "missing-value"
    case extraValue = "extra-value"
    case badValue = "bad-value"
    case commentBehind = "comment-behind"

    // Blocks and settings.
    case badNesting = "bad-nesting"
    case tooDeep = "too-deep"
    case badSetting = "bad-setting"
    case idleSetting = "idle-setting"
    case unknownNeed = "unknown-need"
    case duplicateName = "duplicate-name"
    case badOrigin = "bad-origin"
    case badCertificate = "bad-certificate"
    case unknownOrigin = "unknown-origin"
    case unknownProxy = "unknown-proxy"
    case unknownLane = "unknown-lane"
    case badTable = "bad-table"
    case tooManyRuns = "too-many-runs"

    // Values.
    case unclosedValue = "unclosed-value"
    case oddQuotes = "odd-quotes"
    case joinedWords = "joined-words"
    case unclosedString = "unclosed-string"
    case nestedValue = "nested-value"
    case valueInString = "value-in-string"
    case badEscape = "bad-escape"
    case unknownFunction = "unknown-function"
    case unknownTransform = "unknown-transform"
    case badArgument = "bad-argument"
    case badExpression = "bad-expression"
    case badNumber = "bad-number"
    case matchOnly = "match-only"
    case produceOnly = "produce-only"
    case notHere = "not-here"
    case mustStandAlone = "must-stand-alone"
    case fileFault = "file-fault"
    case damagedFile = "damaged-file"
    case tooLongToTransform = "too-long-to-transform"

    // Messages.
    case noMessage = "no-message"
    case strikeOrder = "strike-order"
    case badStartLine = "bad-start-line"
    case misspeltStart = "misspelt-start"
    case badField = "bad-field"
    case misspeltField = "misspelt-field"
    case fieldInBody = "field-in-body"
    case gapInBody = "gap-in-body"
    case gapInHead = "gap-in-head"
    case strayBrace = "stray-brace"
    case noBody = "no-body"
    case contradiction
    case headEnded = "head-ended"
    case notEarly = "not-early"

    // Callbacks, acts and orders.
    case unknownCallback = "unknown-callback"
    case badArrow = "bad-arrow"
    case unknownDecision = "unknown-decision"
    case unknownField = "unknown-field"
    case unknownStyle = "unknown-style"
    case unknownKind = "unknown-kind"
    case unknownAct = "unknown-act"
    case unknownAwaited = "unknown-awaited"
    case unknownOrder = "unknown-order"
    case unknownOption = "unknown-option"
    case nothingHeld = "nothing-held"
    case noLoad = "no-load"

    // Routes.
    case notInRoutes = "not-in-routes"
    case badRoute = "bad-route"
    case generatorPlace = "generator-place"
    case generatedBody = "generated-body"
    case oddPath = "odd-path"
    case shadowedRoute = "shadowed-route"
    case secondReply = "second-reply"

    // Advice.
    case oddMethod = "odd-method"
    case oddTarget = "odd-target"
    case oddStatus = "odd-status"
    case oddField = "odd-field"
    case matcherAsText = "matcher-as-text"
    case takenAsText = "taken-as-text"
    case takesMore = "takes-more"
    case fixedPort = "fixed-port"
    case headOpen = "head-open"
    case afterTheEnd = "after-the-end"
    case replyMissing = "reply-missing"
    case callbacksMissing = "callbacks-missing"
    case trailersUnframed = "trailers-unframed"
    case chunksUnframed = "chunks-unframed"
    case oddChunk = "odd-chunk"
    case boundToNothing = "bound-to-nothing"
    case neverReached = "never-reached"
    case neverKept = "never-kept"
    case nothingAwaited = "nothing-awaited"
    case bodyTooLong = "body-too-long"
    case bodyTooShort = "body-too-short"
    case bodyForbidden = "body-forbidden"
    case bodyUnsaid = "body-unsaid"
    case bodyWhole = "body-whole"
    case newlineBehind = "newline-behind"
    case uncodedBody = "uncoded-body"
    case brokenJSON = "broken-json"
    case corruptsNothing = "corrupts-nothing"
    case challengeMissing = "challenge-missing"
    case earlyMissing = "early-missing"
    case writtenChunk = "written-chunk"
    case tlsMissing = "tls-missing"
    case versionMissing = "version-missing"
    case nonceUnsent = "nonce-unsent"
    case resetUnproven = "reset-unproven"
    case sentAfterEnd = "sent-after-end"
    case lengthUnknown = "length-unknown"
    case branchUnchosen = "branch-unchosen"
    case leftLate = "left-late"
    case replyFirst = "reply-first"
    case captureSkipped = "capture-skipped"
    case captureAgain = "capture-again"
    case capturedQuotes = "captured-quotes"
    case unusedCapture = "unused-capture"
    case unusedOrigin = "unused-origin"
    case unusedColumn = "unused-column"
    case laneMissing = "lane-missing"
    case styleLacks = "style-lacks"
    case oddChallenge = "odd-challenge"
    case nothingToConfirm = "nothing-to-confirm"

    package var severity: Diagnostic.Severity {
        switch self {
        case .oddPath, .shadowedRoute, .secondReply, .oddMethod, .oddTarget, .oddStatus, .oddField,
            .matcherAsText, .takenAsText, .takesMore, .fixedPort, .headOpen,
            .afterTheEnd, .replyMissing, .callbacksMissing, .trailersUnframed, .chunksUnframed, .oddChunk,
            .boundToNothing,
            .neverReached, .neverKept, .nothingAwaited, .bodyTooLong, .bodyTooShort, .bodyForbidden, .bodyUnsaid,
            .bodyWhole,
            .newlineBehind, .uncodedBody, .brokenJSON, .corruptsNothing,
            .challengeMissing,
            .earlyMissing, .writtenChunk, .tlsMissing, .nonceUnsent,
            .idleSetting, .curlNotes, .oddQuotes,
            .joinedWords,
            .misspeltField, .fieldInBody, .gapInBody, .gapInHead, .strayBrace, .valueInString, .resetUnproven,
            .sentAfterEnd,
            .lengthUnknown,
            .branchUnchosen, .leftLate, .replyFirst, .captureSkipped, .captureAgain, .capturedQuotes, .unusedCapture,
            .unusedOrigin,
            .unusedColumn, .laneMissing, .styleLacks, .oddChallenge, .nothingToConfirm:
            .warning
        default:
            .error
        }
    }
}
