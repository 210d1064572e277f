// WordTests.swift: the driver's words are the language's.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainURLSessionWords
import QuintainWords
import Testing

/// The driver is linked with Foundation only, so it has a copy of the words.
@Suite struct `The words of the driver for URLSession` {
    @Test func `name every kind of failure`() {
        #expect(Failure.allCases.map(\.rawValue).sorted() == FailKind.words.sorted())
    }

    @Test func `name the callbacks that URLSession has`() {
        // Events come from an app's event source, which may be built on URLSession.
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
