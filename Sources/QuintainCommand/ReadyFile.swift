// ReadyFile.swift: the file in which a server writes its ports once it answers.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation

/// The file of `--ready-file`: a JSON object, written in one step when everything answers, removed when the server
/// ends.
@OnLoop
struct ReadyFile {
    /// Nil: the option is not given.
    private let path: String?
    private var content: [UInt8]?

    /// Removes the file of an earlier server: whoever waits for this one would take it for this one's, also if this
    /// one never comes to answer, be it for an option that is misspelt.
    init(_ arguments: Arguments) {
        path = arguments.value("--ready-file")
        guard let path, let said = Self.read(path), let old = try? Files.read(path, limit: Self.limit) else { return }
        Files.remove(path, holding: old)
        if let pid = said["pid"]?.number.map({ Int($0) }), pid != OwnProcess.number, OtherProcess.isAlive(pid) {
            Output.complain(
                "quintain serve: '\(path)' was the ready file of process \(pid), which still runs, and is removed\n"
                    + "  help: a server that runs beside another one has a ready file of its own")
        }
    }

    /// The object in the file at this path; nil: there is none that a server has written.
    static func read(_ path: String) -> JSONText? {
        guard let bytes = try? Files.read(path, limit: limit), let said = try? JSONText(parsing: bytes),
            said["ready"]?.bool == true
        else { return nil }
        return said
    }

    private static let limit = 1 << 16

    /// The members that every ready file has, and these.
    static func object(_ members: [(String, JSONText)]) -> JSONText {
        .object(
            [("ready", .bool(true)), ("pid", .number(OwnProcess.number)), ("version", .text(Invocation.version))]
                + members
        )
    }

    mutating func write(_ ready: JSONText) throws(WrongUse) {
        guard let path else { return }
        try Output.claim(path, as: .report, by: "--ready-file")
        let text = Array((ready.description + "\n").utf8)
        do throws(LoopError) {
            try Files.write(text, to: path)
            content = text
        } catch {
            let missing = error.slug == "no-such-file"
            throw WrongUse(
                missing ? "the folder of '\(path)' is not there" : error.message,
                help: missing ? "make the folder, or choose another ready file" : error.help)
        }
    }

    /// Removes the file, unless another server has written it meanwhile.
    func remove() {
        if let path, let content { Files.remove(path, holding: content) }
    }
}
