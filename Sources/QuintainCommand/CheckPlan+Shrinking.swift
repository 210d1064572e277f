// CheckPlan+Shrinking.swift: one failure made as small as it goes, for `shrink` and `check --shrink`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainLoop
import QuintainRunner
import QuintainScenario
import QuintainSides

extension CheckPlan {
    /// The smallest scenario that fails as this case does; files beside the scenario's file can be named as before.
    @OnLoop
    func shrink(_ one: Case, within milliseconds: Int, _ halt: Halt) async -> Shrinking.End {
        var deadlines = Deadlines()
        deadlines.patience = patience
        let name = one.scenario.file
        let file = files[name] ?? FixturePath(path: name, root: FixtureFile.folder(of: name))
        let shrinking = Shrinking(
            one, workers: workers, deadlines: deadlines, authority: authority, halt: halt,
            until: .now.advanced(milliseconds: Int64(milliseconds))
        ) { text in
            FixtureFile.read(text, as: file.path, root: file.root, name: name).reading
        }
        var told = Moment.now
        shrinking.onStep = { lines, plays in
            guard Terminal.isOutput, Moment.now >= told.advanced(milliseconds: Self.silence) else { return }
            told = .now
            Output.complain("\(one.name): \(Summary.count(lines, "line")) by now, after \(plays) plays")
        }
        return await shrinking.run()
    }

    /// The least time between two lines of progress, in milliseconds.
    private static let silence: Int64 = 5_000
}
