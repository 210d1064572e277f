// InterimAdvice.swift: requests whose body waits for a reply that waits for the body.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// A request with `Expect: 100-continue`, and a reply to its head that waits for the body, as the body for the reply.
struct InterimAdvice: Equatable {
    private enum State {
        case unasked
        /// The head asks for a `100`, and no body is written.
        case asked
        /// The body is written, and no `! early` above it.
        case body
    }

    private var state = State.unasked

    static func merged(_ one: Self, _ other: Self) -> Self { one == other ? one : Self() }

    mutating func follow(_ line: Line, _ faults: inout Faults) {
        switch line.deed {
        case .receive(.start), .receive(.raw), .act(.early): state = .unasked
        case .receive(.body(let template, _)): state = state == .unasked || template.isAbsent ? .unasked : .body
        case .receive(.field(let name, let value, _)) where name.lowercased() == "expect":
            state = value.literalText?.lowercased() == "100-continue" ? .asked : .unasked
        case .send(.start(let start)): reply(start, line.place, &faults)
        default: break
        }
    }

    private mutating func reply(_ start: Template, _ place: Place, _ faults: inout Faults) {
        defer { state = .unasked }
        switch state {
        case .unasked: break
        case .asked:
            faults.add(
                .earlyMissing, place,
                "the server sends this when the body has come, for which the client waits for this",
                help: "write '! early' above it, so that it answers the head")
        case .body:
            // A client that gives up waiting sends its body, and gets any other reply.
            guard start.literalText?.contains(" 100") ?? false else { return }
            faults.add(
                .earlyMissing, place,
                "the server sends this when the body above has come, for which the client waits for this",
                help:
                    "write '! early' and this line above the lines of the body, which stand below a bare mark; if it is meant, "
                    + "it is raw: '< {{raw \"HTTP/1.1 100 Continue\\r\\n\\r\\n\"}}'")
        }
    }
}
