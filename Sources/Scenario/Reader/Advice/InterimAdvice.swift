// InterimAdvice.swift: requests whose body waits for a reply that waits for the body.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// A request with `Expect: 100-continue` whose body is not written: the reply waits for the body, and the body for the
/// reply.
struct InterimAdvice: Equatable {
    private var expects = false

    static func merged(_ one: Self, _ other: Self) -> Self { one == other ? one : Self() }

    mutating func follow(_ line: Line, _ faults: inout Faults) {
        switch line.deed {
        case .receive(.start), .receive(.raw), .receive(.body), .act(.early): expects = false
        case .receive(.field(let name, let value, _)) where name.lowercased() == "expect":
            expects = value.literalText?.lowercased() == "100-continue"
        case .send(.start):
            guard expects else { return }
            expects = false
            faults.add(
                .earlyMissing, line.place,
                "the server sends this when the body has come, for which the client waits for this",
                help: "write '! early' above it, so that it answers the head")
        default: break
        }
    }
}
