// HeadClaims.swift: fields that a request must have and must not have, at once.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// The written fields of a lane's last request.
struct HeadClaims: Equatable {
    private struct Claim: Equatable {
        var name: String
        /// The name must come in these letters.
        var isSpelled: Bool
        var isAbsent: Bool
        var isTrailer: Bool
        var place: Place

        /// Whether no request can fulfil both claims.
        func excludes(_ other: Claim) -> Bool {
            guard isAbsent != other.isAbsent, isTrailer == other.isTrailer else { return false }
            // A field that must be absent in one spelling may come in another.
            let (lacking, having) = isAbsent ? (self, other) : (other, self)
            return lacking.isSpelled
                ? having.isSpelled && having.name == lacking.name
                : having.name.lowercased() == lacking.name.lowercased()
        }
    }

    private var claims: [Claim] = []

    static func merged(_ one: Self, _ other: Self) -> Self { one == other ? one : Self() }

    mutating func follow(_ line: Line, _ faults: inout Faults) {
        switch line.deed {
        case .receive(.start), .receive(.raw(_, .start)): claims = []
        case .receive(.field(let name, let value, let isSpelled)):
            claim(name, value, isSpelled, isTrailer: false, line, &faults)
        case .receive(.trailer(let name, let value, let isSpelled)):
            claim(name, value, isSpelled, isTrailer: true, line, &faults)
        default: break
        }
    }

    private mutating func claim(
        _ name: String, _ value: Template, _ isSpelled: Bool, isTrailer: Bool, _ line: Line, _ faults: inout Faults
    ) {
        let claim = Claim(
            name: name, isSpelled: isSpelled, isAbsent: value.isAbsent, isTrailer: isTrailer, place: line.place)
        if let other = claims.first(where: claim.excludes) {
            faults.add(
                .contradiction, line.place,
                claim.isAbsent
                    ? "'\(name)' cannot be absent: line \(other.place.line) wants it"
                    : "'\(name)' cannot be there: line \(other.place.line) wants it absent",
                help: "leave one of the two lines out")
        }
        // Each field is compared with all these, so only some are kept.
        if claims.count < Self.compared { claims.append(claim) }
    }

    private static let compared = 100
}
