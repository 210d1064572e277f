// Briefing.swift: what a plain command is told of its case.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
package import QuintainPlayer
import QuintainScenario
package import QuintainSessions

/// What a plain command is told of the case that is played to it, by its words and by variables.
package struct Briefing: Sendable {
    /// The name of the case, without folders.
    let name: String
    /// The file of the authority that signed the certificates; nil: no origin has TLS.
    let authority: String?
    private let origins: [String: String]

    init() { (name, authority, origins) = ("", nil, [:]) }

    @OnLoop
    package init(_ session: Session) {
        name = session.scenario.nameWithoutFolders
        authority = session.anchor?.path
        var origins = ["QUINTAIN_ORIGIN": session.url]
        for endpoint in session.endpoints { origins[Self.variable(of: endpoint)] = endpoint.url }
        self.origins = origins
    }

    /// The variables with `QUINTAIN_ORIGIN`, `QUINTAIN_CA` and others, as words have `{{origin}}` and `{{ca}}`.
    package func environment(beside ours: [String: String]) -> [String: String] {
        var variables = ours.merging(origins) { $1 }
        variables["QUINTAIN_CA"] = authority
        variables["QUINTAIN_SCENARIO"] = name
        return variables
    }

    /// The variable with an origin's URL. The name of one in a shell has no hyphen.
    package static func variable(of endpoint: Endpoint) -> String {
        "QUINTAIN_ORIGIN_" + endpoint.origin.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }
}
