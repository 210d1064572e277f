// Coding.swift: a coding as the notation writes it, such as `gzip level=9`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A reversible coding of bytes, for sending or for storing.
package enum Coding: Hashable, Sendable {
    /// RFC 1952; the name is that of the file within.
    case gzip(level: Int? = nil, name: [UInt8]? = nil)
    /// The zlib format of RFC 1950, which is what HTTP calls `deflate`: RFC 9110 section 8.4.1.2.
    case deflate(level: Int? = nil)
    /// RFC 1951 alone, which some servers call `deflate` as well.
    case rawDeflate(level: Int? = nil)
    /// RFC 7932
    case brotli(level: Int? = nil)
    /// RFC 8878
    case zstd(level: Int? = nil)
    case macBinary(MacFields = MacFields(), MacBinaryVersion = .three)
    /// BinHex 4.0, RFC 1741 appendix A.
    case binHex(MacFields = MacFields())

    /// The transform's name.
    package var name: String {
        switch self {
        case .gzip: "gzip"
        case .deflate: "deflate"
        case .rawDeflate: "deflate raw"
        case .brotli: "br"
        case .zstd: "zstd"
        case .macBinary: "macbinary"
        case .binHex: "binhex"
        }
    }
}

/// What belongs to a Macintosh file beside its bytes; nil: not given.
package struct MacFields: Hashable, Sendable {
    package var name: [UInt8]?
    /// Four bytes.
    package var type: [UInt8]?
    /// Four bytes.
    package var creator: [UInt8]?
    /// The resource fork.
    package var resource: [UInt8]?
    /// The name that is written if none is given. Nothing is compared with it.
    package var usualName: [UInt8]

    package init(
        name: [UInt8]? = nil, type: [UInt8]? = nil, creator: [UInt8]? = nil, resource: [UInt8]? = nil,
        usualName: [UInt8] = Array("untitled".utf8)
    ) {
        self.name = name
        self.type = type
        self.creator = creator
        self.resource = resource
        self.usualName = usualName
    }

    package static let longestName = 63
    package static let longestResource = 1 << 20
}

/// The MacBinary formats that are written; the first, of 1985, is read as well.
package enum MacBinaryVersion: Int, Sendable {
    case one = 1
    case two
    case three
}
