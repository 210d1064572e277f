// PartsReading.swift: `{{multipart …}}`, the parts of a form that is compared by content.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension ValueReader {
    /// Whether parts may stand here: they are the whole body of a request, whose head names their boundary.
    mutating func partsAllowed(_ whole: Text, _ side: ValueSide) -> Bool {
        guard side.matches else {
            faults.add(
                .matchOnly, whole.place, "'multipart' only compares: the boundary between parts is the client's own",
                help: "write the bytes, and the boundary in Content-Type")
            return false
        }
        guard side == .receive, readsBody else {
            faults.add(
                .notHere, whole.place, "'multipart' is the body of a request, whose Content-Type names the boundary",
                help: "it stands alone below a bare mark '>': '> {{\(FunctionWord.multipart.example)}}'")
            return false
        }
        return true
    }

    /// `name=fido photo={{file "a.png"}};filename="a.png";type=image/png`
    mutating func parts(_ text: Text, _ side: ValueSide) -> PairsPattern? {
        guard let words = words(text, marks: Self.semicolon) else { return nil }
        var pattern = PairsPattern([])
        for word in words {
            let texts = Scanner.split(word.text, at: Self.semicolon, strings: true, values: true)
            guard let part = pairs(texts[0], side) else { return nil }
            let marks = texts.dropFirst().compactMap { mark($0, side) }
            for var pair in part.list {
                pair.marks = marks
                pattern.list.append(pair)
            }
            pattern.mayHaveOthers = pattern.mayHaveOthers || part.mayHaveOthers
        }
        return pattern
    }

    /// `filename="a.png"`, `type=image/png`, `Content-Length={{any}}`
    private mutating func mark(_ text: Text, _ side: ValueSide) -> PairsPattern.Mark? {
        let equals = text.bytes.firstIndex(of: Byte.equals) ?? text.end
        let name = text.upTo(equals)
        guard equals < text.end, PartWord(rawValue: name.string) != nil || name.bytes.contains(UInt8(ascii: "-")) else {
            faults.add(
                .badArgument, Text(text.line, (text.start - 1)..<name.end).place,
                "';\(name.string)' says nothing of a part",
                help: "behind a ';', without a blank, stand 'filename=', 'type=', or a field by its name; "
                    + "a value with a ';' in it is a string")
            return nil
        }
        return .init(name.string.lowercased(), value(text.from(equals + 1), side))
    }

    private static let semicolon = UInt8(ascii: ";")
}
