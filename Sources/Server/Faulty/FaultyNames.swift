// FaultyNames.swift: the names whose TLS is faulty, at one port.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
package import QuintainRouteHost
import QuintainRoutes
import QuintainScenario
package import QuintainSessions
package import QuintainTLS

/// Makes the certificate and context of a name when it is first used.
@OnLoop
package final class FaultyNames: NamedContexts {
    private let authority: TestAuthority
    private let mint: Mint
    private var contexts: [FaultyName: TLSContext] = [:]

    package init(_ authority: TestAuthority) throws(LoopError) {
        self.authority = authority
        mint = try authority.mint()
    }

    package func context(for name: String) -> TLSContext? {
        guard let name = FaultyName.allCases.first(where: { $0.host == name }) else { return nil }
        if let made = contexts[name] { return made }
        let made = try? authority.context(name.settings(mint, at: WallClock.seconds))
        contexts[name] = made
        return made
    }

    /// Opens one port for all names. Any other name gets a page that lists them.
    package func host(on address: SocketAddress, patience: Int64?) throws(LoopError) -> RouteHost {
        try RouteHost(
            on: address, table: Self.pages, securedBy: authority, name: "*.\(FaultyName.domain)", for: self,
            speaking: .one, patience: patience)
    }

    /// The page at each name, for a client that accepts its TLS.
    private static let pages: RouteTable = {
        let named = FaultyName.allCases.map { name in
            """

            > GET /{{any}}
            > Host: {{/\(name.host).*/}}
            < 200
            < Content-Type: text/plain; charset=utf-8
            <
            < \(name.host) shows \(name.shows).
            < A right client would \(name.verdict.rawValue)\(name.verdict == .identify ? "" : " it").
            <
            """
        }
        let others = """

            > GET /{{any}}
            < 404
            < Content-Type: text/plain; charset=utf-8
            <
            < No name of this port is {{request.header Host | else "missing"}}. There are:
            \(FaultyName.allCases.map { "< \($0.host): \($0.shows)" }.joined(separator: "\n"))
            <
            """
        let text = (["# What is read at the names whose TLS is faulty", "routes"] + named + [others])
            .joined(separator: "\n")
        let reading = ScenarioReader.read(Array(text.utf8), file: "badssl.routes") { _ in .failure(.missing) }
        guard let routes = reading.routes else {
            preconditionFailure("the pages of the faulty names are wrong: \(reading.diagnostics)")
        }
        return RouteTable([routes])
    }()
}
