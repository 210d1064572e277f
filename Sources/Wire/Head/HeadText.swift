// HeadText.swift: the lines of a head as they came.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The lines of a head with their ends, as they came.
package struct HeadText: Hashable, Sendable {
    /// The request line.
    package var start: ArraySlice<UInt8>
    /// The line of each field, with the lines into which it was folded.
    package var fields: [ArraySlice<UInt8>]
    /// The empty line.
    package var end: ArraySlice<UInt8>
}

extension RequestHead {
    /// The lines of the head; a head that did not come as text gets the text that it would have in HTTP/1.1.
    package var text: HeadText {
        var lines: [ArraySlice<UInt8>] = []
        var rest = raw[...]
        while let lineFeed = rest.firstIndex(of: Octet.lf) {
            let line = rest[...lineFeed]
            rest = rest[(lineFeed + 1)...]
            // RFC 9112 section 5.2: a line that begins with a blank continues the field above.
            if lines.count > 1, Octet.isBlank(line[line.startIndex]) {
                let last = lines.count - 1
                lines[last] = raw[lines[last].startIndex..<line.endIndex]
            } else {
                lines.append(line)
            }
        }
        guard lines.count == fields.count + 2, rest.isEmpty else { return made }
        return HeadText(start: lines[0], fields: Array(lines[1..<lines.count - 1]), end: lines[lines.count - 1])
    }

    private var made: HeadText {
        let start = Array("\(method) ".utf8) + target + Array(" \(version)\r\n".utf8)
        let lines = fields.map { Array("\($0.name): ".utf8) + $0.value + [Octet.cr, Octet.lf] }
        return HeadText(start: start[...], fields: lines.map { $0[...] }, end: [Octet.cr, Octet.lf])
    }
}
