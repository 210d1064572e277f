// LineCutter.swift: cuts the output of a driver into lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Takes bytes however they are cut, and returns whole lines without their ends. Keeps no more bytes than a line may
/// have.
package struct LineCutter: Sendable {
    package enum Piece: Sendable, Equatable {
        case line([UInt8])
        /// The line is too long: nothing of it is kept, and all bytes behind it are ignored.
        case tooLong
    }

    private let longest: Int
    private var begun: [UInt8] = []
    private var isOver = false

    package init(longest: Int = Self.longest) { self.longest = longest }

    /// A line has begun and not ended.
    package var isInside: Bool { !begun.isEmpty }

    package mutating func append(_ bytes: some Collection<UInt8>) -> [Piece] {
        guard !isOver else { return [] }
        var pieces: [Piece] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 10) {
            guard fits(rest[..<end].count) else { return pieces + [giveUp()] }
            pieces.append(.line(begun + rest[..<end]))
            begun = []
            rest = rest[rest.index(after: end)...]
        }
        guard fits(rest.count) else { return pieces + [giveUp()] }
        begun += rest
        return pieces
    }

    private func fits(_ more: Int) -> Bool { begun.count + more <= longest }

    private mutating func giveUp() -> Piece {
        isOver = true
        begun = []
        return .tooLong
    }

    package static let longest = 1 << 20
}
