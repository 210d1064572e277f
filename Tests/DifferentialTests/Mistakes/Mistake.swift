// Mistake.swift: one thing that a client does otherwise, and what must be said of it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario

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
    // What follows a decision.
    case goesOnAllTheSame
    // Credentials.
    case wrongPassword, unknownNonce, oldNonce, wrongCount, sameCount, otherRealm, otherURI, otherAlgorithm,
        noCredentials
    // TLS.
    case otherTerms, otherName, otherAlert, greetingUnasked, greetingTooSoon
}

struct Mistake {
    var family: Family
    /// The line whose level counts.
    var line: Int
    /// What the finding may be called, and the lines that it may name.
    /// Empty: any will do.
    var slugs: Set<Breach.Slug>
    var lines: Set<Int?>
    /// The client does nothing behind this stretch: the play would wait for what never comes.
    var endsWith: Int?
    /// How many findings it may be: lines of one name are judged one by one.
    var findings = 1
    /// Whatever the level, it is a failure.
    var isAlwaysFailure = false
    /// The level of what follows counts, too: such a mistake is made only where all have one.
    var needsOneLevel = false
    /// What else must hold; nil: it does.
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
