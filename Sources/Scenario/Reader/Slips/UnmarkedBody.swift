// UnmarkedBody.swift: the lines of a body that were pasted without their marks.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// `curl -v` prints a body without marks. Each of its lines would be an error of another kind: `</html>` has a mark without a
/// blank, `<html lang="en">` one of a lane, and an indented line continues nothing.
struct UnmarkedBody {
    /// The mark of the message that has the body.
    let mark: String
    let first: SourceLine
    /// The numbers of the lines, empty ones between them included.
    let numbers: ClosedRange<Int>

    /// Those of all messages: each begins directly below a bare mark.
    static func all(among lines: [SourceLine]) -> [UnmarkedBody] {
        let lanes = lanes(among: lines)
        var found: [UnmarkedBody] = []
        var index = 0
        while index + 1 < lines.count {
            index += 1
            // A first word may be a misspelt one of the language.
            guard lines[index - 1].isBareMark, isUnmarked(lines[index], lanes),
                !(lines[index].bytes.first.map(Byte.isLetter) ?? false)
            else { continue }
            var last = index
            var next = index + 1
            // A line of text may begin with a word of the language; the next tag shows that it is text.
            var isBehindWord = false
            while next < lines.count, lines[next].isBlank || !isMarked(lines[next], lanes) {
                isBehindWord = isBehindWord || isWord(lines[next])
                if !lines[next].isBlank, !isBehindWord || lines[next].bytes.first == UInt8(ascii: "<") {
                    last = next
                    isBehindWord = false
                }
                next += 1
            }
            found.append(
                UnmarkedBody(
                    mark: lines[index - 1].whole.trimmed.string, first: lines[index],
                    numbers: lines[index].number...lines[last].number))
            index = last
        }
        return found
    }

    /// Whether a line is none that a scenario can have, or begins with the tag of a page.
    private static func isUnmarked(_ line: SourceLine, _ lanes: Set<String>) -> Bool {
        !line.isBlank && !isMarked(line, lanes) && !isWord(line)
    }

    private static func isMarked(_ line: SourceLine, _ lanes: Set<String>) -> Bool {
        switch line.bytes.first {
        case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "*"), UInt8(ascii: "!"): return true
        case UInt8(ascii: "<"):
            let rest = line.bytes.dropFirst()
            guard let behind = rest.first, behind != Byte.space else { return true }
            if behind == UInt8(ascii: "!") || behind == UInt8(ascii: "/") || behind == UInt8(ascii: "?") {
                return false
            }
            let name = rest.prefix { Byte.isLetter($0) || Byte.isDigit($0) }
            let isTag = !name.isEmpty && rest.contains(UInt8(ascii: ">"))
            return !isTag || lanes.contains(String(decoding: name, as: UTF8.self))
        default: return false
        }
    }

    private static func isWord(_ line: SourceLine) -> Bool {
        let word = line.bytes.prefix { $0 != Byte.space && $0 != Byte.colon }
        return LineWord(rawValue: String(decoding: word, as: UTF8.self)) != nil
    }

    /// The lanes that requests or `client` lines name.
    private static func lanes(among lines: [SourceLine]) -> Set<String> {
        var lanes: Set<String> = []
        for line in lines {
            if line.bytes.first == UInt8(ascii: ">") {
                lanes.insert(String(decoding: line.bytes.dropFirst().prefix { $0 != Byte.space }, as: UTF8.self))
            } else if line.bytes.starts(with: "client ".utf8) {
                for word in line.whole.string.split(separator: " ") where word.hasPrefix("lane=") {
                    lanes.insert(String(word.dropFirst(5)))
                }
            }
        }
        return lanes
    }
}
