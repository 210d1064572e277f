// CheckReport+Run.swift: the report of a run that begins.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainReport
import QuintainWire

extension CheckReport {
    /// What a report says of its run is read here, once: all else is made of the report.
    static func ofRunThatBegins() -> CheckReport {
        var report = CheckReport(program: "quintain \(Program.version)")
        let system = OwnSystem.current
        report.date = InternetDate.text(secondsSinceEpoch: Int(WallClock.seconds))
        report.systems = [
            ReportedSystem(name: system.name, release: system.release, architecture: system.architecture)
        ]
        return report
    }
}
