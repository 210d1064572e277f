// TransformReading.swift: the transforms behind the bars of `{{… | gzip | truncate 10}}`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension ValueReader {
    mutating func transform(_ arguments: [Argument]) -> Transform? {
        guard let word = faults.word(arguments[0].text, of: TransformWord.self, .unknownTransform, "transform") else {
            return nil
        }
        var rest = ArgumentList(arguments)
        defer { finish(&rest) }
        switch word {
        case .gzip, .deflate, .br, .zstd, .macbinary, .binhex: return coding(word, &rest).map { .coding($0) }
        case .base64: return .base64
        case .percent: return .percent
        case .truncate:
            guard let argument = next(&rest, "a number of bytes: truncate 100") else { return nil }
            return size(argument).map { .truncate($0) }
        case .corrupt:
            guard let argument = rest.field("at") else {
                missing(rest, "the offset of the byte: corrupt at=40")
                return nil
            }
            return size(argument).map { .corrupt(at: $0) }
        case .else:
            guard let argument = next(&rest, "what to write instead: else \"*\"") else { return nil }
            return .otherwise(bytes(of: argument))
        case .chunks:
            guard let argument = next(&rest, "the sizes of the chunks: chunks 1,2,4096") else { return nil }
            return chunks(argument.text).map { .chunks($0) }
        }
    }

    private mutating func chunks(_ text: Text) -> [ChunkShape]? {
        var shapes: [ChunkShape] = []
        for part in Scanner.split(text, at: UInt8(ascii: ","), strings: true, values: false) {
            let digits = part.bytes.prefix(while: Byte.isDigit)
            let extensions = part.from(part.start + digits.count)
            guard let size = Units.number(digits), size > 0, extensions.isEmpty || extensions.starts(with: ";") else {
                faults.add(
                    .badNumber, part.isEmpty ? text.place : part.place, "'\(part.string)' is no chunk",
                    help: "a size of at least 1, and after ';' its extensions: 5;a=1")
                return nil
            }
            shapes.append(ChunkShape(size: size, extensions: extensions.string))
        }
        return shapes
    }
}
