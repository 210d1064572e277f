// Scenario.swift: one run that a file describes, checked and ready to be played.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

/// One run: a file, or one row of its `cases` table.
package struct Scenario: Sendable {
    /// The file as it was named, such as `fixtures/redirects/loop.scenario`.
    package var file: String
    /// The row's name, if the file has a table. Two tables multiply: `cr,reason`.
    package var row: String?
    /// The names of the table's columns, and the cells of the row as its lines have them.
    package var columns: [String] = []
    package var cells: [[UInt8]] = []
    /// The variant that a sweep derived, `cut:17`; nil: the run is as its author wrote it.
    package var variant: String?
    /// The first comment.
    package var title: String
    package var specs: [String] = []
    package var tags: [String] = []
    /// What the client must be able to do: `h2`, `delegate`.
    package var needs: [String] = []
    /// Never empty: `main` is the first, written or not.
    package var origins: [Origin] = []
    /// The lanes that `client` lines name, in order of mention; the unnamed lane is not listed.
    package var lanes: [Lane] = []
    package var nodes: [Node] = []
    /// The load that the file's first request stands for, where no `client` line comes before it.
    package var impliedLoad: Load?
    /// Line N of the file, as written (cells of the table put in), is `source[N - 1]`.
    package var source = SourceText()
    /// What a player must be able to do beyond plain HTTP/1.1.
    package var demands: Set<Demand> = []
    /// By the number of a line of shorthand, the lines for which it stands.
    package var writtenOut: [Int: [String]] = [:]
    /// The replies that leave altered, by the number of their first line.
    package var alterations: [Int: Alteration] = [:]

    package init(file: String, title: String) {
        self.file = file
        self.title = title
    }

    /// The lines of the client, its delegate and the server for which a line of shorthand stands, one for each step; empty:
    /// the line is none.
    package func steps(ofLine number: Int) -> [String] { writtenOut[number]?.filter { !$0.hasPrefix(" ") } ?? [] }

    /// `redirects/loop.scenario` or `redirects/loop.scenario#up`, and of a variant `redirects/loop.scenario#up@cut:17`.
    package var name: String { file + (row.map { "#\($0)" } ?? "") + (variant.map { "@\($0)" } ?? "") }
}

/// A name right behind a mark; the empty name is the lane of files that name none.
package struct Lane: Hashable, Sendable, ExpressibleByStringLiteral {
    package var name: String
    package init(_ name: String) { self.name = name }
    package init(stringLiteral name: String) { self.name = name }
    package static let unnamed = Lane("")
}

/// The needs of a file beyond plain HTTP/1.1.
package enum Demand: Hashable, Sendable {
    case tls
    case http2
}

package indirect enum Node: Sendable {
    case line(Line)
    case repeated(Repeat)
    case either(Either)
    case anyOrder(AnyOrder)
}

/// `repeat 20` … `end`
package struct Repeat: Sendable {
    package var place: Place
    package var rounds: ClosedRange<Int>
    /// `any-order 20`: each round is a part that comes when it likes.
    package var isInAnyOrder: Bool
    package var nodes: [Node]

    package init(place: Place, rounds: ClosedRange<Int>, isInAnyOrder: Bool = false, nodes: [Node]) {
        self.place = place
        self.rounds = rounds
        self.isInAnyOrder = isInAnyOrder
        self.nodes = nodes
    }

    /// How many rounds may come in any order.
    package static let mostInAnyOrder = FileLimits.partsInAnyOrder

    /// Whether the client decides how often the block is played.
    package var isOpen: Bool { rounds.lowerBound != rounds.upperBound }
}

/// `either` … `or` … `end`
package struct Either: Sendable {
    package struct Branch: Sendable {
        package var place: Place
        package var label: String?
        package var nodes: [Node]

        /// It begins with `never`: a client must not take it.
        package var isWrong: Bool { if case .line(let line)? = nodes.first { line.isWrong } else { false } }

        package init(place: Place, label: String?, nodes: [Node]) {
            self.place = place
            self.label = label
            self.nodes = nodes
        }
    }

    package var place: Place
    package var branches: [Branch]

    package init(place: Place, branches: [Branch]) {
        self.place = place
        self.branches = branches
    }
}

/// `any-order` … `or` … `end`: each part once, whichever comes first.
package struct AnyOrder: Sendable {
    package var place: Place
    package var parts: [Either.Branch]

    package init(place: Place, parts: [Either.Branch]) {
        self.place = place
        self.parts = parts
    }
}

/// One line of the file that the server, the client or its delegate must do. A class, because lines are passed around
/// all the time and never change.
package final class Line: Sendable {
    package let place: Place
    /// The number of its last line in the file; a value that is compared by content may go on below the first.
    package let last: Int
    package let lane: Lane
    package let level: Level
    /// Milliseconds that a line of the client may take once it is due.
    package let within: Int
    package let deed: Deed
    /// The line as it would be written where shorthand stands for it; nil: it is as the file has it.
    package let text: String?

    /// `never`, at the head of its branch.
    package var isWrong: Bool { if case .act(.wrong) = deed { true } else { false } }

    package init(
        place: Place, last: Int, lane: Lane, level: Level, within: Int, deed: Deed, text: String? = nil
    ) {
        self.text = text
        self.place = place
        self.last = last
        self.lane = lane
        self.level = level
        self.within = within
        self.deed = deed
    }

    package func with(_ deed: Deed) -> Line {
        Line(place: place, last: last, lane: lane, level: level, within: within, deed: deed, text: text)
    }
}

package enum Deed: Hashable, Sendable {
    // Lines that the run carries out.
    case send(SendLine)
    case act(Act)
    case order(ClientOrder)
    // Lines that the client must fulfil.
    case receive(ReceiveLine)
    case callback(Callback)
    case await(Awaited)
    /// Part of the `>` below it.
    case binding(ConnectionBinding)
}

package enum Level: String, CaseIterable, Sendable {
    case must, should, may, convention
}
