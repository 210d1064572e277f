// VersionsOfHTTP.swift: parts of lines that only HTTP/1.1 has.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension Deed {
    /// The part of the line that HTTP/2 has no place for; nil: the line means the same over both versions.
    package var ofHTTP1: String? {
        switch self {
        case .send(let line): line.ofHTTP1
        case .act(.at): "an act at a byte"
        case .receive(.raw): "a line of raw bytes"
        case .receive(.start(let method, _, _)) where method.literalText == "CONNECT": "a tunnel"
        case .receive(.start(_, _, .some(let version))): "'\(version)'"
        case .receive(.field(let name, let value, let isSpelled)):
            if value.isAbsent {
                nil
            } else if Self.isOfConnection(name.lowercased(), value.literalText ?? "trailers") {
                "'\(name)'"
            } else {
                // RFC 9113 section 8.2: names come in lower case.
                isSpelled && name != name.lowercased() ? "a name in capitals" : nil
            }
        default: nil
        }
    }

    /// The written name of a field that is sent and is about the connection. A name in a string is intended: nil.
    package var connectionField: String? {
        guard case .send(.field(let line, .some(let name), isSpelled: false)) = self,
            case .literal(let text)? = line.pieces.first
        else { return nil }
        let value = line.literalText?.split(separator: ":", maxSplits: 1).last.map(String.init)
        guard Self.isOfConnection(name, value) else { return nil }
        return String(decoding: text.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
    }

    /// RFC 9113 section 8.2.2.
    private static func isOfConnection(_ name: String, _ value: String?) -> Bool {
        switch name {
        case "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade": true
        case "te": value.map { $0.lowercased().filter { $0 != " " } != "trailers" } ?? true
        default: false
        }
    }
}

extension SendLine {
    /// The part of a line that is sent that HTTP/2 has no place for.
    package var ofHTTP1: String? {
        switch self {
        case .raw: "a line of raw bytes"
        case .start(let template) where template.beginsWithStatus("101"): "101"
        case .body(let template, _) where template.hasChunkExtensions: "an extension of a chunk"
        default: nil
        }
    }
}

extension Template {
    fileprivate func beginsWithStatus(_ status: String) -> Bool {
        guard case .literal(let bytes)? = pieces.first else { return false }
        return bytes.drop { $0 != 32 }.dropFirst().starts(with: Array(status.utf8))
    }

    fileprivate var hasChunkExtensions: Bool {
        values.contains { value in
            value.transforms.contains { transform in
                guard case .chunks(let shapes) = transform else { return false }
                return shapes.contains { !$0.extensions.isEmpty }
            }
        }
    }
}
