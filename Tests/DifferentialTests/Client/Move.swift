// Move.swift: a client's action, derived from the scenario that was drawn.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainWords

/// One action of a client, for one client line, or for several that are one request.
struct Move {
    /// The line that takes the move; of several, the first.
    var line: Int
    /// Its place among all moves, in the order in which they were drawn.
    var place = 0
    /// How many runs of server lines stand above it.
    var stretch: Int
    /// Moves of one strand keep their order. The strands are the wire lines of a lane, and its callbacks.
    var strand: Strand
    var deed: Deed
    /// The exchange that it belongs to.
    var group: Int
    /// Milliseconds that pass before it.
    var after: ClosedRange<Int>?
    /// The move may take any place in its strand: a `*&` line, or a callback that the file never names.
    var isLoose = false
    /// A callback that may be left out or repeated.
    var isOptional = false
    /// It comes after the move of this line, whatever their strands.
    var waitsFor: Int?

    struct Strand: Hashable {
        var isWire: Bool
        var lane: String
    }

    enum Deed {
        case request(RequestPlan)
        /// The rest of a body.
        case rest(connection: String, [UInt8])
        case callback(CallbackPlan)
        case connect(connection: String, origin: String)
        case secure(connection: String, SecureEvent)
        case close(connection: String, Closing)
        /// Lets so many milliseconds pass.
        case pass(Int)
        /// Raw bytes.
        case bytes(connection: String, [UInt8])
    }

    /// The connection that it uses.
    var connection: String? {
        switch deed {
        case .request(let plan): plan.connection
        case .rest(let name, _), .connect(let name, _), .secure(let name, _), .close(let name, _), .bytes(let name, _):
            name
        case .callback, .pass: nil
        }
    }
}

/// Bytes that are known in advance, or only when the server has sent something.
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
    /// The authority in `Host`.
    var host: String
    var fields: [PlannedField] = []
    var body: Worth?
    /// Sizes of the chunks; nil: the body has a length.
    var chunks: [Int]?
    var trailers: [PlannedField] = []
    /// How much of the body is sent with the head; the rest is a move of its own.
    var sendsOfBody: Int?
    /// The first line of the body.
    var bodyLine: Int?
    /// The body as the line has it, before a coding: a wrong body is made from it.
    var wrongBody: [UInt8]?
    /// The line that says that no body may come.
    var bodylessLine: Int?
    /// Names of fields that must not come, and the lines that forbid them.
    var forbidden: [(name: String, line: Int)] = []
    /// The `!` line that names the connection.
    var bindingLine: Int?
    var sizesLine: Int?
    var claimsLength: Int?
    var behind: [UInt8] = []
    /// Everything is sent as it is written, because the file compares raw bytes.
    var isExact = false
}

struct PlannedField {
    /// Empty: the value is raw bytes.
    var name: String
    var value: Worth
    /// The line that asks for the field; nil: none does.
    var line: Int?
    /// A value that the line does not take; nil: it takes any.
    var wrong: [UInt8]?
    /// The line looks for a member of a list, which may be spread over several fields.
    var isList = false
}

struct CallbackPlan {
    var kind: CallbackKind
    var lane = ""
    var subject: [Worth] = []
    var fields: [(name: String, value: Worth)] = []
    var header: [(name: String, value: String)] = []
    /// The bytes of `data` and `file`.
    var bytes: Worth?
    /// The decision that must be the answer.
    var answer: String?
    /// Smaller amounts may come before it: `N/TOTAL`.
    var amount: (Int, Int)?
    /// A subject that the line does not take; nil: no mistake is made in it.
    var wrongSubject: [String]?
    var wrongFields: [(String, String)] = []
    var wrongBytes: [UInt8]?
    /// The decision is `hold`: the question gets no answer, and the lines below do not wait for one.
    var isHeld = false
}
