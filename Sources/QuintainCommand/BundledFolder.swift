// BundledFolder.swift: finds the folders that come with the program.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainLoop

enum BundledFolder {
    /// The folder that the variable names, if there is one for it; else the one in the checkout that the plugin of SwiftPM
    /// names, because it builds the executable into the folder of another package; else the one beside the executable, under the prefix
    /// of the installation, or in the checkout that holds the executable, or packed within it. Nil if there is none.
    static func find(_ name: String, variable: String? = nil) throws(WrongUse) -> String? {
        if let variable, let named = Environment.value(variable), !named.isEmpty {
            guard Files.isFolder(named) else { throw WrongUse("\(variable) is '\(named)', which is no folder") }
            return named
        }
        if let checkout = Environment.value("QUINTAIN_CHECKOUT"), Files.isFolder("\(checkout)/\(name)") {
            return "\(checkout)/\(name)"
        }
        let executable = (try? Files.realPath(Executable.path)) ?? Executable.path
        var folder = FixtureFile.folder(of: executable)
        if Files.isFolder("\(folder)/\(name)") { return "\(folder)/\(name)" }
        let shared = FixtureFile.folder(of: folder) + "/share/quintain/\(name)"
        if Files.isFolder(shared) { return shared }
        while folder != "/" && folder != "." {
            if Files.exists(folder + "/Package.swift"), Files.isFolder("\(folder)/\(name)") {
                return "\(folder)/\(name)"
            }
            folder = FixtureFile.folder(of: folder)
        }
        do throws(LoopError) {
            return try packed.get().map { "\($0)/\(name)" }.flatMap { Files.isFolder($0) ? $0 : nil }
        } catch {
            throw WrongUse(error.message, help: error.help)
        }
    }

    /// The packed folders are unpacked when they are first needed.
    private static let packed = Result { () throws(LoopError) in try PackedFolders.unpack(Executable.path) }
}
