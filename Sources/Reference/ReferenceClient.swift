// ReferenceClient.swift: what the reference client says of itself.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainDriver
import QuintainScenario
import QuintainWords

package enum ReferenceClient {
    package static var greeting: Greeting {
        var greeting = Greeting(name: "the reference client", version: "1")
        greeting.styles = APIStyle.allCases
        greeting.loads = LoadKind.allCases
        greeting.callbacks = [
            .canonical: [.follow, .to, .refuse],
            .redirect: [.follow, .refuse, .to],
            .challenge: [.byDefault, .use, .trust, .none, .reject],
            .challengeCancelled: [],
            .needBody: [.same, .body, .none],
            .sent: [],
            .informational: [],
            .response: [.allow, .download],
            .data: [],
            .willCache: [.store, .skip],
            .resumed: [],
            .decode: [.yes, .no],
            .destination: [.to],
            .created: [],
            .progress: [],
            .file: [],
            .finish: [],
            .fail: [],
        ]
        greeting.acts = Set(DriverAct.allCases)
        greeting.options = Set(DriverOption.allCases)
        greeting.abilities = Set(DriverAbility.allCases).subtracting([.h2])
        greeting.doesManyCases = true
        return greeting
    }
}
