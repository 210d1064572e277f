// MacHeader.swift: the name, type and dates of a Macintosh file.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

/// The header of MacBinary and of BinHex. A file has two forks: its data, and its resources.
package struct MacHeader: Hashable, Sendable {
    /// At most 63 bytes, in the encoding of its time.
    package var name: [UInt8]
    /// Four bytes, such as `TEXT`.
    package var type: [UInt8]
    package var creator: [UInt8]
    package var finderFlags: UInt16 = 0
    package var dataLength: Int
    package var resourceLength: Int
    /// Seconds since 1904, in MacBinary; by default always the same time.
    package var created: UInt32 = 0
    package var modified: UInt32 = 0
    /// Nil: the file is BinHex.
    package var version: MacBinaryVersion?
    /// The resource fork, complete only at the end of decoding.
    package var resource: [UInt8] = []

    package init(name: [UInt8], type: [UInt8], creator: [UInt8], dataLength: Int, resourceLength: Int) {
        self.name = name
        self.type = type
        self.creator = creator
        self.dataLength = dataLength
        self.resourceLength = resourceLength
    }

    init(_ fields: MacFields, dataLength: Int) {
        let name = fields.name ?? fields.usualName
        self.init(
            name: name.isEmpty ? Array("untitled".utf8) : Array(name.prefix(MacFields.longestName)),
            type: Self.word(fields.type), creator: Self.word(fields.creator), dataLength: dataLength,
            resourceLength: fields.resource?.count ?? 0)
    }

    /// Whether the bytes begin with the header of a MacBinary file.
    package static func begins(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= MacBinaryLayout.size else { return false }
        return (try? MacBinaryLayout.parse(Array(bytes.prefix(MacBinaryLayout.size)))) != nil
    }

    /// Whether the file agrees with every value in the scenario.
    package func fits(_ fields: MacFields) -> Bool {
        func isRight(_ written: [UInt8]?, _ there: [UInt8]) -> Bool { written.map { $0 == there } ?? true }
        return isRight(fields.name, name) && isRight(fields.type, type) && isRight(fields.creator, creator)
            && isRight(fields.resource, resource)
    }

    /// A type or creator of four bytes; `????` is the Finder's "unknown".
    private static func word(_ written: [UInt8]?) -> [UInt8] {
        let bytes = written ?? Array("????".utf8)
        return Array((bytes + Array("    ".utf8)).prefix(4))
    }
}

/// Numbers in network byte order.
enum BigEndian {
    static func bytes(_ number: Int, count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    static func number(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
