// ReferenceClient.swift: the greeting of the reference client.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainDriver
import QuintainScenario
import QuintainWords

package enum ReferenceClient {
    /// Callbacks that the client never reports: it does not wait for connectivity and measures nothing.
    private static let untold: Set<CallbackKind> = [.waiting, .metrics]

    package static var greeting: Greeting {
        var greeting = Greeting(name: "the reference client", version: "1")
        greeting.styles = APIStyle.allCases
        greeting.loads = LoadKind.allCases
        for kind in CallbackKind.allCases where !untold.contains(kind) { greeting.callbacks[kind] = kind.decisions }
        greeting.acts = Set(DriverAct.allCases)
        greeting.options = Set(DriverOption.allCases)
        greeting.abilities = Set(DriverAbility.allCases)
        greeting.doesManyCases = true
        return greeting
    }
}
