// FixturePlace.swift: finds the files that a test names, and those that come with the library.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainFixtures
import QuintainLoop

/// The library is always built from a checkout, so its fixtures are found from its own sources; where tests run on
/// another machine than the one that built them, environment variables say where the fixtures are.
enum FixturePlace {
    static func absolute(_ path: String, besides source: String) -> String {
        path.hasPrefix("/") ? path : FixtureFile.folder(of: source) + "/" + path
    }

    static func fixtures() throws -> String { try bundled("fixtures", variable: "QUINTAIN_FIXTURES") }

    static func certificates() throws -> String { try bundled("certs", variable: "QUINTAIN_CERTS") }

    private static func bundled(_ name: String, variable: String) throws -> String {
        if let named = ProcessInfo.processInfo.environment[variable], !named.isEmpty {
            guard Files.isFolder(named) else { throw ScenarioError("\(variable) is '\(named)', which is no folder") }
            return named
        }
        // The path's last parts: the file, Scenarios, Quintain, Sources; above them the checkout.
        let checkout = (0..<4).reduce(#filePath) { path, _ in FixtureFile.folder(of: path) }
        guard Files.isFolder("\(checkout)/\(name)") else {
            throw ScenarioError(
                "the folder '\(checkout)/\(name)' of the checkout that this was built from is not here; "
                    + "set \(variable) to where it is")
        }
        return "\(checkout)/\(name)"
    }
}
