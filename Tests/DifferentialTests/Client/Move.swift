// Move.swift: what a client does, as it is derived from the scenario that was drawn.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainWords

/// One thing that a client does, for one line of theirs or for several that are one request.
struct Move {
    /// The line that takes it: the first, where there are several.
    var line: Int
    /// Its place among all moves, as they were drawn.
    var place = 0
    /// How many runs of lines of ours stand above it.
    var stretch: Int
    /// Moves of one strand keep their order: wire lines of a lane, callbacks of a lane.
    var strand: Strand
    var deed: Deed
    /// The exchange to which it belongs.
    var group: Int
    /// Milliseconds that pass first.
    var after: ClosedRange<Int>?
    /// Its place in its strand is free, as that of a `*&` line or of a callback that the file never names.
    var isLoose = false
    /// A callback that may be left out, or come again.
    var isOptional = false
    /// It comes behind the move of this line, whatever their strands.
    var waitsFor: Int?

    struct Strand: Hashable {
        var isWire: Bool
        var lane: String
    }

    enum Deed {
        case request(RequestPlan)
        /// What is still owed of a body.
        case rest(connection: String, [UInt8])
        case callback(CallbackPlan)
        case connect(connection: String, origin: String)
        case secure(connection: String, SecureEvent)
        case close(connection: String, Closing)
        /// Nothing, for so many milliseconds.
        case pass(Int)
        /// Bytes as they are.
        case bytes(connection: String, [UInt8])
    }

    /// The connection on which it happens.
    var connection: String? {
        switch deed {
        case .request(let plan): plan.connection
        case .rest(let name, _), .connect(let name, _), .secure(let name, _), .close(let name, _), .bytes(let name, _):
            name
        case .callback, .pass: nil
        }
    }
}

/// Bytes that are known at once, or only when the server has spoken.
enum Worth {
    case bytes([UInt8])
    case made((Stand) -> [UInt8])

    init(_ text: String) { self = .bytes(Array(text.utf8)) }
}

struct RequestPlan {
    var connection: String
    var origin = "main"
    var method: String
    var target: Worth
    /// The authority that `Host` names.
    var host: String
    var fields: [PlannedField] = []
    var body: Worth?
    /// Sizes of the chunks; nil: the body has a length.
    var chunks: [Int]?
    var trailers: [PlannedField] = []
    /// No more of the body is sent with the head; the rest is a move of its own.
    var sendsOfBody: Int?
    /// The first line that is written of the body.
    var bodyLine: Int?
    /// What the line says of the body before a coding: how a wrong one is made.
    var wrongBody: [UInt8]?
    /// A body must not come, says this line.
    var bodylessLine: Int?
    /// Names of fields that must not come, and the lines that say so.
    var forbidden: [(name: String, line: Int)] = []
    /// The `!` line that says on which connection it comes.
    var bindingLine: Int?
    var sizesLine: Int?
    var claimsLength: Int?
    var behind: [UInt8] = []
    /// Everything stands as it is written: the file looks at raw bytes.
    var isExact = false
    /// Fields come in the order in which they are written.
    var isInOrder = false
}

struct PlannedField {
    /// Empty: the value is raw bytes.
    var name: String
    var value: Worth
    /// The line that asks for it; nil: none does.
    var line: Int?
    /// What the line does not take; nil: it takes anything.
    var wrong: [UInt8]?
    /// The line looks for a member of a list, which may come in several fields.
    var isList = false
}

struct CallbackPlan {
    var kind: CallbackKind
    var lane = ""
    var subject: [Worth] = []
    var fields: [(name: String, value: Worth)] = []
    var header: [(name: String, value: String)] = []
    /// Of `data` and `file`.
    var bytes: Worth?
    /// What must be answered.
    var answer: String?
    /// Smaller amounts may come first: `N/TOTAL`.
    var amount: (Int, Int)?
    /// The subject is compared with nothing but itself.
    var wrongSubject: [String]?
    var wrongFields: [(String, String)] = []
    var wrongBytes: [UInt8]?
    /// Line of a header field below, and how it is wrong.
    var isHeld = false
}
