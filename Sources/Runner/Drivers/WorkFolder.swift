// WorkFolder.swift: the folders that a driver has.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

/// A home, a folder for temporary files, and one for each case.
///
/// Folders are made and removed on other threads, so that other cases on the loop are not delayed.
@OnLoop
final class WorkFolder {
    let path: String
    /// Files of the case that is being played.
    private var files: [String] = []
    private var removal: Task<Void, Never>?

    init() async throws(LoopError) {
        path = try await Aside.run { () -> Result<String, LoopError> in
            Result { () throws(LoopError) in
                let path = try Folders.makeTemporary("quintain-driver")
                do throws(LoopError) {
                    try Folders.make(Self.home(in: path))
                    try Folders.make(Self.temporary(in: path))
                } catch {
                    Folders.remove(path)
                    throw error
                }
                return path
            }
        }.get()
    }

    var home: String { Self.home(in: path) }
    var temporary: String { Self.temporary(in: path) }

    private nonisolated static func home(in path: String) -> String { path + "/home" }
    private nonisolated static func temporary(in path: String) -> String { path + "/tmp" }

    /// The folder for the driver's own files during a case.
    func folder(ofCase number: Int) -> String { "\(path)/case-\(number)" }

    func makeFolder(ofCase number: Int) async throws(LoopError) {
        let path = folder(ofCase: number)
        try await Aside.run { () -> Result<Void, LoopError> in
            Result { () throws(LoopError) in try Folders.make(path) }
        }.get()
    }

    /// Removes the folder of a case, and the files for it, without making the caller wait.
    func removeFolder(ofCase number: Int) {
        for file in files { Files.remove(file) }
        files = []
        let path = folder(ofCase: number)
        removal = OnLoop.spawn { [removal] in
            await removal?.value
            await Aside.run { Folders.remove(path) }
        }
    }

    /// The path of a new file for the driver to read.
    func newFile() -> String {
        files.append("\(path)/body-\(files.count + 1)")
        return files.last!
    }

    func remove() async {
        await removal?.value
        let path = path
        await Aside.run { Folders.remove(path) }
    }
}
