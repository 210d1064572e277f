// Licences.swift: what the command and its parts may be used under.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

/// The licences of Quintain and of all libraries that are linked into the command, a file for each.
enum Licences {
    static func text() throws(WrongUse) -> String {
        guard let folder = try BundledFolder.find("licences") else {
            throw WrongUse(
                "the licences of this command's libraries are not beside it",
                help: "the files of 'make dist' have them; Quintain's own is LICENSE: Apache-2.0")
        }
        do throws(LoopError) {
            return try Files.names(in: folder).map { name throws(LoopError) in
                let text = String(decoding: try Files.read("\(folder)/\(name)"), as: UTF8.self)
                return "==== \(name) ====\n\n\(text)"
            }.joined(separator: "\n")
        } catch {
            throw WrongUse(error.message, help: error.help)
        }
    }
}
