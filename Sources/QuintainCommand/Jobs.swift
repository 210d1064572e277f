// Jobs.swift: how many cases are to run at once.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

extension Arguments {
    /// The number behind `--jobs`; nil: the usual one. So many that they keep each other waiting are told of.
    func jobs() throws(WrongUse) -> Int? {
        guard let jobs = try count("--jobs", atMost: 256) else { return nil }
        let processors = Processors.count
        if jobs > max(Self.usualInside, processors * Self.jobsOfProcessor) {
            Output.complain(
                "--jobs \(jobs) is \(jobs / processors) for each processor: a client that has to wait for its turn may "
                    + "fail for being late; --patience gives each line more time")
        }
        return jobs
    }

    /// How many cases of the reference client run at once.
    private static let usualInside = 32
    private static let jobsOfProcessor = 16
}
