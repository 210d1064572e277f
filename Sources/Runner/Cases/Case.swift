// Case.swift: one scenario that is played to one client in one way.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainApplicability
package import QuintainScenario

package struct Case: Sendable {
    package var scenario: Scenario
    package var client: ClientUnderTest
    package var way: Way
    /// The variant's name by its place, such as `cut:in-a-chunk-size`; nil: the scenario is no variant.
    package var place: String?
    /// Adds members that no driver knows to the messages, to see whether the driver ignores them.
    package var addsUnknownMembers = false
    /// Which of several rounds the case is played in: random values differ from round to round.
    package var round = 0

    package init(_ scenario: Scenario, client: ClientUnderTest, way: Way = .asWritten, place: String? = nil) {
        self.scenario = scenario
        self.client = client
        self.way = way
        self.place = place
    }

    /// Every scenario with every client in each of its ways, scenario by scenario.
    package static func all(_ scenarios: [Scenario], clients: [ClientUnderTest]) -> [Case] {
        scenarios.flatMap { scenario in
            clients.flatMap { client in client.ways.map { Case(scenario, client: client, way: $0) } }
        }
    }
}
