// ValueLines.swift: a value that is compared by content, over several lines of a message.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// ```
/// > {{json {
/// >   "name": "fido"
/// > }}}
/// ```
///
/// Or the same as `>json {`, down to `> }`.
enum ValueLines {
    /// The lines of a file; those of each value are one line, with a line end where each of its lines ends.
    static func joined(_ lines: [SourceLine]) -> [SourceLine] {
        guard var index = lines.firstIndex(where: { opening($0.bytes) != nil }) else { return lines }
        var joined = Array(lines[..<index])
        while index < lines.count {
            let line = line(at: index, of: lines)
            joined.append(line)
            index += line.numbers.count
        }
        return joined
    }

    /// The line at this place, with those below it on which its value goes on.
    ///
    /// Each look ahead doubles their number, so that the length of a file alone decides how long it is read. A value that
    /// is not closed has all the lines on which it could be, so that none of them is looked at in vain again.
    static func line<Lines: RandomAccessCollection<SourceLine>>(at start: Int, of lines: Lines) -> SourceLine
    where Lines.Index == Int {
        let first = lines[start]
        guard let value = opening(first.bytes) else { return first }
        let glued = Scanner.glued(first.bytes)
        let mark = glued.map { first.bytes[..<$0.mark] } ?? first.bytes.prefix { $0 != Byte.space }
        var all = [first]
        while true {
            let bytes = SourceLine.bytes(joining: all, behind: mark)
            let end =
                glued == nil
                ? Scanner.endOfValue(bytes, from: value, to: bytes.count)
                : Scanner.endOfBrackets(bytes, from: value, to: bytes.count)
            if let behind = end {
                all.removeLast(all.count - 1 - bytes[..<behind].count { $0 == Byte.newline })
                break
            }
            let more = lines[(start + all.count)...].prefix(all.count).prefix { goesOn($0.bytes, mark) }
            if more.isEmpty { break }
            all += more
        }
        return all.count > 1 ? SourceLine(joining: all, behind: mark) : first
    }

    /// Where the value of a body begins with which the text of a message's line begins; nil: there is none.
    private static func opening(_ line: [UInt8]) -> Int? {
        if let glued = Scanner.glued(line) { return glued.text }
        guard line.first == UInt8(ascii: ">") || line.first == UInt8(ascii: "<") else { return nil }
        var index = 1
        while index < line.count, Byte.isLower(line[index]) || Byte.isDigit(line[index]) { index += 1 }
        guard index < line.count, line[index] == Byte.space else { return nil }
        index += 1
        guard Scanner.opensValue(line, at: index, to: line.count) else { return nil }
        return FunctionWord.ofBodies.contains { word in
            let behind = index + 2 + word.rawValue.utf8.count
            return behind <= line.count && line[(index + 2)..<behind].elementsEqual(word.rawValue.utf8)
                && (behind == line.count || line[behind] == Byte.space)
        } ? index : nil
    }

    /// Whether a line has this mark, and does not begin another value.
    private static func goesOn(_ line: [UInt8], _ mark: ArraySlice<UInt8>) -> Bool {
        line.starts(with: mark) && (line.count == mark.count || line[mark.count] == Byte.space) && opening(line) == nil
    }
}
