// Slug.swift: the stable names of all that can be wrong with a file.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A slug never changes its meaning; `quintain explain SLUG` says more about it.
package enum Slug: String, CaseIterable, Sendable {
    // The file and its lines.
    case fileTooLarge = "file-too-large"
    case trailingBlank = "trailing-blank"
    case unknownMark = "unknown-mark"
    case markSpacing = "mark-spacing"
    case tab
    case unknownWord = "unknown-word"
    case strayContinuation = "stray-continuation"
    case missingValue = "missing-value"
    case extraValue = "extra-value"
    case badValue = "bad-value"

    // Blocks and settings.
    case badNesting = "bad-nesting"
    case tooDeep = "too-deep"
    case badSetting = "bad-setting"
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
    case badEscape = "bad-escape"
    case unknownFunction = "unknown-function"
    case unknownTransform = "unknown-transform"
    case badArgument = "bad-argument"
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
    case badStartLine = "bad-start-line"
    case badField = "bad-field"
    case noBody = "no-body"

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

    // Advice.
    case resetUnproven = "reset-unproven"
    case sentAfterEnd = "sent-after-end"
    case lengthUnknown = "length-unknown"
    case headEnded = "head-ended"
    case branchUnchosen = "branch-unchosen"
    case unusedCapture = "unused-capture"
    case unusedOrigin = "unused-origin"
    case unusedColumn = "unused-column"
    case laneMissing = "lane-missing"
    case styleLacks = "style-lacks"
    case oddChallenge = "odd-challenge"
    case nothingToConfirm = "nothing-to-confirm"

    package var severity: Diagnostic.Severity {
        switch self {
        case .resetUnproven, .sentAfterEnd, .lengthUnknown, .headEnded, .branchUnchosen, .unusedCapture, .unusedOrigin,
            .unusedColumn, .laneMissing, .styleLacks, .oddChallenge, .nothingToConfirm:
            .warning
        default:
            .error
        }
    }
}
