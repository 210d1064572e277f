// DownloadFile.swift: the file of a download.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainLoop

struct DownloadFile {
    private var path: String?
    private var file: OutputFile?

    /// Carries out an order; the reason of a failure, or nil. After a failure, orders are ignored until another file is
    /// opened.
    mutating func carryOut(_ order: FileOrder, in folder: String) -> LoopError? {
        do throws(LoopError) {
            switch order {
            case .open(let name, let offset):
                let path = folder.isEmpty || name.hasPrefix("/") ? name : "\(folder)/\(name)"
                self.path = path
                file = nil
                file = try OutputFile(path, at: offset)
            case .append(let bytes): try file?.append(bytes)
            case .close: close()
            case .remove:
                close()
                if let path { Files.remove(path) }
            }
            return nil
        } catch {
            close()
            return error
        }
    }

    /// Closes the file and keeps what was written.
    mutating func close() {
        file?.close()
        file = nil
    }
}
