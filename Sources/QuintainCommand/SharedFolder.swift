// SharedFolder.swift: files that plain commands have left in the folder in which all of them are run.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainRunner
import QuintainSides

/// A script that keeps a cookie jar beside itself sends the cookies of another case: cases share the folder, and several
/// are played at once.
struct SharedFolder {
    private let before: [String: Files.Version]

    /// nil: no client is a plain command.
    init?(of clients: [ClientUnderTest]) {
        guard clients.contains(where: \.isCommand) else { return nil }
        before = Self.files
    }

    /// nil: nothing was written.
    func remark(playsSeveral: Bool) -> String? {
        let written = Self.files.filter { before[$0.key] != $0.value }.keys.sorted()
        guard let first = written.first else { return nil }
        let more = written.count > 1 ? " and \(written.count - 1) more" : ""
        return
            "'\(first)'\(more) \(written.count > 1 ? "were" : "was") written in this folder meanwhile: if the command did so, all "
            + "cases share it" + (playsSeveral ? ", several at once" : ", one after the other")
            + ". Below $HOME or $TMPDIR each case has files of its own"
            + (playsSeveral ? ", and '--jobs 1' plays one after the other" : "")
    }

    private static var files: [String: Files.Version] {
        // Such as what `>` or `tee` writes of this run.
        let names = Files.names(in: ".").filter { !$0.hasSuffix(".log") && !Files.isOfStandardStream($0) }.prefix(
            filesAtMost)
        return Dictionary(names.compactMap { name in Files.version(of: name).map { (name, $0) } }) { first, _ in first }
    }

    private static let filesAtMost = 1_000
}
