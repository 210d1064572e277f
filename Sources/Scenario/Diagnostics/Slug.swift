// Slug.swift: the stable names of the faults that a file can have.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A slug never changes its meaning; `quintain explain SLUG` says more about it.
package enum Slug: String, CaseIterable, Sendable {
    // The file and its lines.
    case fileTooLarge = "file-too-large"
    case trailingBlank = "trailing-blank"
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
    case unclosedString = "unclosed-string"
    case nestedValue = "nested-value"
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
    case tooLongToTransform = "too-long-to-transform"

    // Messages.
    case noMessage = "no-message"
    case strikeOrder = "strike-order"
    case badStartLine = "bad-start-line"
    case misspeltStart = "misspelt-start"
    case badField = "bad-field"
    case misspeltField = "misspelt-field"
    case fieldInBody = "field-in-body"
    case strayBrace = "stray-brace"
    case noBody = "no-body"
    case headEnded = "head-ended"

    // Callbacks, acts and orders.
    case unknownCallback = "unknown-callback"
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
    case shadowedRoute = "shadowed-route"
    case secondReply = "second-reply"

    // Advice.
    case boundToNothing = "bound-to-nothing"
    case nothingAwaited = "nothing-awaited"
    case bodyTooLong = "body-too-long"
    case bodyTooShort = "body-too-short"
    case bodyForbidden = "body-forbidden"
    case bodyUnsaid = "body-unsaid"
    case brokenJSON = "broken-json"
    case corruptsNothing = "corrupts-nothing"
    case chunksUnframed = "chunks-unframed"
    case bodyWhole = "body-whole"
    case nothingToConfirm = "nothing-to-confirm"
    case tlsMissing = "tls-missing"
    case versionMissing = "version-missing"
    case resetUnproven = "reset-unproven"
    case sentAfterEnd = "sent-after-end"
    case branchUnchosen = "branch-unchosen"
    case unusedCapture = "unused-capture"
    case unusedOrigin = "unused-origin"
    case unusedColumn = "unused-column"
    case styleLacks = "style-lacks"

    package var severity: Diagnostic.Severity {
        switch self {
        case .shadowedRoute, .misspeltField, .strayBrace, .fieldInBody, .secondReply, .sentAfterEnd, .resetUnproven,
            .bodyForbidden, .bodyTooLong, .bodyTooShort, .bodyUnsaid, .brokenJSON, .boundToNothing, .idleSetting,
            .branchUnchosen, .tlsMissing, .chunksUnframed, .bodyWhole, .nothingToConfirm, .unusedCapture, .unusedOrigin,
            .unusedColumn,
            .nothingAwaited:
            .warning
        default:
            .error
        }
    }
}
