// Book.swift: one file of a library, in its last good state.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
package import QuintainScenario

extension Library {
    /// The contents of a file, and the diagnostics of its newest version.
    package struct Book: Sendable {
        package enum Kind: String, Sendable {
            case scenario
            case routes
        }

        package let path: String
        /// The name relative to the folder that was given: `redirects/see-other.scenario`.
        package let name: String
        /// The folder in which the files that it names must be.
        let root: String
        package private(set) var scenarios: [Scenario] = []
        /// Nil if the file has none.
        package private(set) var routes: RouteFile?
        /// The diagnostics of the newest reading.
        package private(set) var diagnostics: [Diagnostic] = []
        package private(set) var source: [UInt8] = []
        package private(set) var kind: Kind
        package private(set) var title = ""
        package private(set) var exchangeCount = 0
        private(set) var namesFiles = false
        /// The file was read at least once.
        private(set) var isRead = false
        /// The number of the reading that it comes from.
        var reading = 0

        /// The newest reading failed: the version in service is older, or there is none.
        package var isBroken: Bool { diagnostics.contains { $0.severity == .error } }

        init(path: String, name: String, root: String) {
            self.path = path
            self.name = name
            self.root = root
            kind = name.hasSuffix(FixtureFolder.routesSuffix) ? .routes : .scenario
        }

        /// The file names no other files, and has not changed since it was read.
        var isAsItStands: Bool { isRead && !namesFiles && (try? FixtureFile.source(of: path, root: root)) == source }

        /// Puts a new version into service, unless it has errors.
        mutating func take(_ file: FixtureFile) {
            isRead = true
            diagnostics = file.reading.diagnostics
            source = file.source
            namesFiles = file.namesFiles
            guard !file.reading.hasErrors else { return }
            scenarios = file.reading.scenarios
            let routes = file.reading.routes
            kind = routes == nil ? .scenario : .routes
            title = routes?.title ?? scenarios.first?.title ?? ""
            exchangeCount = routes?.exchanges.count ?? 0
            self.routes = routes
        }
    }
}
