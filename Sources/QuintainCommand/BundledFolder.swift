// BundledFolder.swift: the folders that come with the program.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainServer

enum BundledFolder {
    /// The fixtures that come with the program.
    static func fixtures() throws(WrongUse) -> String {
        if let folder = try find("fixtures", variable: "QUINTAIN_FIXTURES") { return folder }
        throw WrongUse(
            "the bundled fixtures are not found", help: "name a folder of fixtures, or set QUINTAIN_FIXTURES")
    }

    /// Who signs the certificates of origins with TLS; nil: it is not there, which only TLS misses.
    static func authority() throws(WrongUse) -> TestAuthority? {
        try find("certs", variable: "QUINTAIN_CERTS").map { TestAuthority(folder: $0) }
    }

    /// What the variable names, beside the executable or in a folder above it that holds the package, or under the
    /// prefix where it is installed.
    private static func find(_ name: String, variable: String) throws(WrongUse) -> String? {
        if let named = Environment.value(variable), !named.isEmpty {
            guard Files.isFolder(named) else { throw WrongUse("\(variable) is '\(named)', which is no folder") }
            return named
        }
        let executable = (try? Files.realPath(Executable.path)) ?? Executable.path
        var folder = FixtureFile.folder(of: executable)
        if Files.isFolder("\(folder)/\(name)") { return "\(folder)/\(name)" }
        let shared = FixtureFile.folder(of: folder) + "/share/quintain/" + name
        if Files.isFolder(shared) { return shared }
        while folder != "/" && folder != "." {
            if Files.exists(folder + "/Package.swift"), Files.isFolder("\(folder)/\(name)") {
                return "\(folder)/\(name)"
            }
            folder = FixtureFile.folder(of: folder)
        }
        return nil
    }
}
