// WordTests.swift: the driver's words are those of the language.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainURLSessionWords
import QuintainWords
import Testing

/// The driver is linked with Foundation and nothing of ours, so that it has words of its own.
@Suite struct `The words of the driver for URLSession` {
    @Test func `name every kind of failure`() {
        #expect(Failure.allCases.map(\.rawValue).sorted() == FailKind.words.sorted())
    }

    @Test func `name the callbacks that URLSession has`() {
        // Events are told by an app's event source, which may stand on URLSession.
        let known = CallbackKind.allCases.filter { $0.styles.contains(.urlsession) && $0 != .event }
        #expect(CallbackWord.allCases.map(\.rawValue) == known.map(\.rawValue))
    }

    @Test func `name what can be decided there`() throws {
        for (name, decisions) in Abilities.callbacks {
            let kind = try #require(CallbackKind(rawValue: name))
            #expect(Set(decisions).isSubset(of: kind.decisions.map(\.rawValue)), "\(name)")
        }
        #expect(Set(Abilities.challenges ?? []).isSubset(of: ChallengeKind.words))
    }
}
