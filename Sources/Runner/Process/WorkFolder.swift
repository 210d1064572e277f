// WorkFolder.swift: the disk that a driver has.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

/// A home, a folder for temporary files, and one for each case. It outlives a process that is begun again.
@OnLoop
final class WorkFolder {
    let path: String
    private var files = 0

    init() throws(LoopError) {
        path = try Folders.makeTemporary("quintain-driver")
        do throws(LoopError) {
            try Folders.make(home)
            try Folders.make(temporary)
        } catch {
            Folders.remove(path)
            throw error
        }
    }

    var home: String { path + "/home" }
    var temporary: String { path + "/tmp" }

    /// Where the driver keeps files of its own during a case.
    func folder(ofCase number: Int) -> String { "\(path)/case-\(number)" }

    /// A file of ours that the driver reads.
    func newFile() -> String {
        files += 1
        return "\(path)/body-\(files)"
    }

    func remove() { Folders.remove(path) }
}
