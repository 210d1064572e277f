// PackedManifest.swift: which files were unpacked, and how long each one is.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

/// The list of an archive's files, which lies beside them once they are unpacked. Its last line shows that the list is
/// whole:
///
/// ```
/// 411 fixtures/redirects/followed.scenario
/// 2380 drivers/curl/driver.py
/// 2 files
/// ```
struct PackedManifest {
    private let entries: [(path: String, size: Int)]

    init(of files: [Tar.File]) {
        entries = files.map { ($0.path, $0.bytes.count) }
    }

    /// The list in the folder; nil if there is none, or only a part of it.
    init?(in folder: String) {
        guard let bytes = try? Files.read(Self.path(in: folder), limit: Self.lengthAtMost) else { return nil }
        // As bytes, because every start waits for this.
        var lines = bytes.split(separator: UInt8(ascii: "\n"))
        guard let last = lines.popLast(), last.elementsEqual(Self.lastLine(lines.count).utf8) else { return nil }
        var entries: [(path: String, size: Int)] = []
        for line in lines {
            guard let blank = line.firstIndex(of: UInt8(ascii: " ")),
                let size = Int(String(decoding: line[..<blank], as: UTF8.self))
            else { return nil }
            entries.append((String(decoding: line[(blank + 1)...], as: UTF8.self), size))
        }
        self.entries = entries
    }

    /// Whether all files are there, each as long as it was. Their contents are not read, because every start would
    /// have to wait for that.
    func holds(in folder: String) -> Bool {
        entries.allSatisfy { Files.size(of: "\(folder)/\($0.path)") == $0.size }
    }

    func write(into folder: String) throws(LoopError) {
        let lines = entries.map { "\($0.size) \($0.path)\n" }.joined() + Self.lastLine(entries.count) + "\n"
        try Files.write(Array(lines.utf8), to: Self.path(in: folder))
    }

    private static func path(in folder: String) -> String { folder + "/.unpacked" }
    private static func lastLine(_ count: Int) -> String { "\(count) files" }

    private static let lengthAtMost = 16 << 20
}
