// Turn.swift: how far one input takes the play, and whether the caller reads all input before it goes on.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Makes sure that all input is read before a line of ours is done, so that input before the line is told from input
/// after it.
///
/// Lines that wait for nothing are done in portions, so that all else goes on beside them, the session's deadline
/// included.
struct Turn {
    enum Length {
        /// Lines that could be done before an input came.
        case before
        /// As many lines as may follow one input, and what came behind requests that are over.
        case input
        /// The client has ended: as many lines of ours as a file can have.
        case last
    }

    enum Permission {
        case given
        /// The caller is asked to look first.
        case afterLook
        /// The caller was asked already.
        case denied
    }

    private enum Look {
        case none
        case wanted
        /// All that had come has been reported; this holds for the current input.
        case had
    }

    /// A line of ours is done only after the caller has looked.
    private let looksFirst: Bool
    private var look = Look.none
    /// The number of lines of ours that may still be done in this turn.
    private var breath = 0
    private var length = Length.input
    /// More lines of ours could be done, in another turn.
    private(set) var isOutOfBreath = false

    init(looksFirst: Bool) { self.looksFirst = looksFirst }

    /// A line of ours waits until the caller has looked.
    var isLooking: Bool { look == .wanted }

    /// Lines of ours may be done in this input.
    mutating func looked() { look = .had }

    mutating func begin(_ length: Length) {
        self.length = length
        breath = length == .last ? Self.stepsAtEnd : Self.stepsAtOnce
        isOutOfBreath = false
    }

    /// What came behind a request that is over is taken in this turn as well.
    var takesBacklog: Bool { length == .input && !isOutOfBreath }

    /// The input has been taken in. true: another turn is wanted.
    mutating func end() -> Bool {
        if look == .had { look = .none }
        return isOutOfBreath
    }

    /// Whether a line of ours may be done that stands behind a line of theirs that had to come.
    mutating func mayAct() -> Permission {
        guard looksFirst, look != .had else { return .given }
        defer { look = .wanted }
        return look == .none ? .afterLook : .denied
    }

    /// Spends steps of the turn. false: none is left.
    mutating func spend(_ steps: Int) -> Bool {
        guard breath > 0 else {
            isOutOfBreath = true
            return false
        }
        breath -= min(breath, steps)
        return true
    }

    private static let stepsAtOnce = 10_000
    private static let stepsAtEnd = 200_000
}
