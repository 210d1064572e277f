// DriverPart.swift: what a driver may have to do with a finding, and where its author reads on.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainTranscript

/// Sentences for the author of a driver.
package enum DriverPart {
    /// How a callback was told.
    static func sentence(_ telling: Breach.Telling) -> String {
        switch telling {
        case .leftOut:
            "the driver left it out; if its client never tells it, the driver reports null: "
                + DriverDocument.unknownValues
        case .lacks(let member):
            "the driver left it out of '\(member)': \(DriverDocument.callbacks)"
        case .otherFailure:
            "the driver chose this name for the client's error, and no RFC demands one: "
                + DriverDocument.failures
        case .namelessFailure: "the driver knew no name for the client's error: \(DriverDocument.failures)"
        }
    }

    /// Adds the driver's part to the first finding that it may explain.
    ///
    /// - Parameter hasLoadsLeft: a load of an earlier case has had no end, so its callbacks may come in this one.
    static func explain(_ result: inout CaseResult, _ transcript: Transcript, hasLoadsLeft: Bool) {
        if result.verdict == .fail, let sentence = unended(result.unended) {
            add("\(sentence): \(DriverDocument.callbacks)", to: &result, of: [.neverCame])
        }
        add(
            "the driver told it: it reports every callback of a load before the 'finish' or 'fail', which is the last: "
                + DriverDocument.callbacks, to: &result, of: [.afterEnd])
        if result.mayHaveTakenLate, hasLoadsLeft || transcript.breaksBeforeTheFirstRequest {
            add(
                "the driver's callbacks do not name their 'case', so it may be a late one of an earlier case: "
                    + DriverDocument.callbacks, to: &result, of: [.unexpectedCallback])
        }
    }

    /// `load 1 had no end: …`; nil: all loads had one.
    static func unended(_ loads: [Int]) -> String? {
        guard let load = loads.first else { return nil }
        return "the driver told no end of load \(load), not even when the case ended; "
            + "every load ends with one 'finish' or 'fail'"
    }

    private static func add(_ sentence: String, to result: inout CaseResult, of slugs: [Breach.Slug]) {
        let rules = slugs.map(\.rawValue)
        guard let index = result.findings.firstIndex(where: { rules.contains($0.rule) && $0.ofDriver == nil }) else {
            return
        }
        result.findings[index].ofDriver = sentence
    }
}

extension Transcript {
    /// A callback that no load of this case can have brought: nothing has been requested.
    fileprivate var breaksBeforeTheFirstRequest: Bool {
        for event in events {
            switch event.happening {
            case .connectionOpened: return false
            case .broken: return true
            default: continue
            }
        }
        return false
    }
}

extension CaseResult.Finding {
    /// Whether it is about how something was told, which no RFC demands. A callback that may be a late one may as well be
    /// the client's.
    package var isOfTelling: Bool {
        ofDriver != nil && [Breach.Slug.wrongValue, .neverCame, .afterEnd].map(\.rawValue).contains(rule)
    }
}

/// The sections of the driver protocol's document that messages name.
package enum DriverDocument {
    package static let path = "docs/driver-protocol.md"
    static let unknownValues = "\(path)#values-that-are-not-known"
    static let failures = "\(path)#names-of-failures"
    package static let faults = "\(path)#what-is-a-drivers-fault"
    static let callbacks = "\(path)#what-the-driver-says"
}
