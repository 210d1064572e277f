// Mistake.swift: one mistake of a client, and the verdict that must follow.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript

enum Family: String, CaseIterable {
    // The request line and the fields.
    case methodChanged, targetByteChanged, targetByteAdded, targetByteDropped, otherHost
    case fieldByteChanged, fieldByteAdded, fieldByteDropped, fieldMissing, fieldDoubled, fieldForbidden, fieldsSwapped
    // The body.
    case bodyByteChanged, bodyByteAdded, bodyByteDropped, bodyMissing, bodyForbidden, bodyTooSoon, bodyUnasked
    case chunkSizes, trailerChanged, trailerMissing, bytesBehindRequest, bodyWithoutLength
    // Requests.
    case requestMissing, requestDoubled, requestTooSoon, requestAfterEnd, requestsSwapped, halfRequest
    case otherConnection, optionalRequestMissing, rawOtherwise, rawElsewhere
    // Ends.
    case closeMissing, closeOtherwise, closeTooSoon
    // Callbacks.
    case callbackMissing, callbackDoubled, callbacksSwapped, callbackValue, callbackField, callbackTooSoon
    case callbackAfterEnd, callbackUnwritten, otherEnd, amountOtherwise
    case dataByteChanged, dataTooShort, dataTooLong, wrongTime
    // What must follow a decision.
    case goesOnAllTheSame
    // Credentials.
    case wrongPassword, unknownNonce, oldNonce, wrongCount, sameCount, otherRealm, otherURI, otherAlgorithm,
        noCredentials
    // TLS.
    case otherTerms, otherName, otherAlert, greetingUnasked, greetingTooSoon
}

struct Mistake {
    var family: Family
    /// The line whose level decides.
    var line: Int
    /// The slugs that the finding may have, and the lines that it may name. Empty: any.
    var slugs: Set<Breach.Slug>
    var lines: Set<Int?>
    /// The client does nothing after this stretch, because the play would wait for a line that never comes.
    var endsWith: Int?
    /// How many findings there may be: fields of one name are judged one by one.
    var findings = 1
    /// A failure at any level.
    var isAlwaysFailure = false
    /// The level of the following lines counts, too: the mistake is made only if all lines have one level.
    var needsOneLevel = false
    /// What else must hold; nil if it does.
    var check: ((Stand) -> String?)?
    var apply: (inout [Move], inout Chance) -> Void
}

extension Mistake {
    func verdict(in program: Program) -> Verdict {
        isAlwaysFailure ? .fail : (program.levels[line] ?? .must).verdict
    }
}

extension Level {
    var verdict: Verdict {
        switch self {
        case .must: .fail
        case .should: .warning
        case .may, .convention: .noted
        }
    }
}
