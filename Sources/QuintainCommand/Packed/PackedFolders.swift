// PackedFolders.swift: the folders that are packed behind the executable's own bytes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

/// `Scripts/dist/pack` appends fixtures, certificates and drivers to the command, so that only one file must be copied.
enum PackedFolders {
    /// The archive's folders, unpacked once for each archive: into the user's folder for caches, or into a temporary
    /// one if that cannot be written. What was deleted or cut short in the cache since then is unpacked again. Nil if
    /// nothing is packed.
    static func unpack(_ executable: String) throws(LoopError) -> String? {
        guard let packed = try PackedArchive(behind: executable) else { return nil }
        guard let cache else { return try unpackForNow(packed) }
        let folder = "\(cache)/quintain/\(packed.name)"
        if PackedManifest(in: folder)?.holds(in: folder) == true { return folder }
        do throws(LoopError) {
            if Files.isFolder(folder) {
                // Another command may be reading this folder, so what is wrong in it is replaced file by file.
                try packed.unpack(into: folder)
                return folder
            }
            try Folders.makeAll("\(cache)/quintain")
            // Two commands may start at once: each unpacks into a folder of its own, and the first to rename it wins.
            let draft = "\(folder).\(UInt64.random(in: 0 ... .max))"
            defer { Folders.remove(draft) }
            try packed.unpack(into: draft)
            try Folders.rename(draft, to: folder)
        } catch {
            // Another command may have been faster.
            if PackedManifest(in: folder)?.holds(in: folder) != true { return try unpackForNow(packed) }
        }
        return folder
    }

    /// Unpacks into a temporary folder, which is removed when the program ends.
    private static func unpackForNow(_ packed: PackedArchive) throws(LoopError) -> String {
        let folder = try Folders.makeTemporary()
        try packed.unpack(into: folder)
        return folder
    }

    /// The user's folder for caches; nil if there is none.
    private static var cache: String? {
        if let named = Environment.value("XDG_CACHE_HOME"), named.hasPrefix("/") { return named }
        return Environment.value("HOME").flatMap { $0.hasPrefix("/") && $0 != "/" ? "\($0)/.cache" : nil }
    }
}
