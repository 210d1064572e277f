// Neighbours.swift: stubs of two tests at one server, which would answer each other's clients.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainTestIssues

#if canImport(Testing)
    import Testing
#endif

/// The stubs that are in service, by the tests of Swift Testing that have made them. XCTest runs one test after another.
enum Neighbours {
    private static let open = Guarded<[UUID: Guest]>([:])

    private struct Guest: Sendable {
        let server: Server
        let test: String
        let place: TestPlace
    }

    struct Entry: Sendable {
        fileprivate let id = UUID()

        func leave() { Neighbours.open.withLock { _ = $0.removeValue(forKey: id) } }
    }

    /// Takes the stubs of a test in; those of another one that are in service are an issue of it.
    static func enter(_ server: Server, at here: TestPlace, of test: String? = current) -> Entry {
        let entry = Entry()
        guard let test else { return entry }
        let other = open.withLock { open in
            let other = open.values.first { $0.server.url == server.url && $0.test != test }
            open[entry.id] = Guest(server: server, test: test, place: here)
            return other
        }
        if let other {
            Slip.tell(
                "the stubs of \(other.place.brief) answer at \(server.url.absoluteString) as well, and those of a server have "
                    + "one address: put these tests into a suite that is '.serialized', or close the other ones before",
                at: here)
        }
        return entry
    }

    /// The test of Swift Testing that runs in this task.
    static var current: String? {
        #if canImport(Testing)
            Test.current.map { "\($0.id)" }
        #else
            nil
        #endif
    }
}
