// PackedArchive.swift: the archive behind an executable's own bytes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainLoop
import QuintainNotation

/// An archive that `tar` has made, compressed by gzip, and behind it a line of fixed length that marks it:
///
/// ```
/// quintain-packed 5e2b0b1c9d3f4a77 0000093699
/// ```
///
/// The first number is the beginning of the archive's SHA-256, the second one its length. Only the line of the commit may
/// stand behind it.
struct PackedArchive {
    /// A name that differs if the contents do.
    let name: String
    private let executable: String
    private let length: Int
    /// What stands behind the archive.
    private let tail: Int

    /// Nil if the executable does not end in such a line.
    init?(behind executable: String) throws(LoopError) {
        tail = Self.lineLength + (BuildCommit.of(executable) == nil ? 0 : BuildCommit.lineLength)
        let line = try Files.readEnd(executable, tail).prefix(Self.lineLength)
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.count == 3, words[0] == Self.mark, words[2].hasSuffix("\n"), let length = Int(words[2].dropLast()),
            (1...Self.lengthAtMost).contains(length)
        else { return nil }
        name = String(words[1])
        self.executable = executable
        self.length = length
    }

    /// Makes the folder, and writes each file of the archive that is not there or has another length, and at last their
    /// manifest.
    func unpack(into folder: String) throws(LoopError) {
        let bytes = try Files.readEnd(executable, length + tail).dropLast(tail)
        guard let archive = try? Coding.gzip().decoded(Array(bytes), limit: Self.sizeAtMost),
            let files = Tar.files(of: archive)
        else {
            throw LoopError(
                "packed", "the files that are packed within the command are damaged", help: "copy the command anew")
        }
        for file in files {
            let path = "\(folder)/\(file.path)"
            if Files.size(of: path) == file.bytes.count { continue }
            try Folders.makeAll(String(path[..<path.lastIndex(of: "/")!]))
            try Files.write(Array(file.bytes), to: path)
        }
        try PackedManifest(of: files).write(into: folder)
    }

    private static let mark = "quintain-packed"
    private static let lineLength = 44
    private static let lengthAtMost = 64 << 20
    private static let sizeAtMost = 256 << 20
}
