// Greeting.swift: the abilities of this client.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainURLSessionWords

struct Greeting: Encodable {
    var driver = 1
    var name: String
    var version: String
    var styles = ["urlsession"]
    var loads = LoadOrder.Kind.allCases
    var callbacks: [String: [String]]
    var challenges = Abilities.challenges
    var acts: [String]
    var options: [String]
    var can: [String]
    var again = true

    #if canImport(FoundationNetworking)
        /// Abilities that do not exist there, or have no effect, are left out: docs/urlsession.md has the reasons.
        static var ofThisClient: Greeting {
            var greeting = Greeting(
                name: "URLSession (FoundationNetworking)",
                version: [toolchain, Surroundings.curlVersion].compactMap { $0 }.joined(separator: ", "),
                callbacks: Abilities.callbacks,
                acts: ["cancel"],
                options: ["timeout", "total", "cookies", "proxy"],
                can: ["cookies", "proxy", "lanes", "parts", "reuse", "decoding"])
            if Anchors.areHeeded {
                greeting.can.append("tls")
                greeting.acts.append("trust")
                greeting.options.append("anchor")
                if Surroundings.speaksH2 { greeting.can.append("h2") }
            }
            return greeting
        }

        /// The library does not tell its version; it is that of the compiler that it came with.
        private static var toolchain: String {
            #if compiler(>=6.5)
                "6.5 or newer"
            #elseif compiler(>=6.4)
                "6.4"
            #elseif compiler(>=6.3.3)
                "6.3.3"
            #elseif compiler(>=6.3.2)
                "6.3.2"
            #elseif compiler(>=6.3.1)
                "6.3.1"
            #elseif compiler(>=6.3)
                "6.3"
            #else
                "6.2"
            #endif
        }
    #else
        static var ofThisClient: Greeting {
            Greeting(
                name: "URLSession",
                version: ProcessInfo.processInfo.operatingSystemVersionString,
                callbacks: Abilities.callbacks,
                acts: ["cancel", "suspend", "continue", "resume", "trust"],
                options: ["timeout", "total", "policy", "cookies", "anchor", "proxy"],
                can: ["tls", "proxy", "cookies", "cache", "lanes", "h2", "parts", "reuse", "decoding"])
        }
    #endif
}
