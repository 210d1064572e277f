// ClientUnderTest.swift: a client, and how it is driven.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainApplicability
import QuintainWords

package struct ClientUnderTest: Sendable, Hashable {
    /// The name by which users ask for it: `urlsession`.
    package var name: String
    /// No name was given: reports use the name in the client's greeting.
    package var isCalledAsItGreets = false
    /// What asks it to follow other redirects does not apply.
    package private(set) var following = Following.any
    package var seat: Seat
    /// Never empty.
    package var ways: [Way]

    /// Where the client runs.
    package enum Seat: Sendable, Hashable {
        /// Behind a driver: a program that speaks the driver protocol, with its arguments.
        case program([String])
        /// Nowhere between loads: each load runs the command.
        case command(PlainCommand)
        /// In this process, as the reference client does.
        case inside
    }

    /// A plain command is the client, and not a driver.
    package var isCommand: Bool { if case .command = seat { true } else { false } }

    /// It is a command that is told where the server is, and nothing of a load.
    package var makesRequests: Bool { if case .command(let command) = seat { command.makesRequests } else { false } }

    package init(name: String, seat: Seat, ways: [Way] = [.asWritten]) {
        self.name = name
        self.seat = seat
        self.ways = ways
    }

    /// From here on it is not asked to follow other redirects; one that follows none need not be told to refuse them.
    package mutating func follow(_ following: Following) {
        self.following = following
        guard following == .none, case .command(var command) = seat else { return }
        command.followsNone = true
        seat = .command(command)
    }

    /// A plain command is taken to begin with HTTP/2 in the clear; a driver says so itself.
    package mutating func speakHTTP2() {
        guard case .command(var command) = seat else { return }
        command.speaksHTTP2 = true
        seat = .command(command)
    }

    package init(name: String, words: [String], ways: [Way] = [.asWritten]) {
        self.init(name: name, seat: .program(words), ways: ways)
    }
}
