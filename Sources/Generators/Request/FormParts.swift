// FormParts.swift: the parts of multipart/form-data, RFC 7578.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWire

/// Reads a whole body strictly: a part counts if its delimiters, its head and its name are there.
struct FormParts {
    struct Part {
        var name: String
        /// nil: it is no file.
        var filename: String?
        var type: String?
        var bytes: ArraySlice<UInt8>
    }

    private(set) var all: [Part] = []
    /// There were more parts than the limit.
    private(set) var isCut = false

    /// RFC 2046 section 5.1.1: a delimiter is a line of its own, and the line end before it belongs to it.
    init(_ body: [UInt8], boundary: [UInt8]) {
        guard boundary.count <= Self.boundaryAtMost else { return }
        let mark = Array("--".utf8) + boundary
        guard var (start, isLast) = Self.delimiter(mark, in: body, at: 0) ?? Self.next(mark, in: body, from: 0)?.after
        else { return }
        while !isLast, let next = Self.next(mark, in: body, from: start) {
            if all.count == Bounds.pairs {
                isCut = true
                return
            }
            if let part = Self.part(body[start..<max(start, next.end)]) { all.append(part) }
            (start, isLast) = next.after
        }
    }

    /// The next delimiter: the end of the content before it, and the start of the content behind it.
    private static func next(
        _ mark: [UInt8], in body: [UInt8], from start: Int
    ) -> (end: Int, after: (start: Int, isLast: Bool))? {
        // The line end of the delimiter above may belong to this one as well, if the part has not even a head.
        var index = max(0, start - 2)
        while let line = crlf(in: body[...], from: index) {
            if let after = delimiter(mark, in: body, at: line + 2) { return (line, after) }
            index = line + 2
        }
        return nil
    }

    /// The delimiter at this place, if there is one: the mark, `--` for the last, blanks, and a line end.
    private static func delimiter(_ mark: [UInt8], in body: [UInt8], at start: Int) -> (start: Int, isLast: Bool)? {
        guard body.count - start >= mark.count, body[start..<start + mark.count].elementsEqual(mark) else { return nil }
        var index = start + mark.count
        var isLast = false
        if index + 1 < body.count, body[index] == UInt8(ascii: "-"), body[index + 1] == UInt8(ascii: "-") {
            isLast = true
            index += 2
        }
        while index < body.count, Octet.isBlank(body[index]) { index += 1 }
        if isLast, index == body.count { return (index, true) }
        guard index + 1 < body.count, body[index] == Octet.cr, body[index + 1] == Octet.lf else { return nil }
        return (index + 2, isLast)
    }

    private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
        var index = bytes.startIndex
        var disposition: ContentType?
        var type: String?
        for _ in 0..<fieldsAtMost {
            guard let end = crlf(in: bytes, from: index), end - index <= lineAtMost else { return nil }
            let line = bytes[index..<end]
            index = end + 2
            if line.isEmpty {
                guard let disposition, disposition.name == "form-data", let name = disposition.parameters["name"] else {
                    return nil
                }
                return Part(
                    name: name, filename: disposition.parameters["filename"], type: type, bytes: bytes[index...])
            }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let value = String(decoding: line[(colon + 1)...].drop { Octet.isBlank($0) }, as: UTF8.self)
            if CaseInsensitive.equals(line[..<colon], "content-disposition".utf8) {
                disposition = ContentType(value)
            } else if CaseInsensitive.equals(line[..<colon], "content-type".utf8) {
                type = value
            }
        }
        return nil
    }

    private static func crlf(in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        var index = start
        while index + 1 < bytes.endIndex {
            if bytes[index] == Octet.cr, bytes[index + 1] == Octet.lf { return index }
            index += 1
        }
        return nil
    }

    /// RFC 2046 section 5.1.1 allows 70.
    private static let boundaryAtMost = 200
    private static let fieldsAtMost = 32
    private static let lineAtMost = 8_192
}
