// ReadyFile.swift: where a server says that it answers, and on which ports.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation

/// The file of `--ready-file`: a JSON object, written at once when everything answers, and removed when the server ends.
@OnLoop
struct ReadyFile {
    /// Nil: none was asked for.
    private let path: String?
    private var content: [UInt8]?

    /// What a server that was killed has left behind goes: whoever finds it would count on ports where nobody answers.
    init(_ arguments: Arguments) {
        path = arguments.value("--ready-file")
        guard let path, let old = try? Files.read(path, limit: 1 << 16), let said = try? JSONText(parsing: old),
            said["ready"]?.bool == true, let pid = said["pid"]?.number
        else { return }
        // In a container that was started again it is the same number.
        if pid == OwnProcess.number || !OwnProcess.isThere(pid) { Files.remove(path, holding: old) }
    }

    /// What every server says of itself, and these members.
    static func object(_ members: [(String, JSONText)]) -> JSONText {
        .object(
            [("ready", .bool(true)), ("pid", .number(OwnProcess.number)), ("version", .text(Program.version))] + members
        )
    }

    mutating func write(_ ready: JSONText) throws(WrongUse) {
        guard let path else { return }
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

    /// A file that another server has written meanwhile stays.
    func remove() {
        if let path, let content { Files.remove(path, holding: content) }
    }
}
