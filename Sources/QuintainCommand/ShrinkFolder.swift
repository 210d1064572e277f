// ShrinkFolder.swift: the files that `quintain check --shrink` writes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainLoop
import QuintainRunner
import QuintainScenario

/// The folder of `check --shrink`, with a file for each failure.
struct ShrinkFolder {
    private let path: String

    /// Makes the folder, unless it is there.
    init(_ path: String) throws(WrongUse) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        if !Files.isFolder(path) { try WrongUse.telling { () throws(LoopError) in try Folders.make(path) } }
    }

    /// Writes the small scenario into a file, and prints a line about the result.
    func take(_ end: Shrinking.End, of one: Case, _ client: String) {
        switch end {
        case .givenUp: break
        case .refused(let sentence): Output.write("not shrunk  \(client)  \(one.name): \(sentence)")
        case .shrunk(let shrunk):
            let file = "\(path)/\(Self.fileName("\(client)/\(one.nameWithoutEnding)")).scenario"
            do throws(WrongUse) {
                try Output.save(OutputKind.sealed(shrunk.bytes), to: file, as: .scenario, by: "--shrink")
            } catch {
                return Output.write("not shrunk  \(client)  \(one.name): \(error.message)")
            }
            Output.write("shrunk  \(client)  \(one.name): \(shrunk.sentence): \(file)")
        }
    }

    /// `curl-cookies-outside-paths#no-slash`
    private static func fileName(_ name: String) -> String {
        String(name.drop { $0 == "." || $0 == "/" }.map { $0 == "/" || $0 == " " ? "-" : $0 })
    }
}

extension Case {
    /// `redirects/chain.scenario@handler`
    var name: String { scenario.name + ending }

    /// `redirects/chain@handler`
    fileprivate var nameWithoutEnding: String {
        let file = scenario.file.hasSuffix(".scenario") ? String(scenario.file.dropLast(9)) : scenario.file
        return file + (scenario.row.map { "#\($0)" } ?? "") + ending
    }

    private var ending: String { way.name.isEmpty ? "" : "@\(way.name)" }
}
