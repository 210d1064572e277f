// WantedPorts.swift: the ports that somebody asks for, in place of those that the system chooses.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainScenario
import QuintainWords

/// The ports of origins, for a client whose address of the server was settled before the play.
package struct WantedPorts: Sendable, Equatable {
    private var byOrigin: [String: UInt16] = [:]
    private var origins: [UInt16: String] = [:]

    package init() {}

    /// Why a port cannot be had, and what to write instead.
    package struct Fault: Error, Equatable {
        package let message: String
        package let help: String
    }

    package mutating func want(_ port: Int, for origin: String) throws(Fault) {
        guard let port = UInt16(exactly: port) else {
            throw Fault(
                message: "\(port) is no port", help: "a port is a number from 1 to 65535, or 0 for any free one")
        }
        guard byOrigin[origin] == nil else {
            throw Fault(message: "'\(origin)' has two ports", help: "each origin has one")
        }
        if port > 0, let other = origins.updateValue(origin, forKey: port) {
            throw Fault(
                message: "'\(other)' and '\(origin)' have the same port, \(port)",
                help: "origins at one port are written in the scenario: 'origin NAME http at=main'")
        }
        byOrigin[origin] = port
    }

    /// Checks that each name is that of an origin with a port of its own.
    package func check(_ scenario: Scenario) throws(Fault) {
        let own = scenario.origins.filter { $0.at == nil }.map(\.name)
        for name in byOrigin.keys.sorted() where !own.contains(name) {
            if let sharing = scenario.origins.first(where: { $0.name == name })?.at {
                throw Fault(message: "'\(name)' has no port of its own", help: "it shares that of '\(sharing)'")
            }
            throw Fault(
                message: "\(scenario.name) has no origin '\(name)'",
                help: NearestWord.suggestion(for: name, among: own) ?? "one of: \(own.joined(separator: ", "))")
        }
    }

    /// The port of an origin; 0: the system chooses.
    func port(of origin: Origin) -> UInt16 { byOrigin[origin.name] ?? 0 }
}
