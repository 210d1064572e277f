// CheckReport+Run.swift: the report at the beginning of a run.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainReport
import QuintainWire

extension CheckReport {
    /// The clock and the system are read here, once: everything else is made of the report.
    static func ofRunThatBegins() -> CheckReport {
        var report = CheckReport(program: Invocation.program)
        let system = OwnSystem.current
        report.date = InternetDate.text(secondsSinceEpoch: Int(WallClock.seconds))
        report.systems = [
            ReportedSystem(name: system.name, release: system.release, architecture: system.architecture)
        ]
        return report
    }
}
