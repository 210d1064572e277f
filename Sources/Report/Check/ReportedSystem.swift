// ReportedSystem.swift: a system on which cases were played, in a report.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation

package struct ReportedSystem: Sendable, Equatable {
    /// `Linux`
    package let name: String
    /// `6.1.0-28-amd64`
    package let release: String
    /// `x86_64`
    package let architecture: String

    package init(name: String, release: String, architecture: String) {
        self.name = name
        self.release = release
        self.architecture = architecture
    }

    /// `Linux 6.1.0-28-amd64, x86_64`
    package var sentence: String { "\(name) \(release), \(architecture)" }

    var json: JSONText {
        .object([("name", .text(name)), ("release", .text(release)), ("architecture", .text(architecture))])
    }

    /// Nil if the object is no system.
    init?(_ json: JSONText) {
        guard let name = json["name"]?.text, let release = json["release"]?.text,
            let architecture = json["architecture"]?.text
        else { return nil }
        self.init(name: name, release: release, architecture: architecture)
    }
}
