// Mutant+Heads.swift: lines of a reply's head, and between its chunks, that are cut or read in a wrong way.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWords

extension Mutant {
    static let ofHeads: [Mutant] = [
        Mutant(
            "ends-lines-at-cr", "ends a line of a head at a CR alone", breaks: "RFC 9112 section 2.2", in: "framing",
            sabotage: .reading { bytes, _ in
                changed(bytes) { $0.split(separator: "\r", omittingEmptySubsequences: false).map(String.init) }
            }),
        Mutant(
            "takes-folds-for-fields", "takes the second line of a folded field for a field of its own",
            breaks: "RFC 9112 section 5.2", in: "framing",
            sabotage: .reading { bytes, _ in
                changed(bytes) { line in [String(line.drop { $0 == " " || $0 == "\t" })] }
            }),
        Mutant(
            "passes-over-folds", "passes over the second line of a folded field", breaks: "RFC 9112 section 5.2",
            in: "framing",
            sabotage: .reading { bytes, _ in
                changed(bytes) { line in line.hasPrefix(" ") || line.hasPrefix("\t") ? [] : [line] }
            }),
        Mutant(
            "cuts-values-at-nul", "ends the value of a field at a NUL", breaks: "RFC 9110 section 5.5", in: "framing",
            sabotage: .reading { bytes, _ in changed(bytes) { line in [String(line.prefix { $0 != "\0" })] } }),
        Mutant(
            "keeps-blanks-behind-values", "takes blanks behind a value for a part of it",
            breaks: "RFC 9112 section 5.1", in: "framing",
            sabotage: .reading { bytes, _ in
                changed(bytes) { line in
                    guard line.contains(":"), line.hasSuffix(" ") || line.hasSuffix("\t") else { return [line] }
                    return [line + "%20"]
                }
            }),
        Mutant(
            "takes-any-digits-for-a-length", "takes the digits that it finds in Content-Length for the length",
            breaks: "RFC 9112 section 6.3", in: "framing",
            sabotage: .reading { bytes, _ in
                changed(bytes) { line in
                    guard line.lowercased().hasPrefix("content-length:") else { return [line] }
                    return ["Content-Length: " + line.drop { !$0.isNumber }.prefix(while: \.isNumber)]
                }
            }),
        Mutant(
            "lets-lengths-wrap", "counts a length modulo 2^64", breaks: "RFC 9110 section 8.6", in: "framing",
            sabotage: .reading { bytes, _ in
                changed(bytes) { line in
                    let digits = line.drop { !$0.isNumber }
                    guard line.lowercased().hasPrefix("content-length:"), digits.count > 19,
                        digits.allSatisfy(\.isNumber)
                    else { return [line] }
                    let length = digits.utf8.reduce(UInt64(0)) { $0 &* 10 &+ UInt64($1 - 48) }
                    return ["Content-Length: \(length)"]
                }
            }),
        Mutant(
            "takes-any-number-for-a-status", "makes three digits of a status that has more or fewer",
            breaks: "RFC 9112 section 4", in: "framing",
            sabotage: .reading { bytes, _ in
                changed(bytes) { line in
                    var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
                    guard line.hasPrefix("HTTP/"), words.count > 1 else { return [line] }
                    words[1] = String((words[1].filter(\.isNumber) + "00").prefix(3))
                    return [words.joined(separator: " ")]
                }
            }),
        Mutant(
            "misses-no-end-of-a-chunk", "reads on where the line does not end behind the data of a chunk",
            breaks: "RFC 9112 section 7.1", in: "framing",
            sabotage: .reading { bytes, _ in
                let text = String(decoding: bytes, as: UTF8.self)
                guard text.contains("hello0\r\n") else { return bytes }
                return Array(text.replacing("hello0\r\n", by: "hello\r\n0\r\n").utf8)
            }),
        Mutant(
            "reads-no-upper-case-sizes", "takes no chunk's size with a letter in upper case",
            breaks: "RFC 9112 section 7.1", in: "framing",
            sabotage: .reading { bytes, _ in
                sizes(bytes) { $0.contains(where: \.isUppercase) ? "no size" : $0 }
            }),
        Mutant(
            "cuts-sizes-of-chunks", "keeps the last 32 bits of a chunk's size", breaks: "RFC 9112 section 7.1",
            in: "framing",
            sabotage: .reading { bytes, _ in sizes(bytes) { $0.suffix(8) } }),
        Mutant(
            "keeps-a-faulty-connection", "uses a connection again that brought chunks in HTTP/1.0",
            breaks: "RFC 9112 section 6.1", in: "framing",
            sabotage: .reading { bytes, _ in
                guard String(decoding: bytes, as: UTF8.self).lowercased().contains("transfer-encoding:") else {
                    return bytes
                }
                return changed(bytes) { line in
                    if line.lowercased().hasPrefix("content-length:") { return [] }
                    return [line.hasPrefix("HTTP/1.0 ") ? "HTTP/1.1 " + line.dropFirst(9) : line]
                }
            }),
    ]

    /// The bytes with what `change` makes of each line that may be the size of a chunk.
    private static func sizes(_ bytes: [UInt8], _ change: (Substring) -> Substring) -> [UInt8] {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        let others = lines.map { !$0.isEmpty && $0.allSatisfy(\.isHexDigit) ? change($0) : $0 }
        return others == lines ? bytes : Array(others.joined(separator: "\r\n").utf8)
    }

    /// A head with only the lines that `keep` accepts, and the bytes behind it.
    static func lines(_ bytes: [UInt8], _ keep: (String) -> Bool) -> [UInt8] {
        changed(bytes) { keep($0) ? [$0] : [] }
    }

    /// A head with what `change` makes of each of its lines, and the bytes behind it.
    static func changed(_ bytes: [UInt8], _ change: (String) -> [String]) -> [UInt8] {
        guard bytes.starts(with: "HTTP/".utf8) else { return bytes }
        var head: [UInt8] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 10) {
            let line = rest[...end]
            rest = rest[(end + 1)...]
            let ending = line.suffix(line.dropLast().last == 13 ? 2 : 1)
            let text = String(decoding: line.dropLast(ending.count), as: UTF8.self)
            let lines = text.isEmpty ? [text] : change(text)
            head += lines == [text] ? Array(line) : lines.flatMap { Array($0.utf8) + ending }
            if text.isEmpty { break }
        }
        return head + rest
    }
}
