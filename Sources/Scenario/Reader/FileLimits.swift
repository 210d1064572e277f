// FileLimits.swift: how much a file may ask for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Generous for what people write by hand, and small enough that no file takes long to read.
enum FileLimits {
    static let scenario = FileSize(bytes: 4 << 20, lines: 200_000)
    /// A hundred thousand exchanges of ordinary length, and room to spare.
    static let routes = FileSize(bytes: 32 << 20, lines: 2_000_000)
    /// The runs that the rows of a file's tables multiply to.
    static let runs = 10_000
    /// All runs of a file together, cells put in.
    static let expandedBytes = 8 << 20
    static let tables = 16
    static let columns = 64
    /// Of a route's path.
    static let segments = 256
    /// Of one callback, act or order.
    static let words = 2000
    static let nesting = 32
    static let rounds = 1_000_000
    /// Of one message, with the lines of all rounds counted: as many as a file can have.
    static let messageLines = 200_000
    /// To the client, with those of all rounds counted.
    static let orders = 10_000
    static let lanes = 1000
    /// Of `{{bytes N}}` and the like.
    static let byteCount = 1 << 40
    /// Of `{{bytes N | gzip}}` and the like, which are made as a whole.
    static let transformed = 64 << 20
    /// Behind one value.
    static let transforms = 8
    /// Of `{{request.body}}`.
    static let quotedBody = 4 << 20
    /// A day, in milliseconds.
    static let duration = 86_400_000
    /// Of the `retry` of an event, in milliseconds.
    static let eventDelay = Int(Int32.max)
    static let partsInAnyOrder = 60
    /// Of rounds in any order, those of all rounds counted.
    static let linesInAnyOrder = 10_000
    static let diagnostics = 200
    /// Of a diagnostic, in characters.
    static let messageLength = 300
}

struct FileSize: CustomStringConvertible {
    let bytes: Int
    let lines: Int

    init(bytes: Int, lines: Int) {
        self.bytes = bytes
        self.lines = lines
    }

    init(of file: [UInt8]) {
        self.init(bytes: file.count, lines: Lines.count(file))
    }

    func fits(_ limit: FileSize) -> Bool { bytes <= limit.bytes && lines <= limit.lines }

    var description: String { "\(bytes >> 20) MiB in \(lines) lines" }
}
