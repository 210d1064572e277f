// Composition.swift: composes letters and marks.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Composition as in Normalization Form C, derived from the standard library's comparison: it compares strings by their
/// canonical forms, but has no function that returns one. RFC 5198 section 3.
enum Composition {
    static func composed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        // Below this number there is no combining mark, and no character with two spellings.
        guard scalars.contains(where: { $0.value >= 0x300 }) else { return scalars }
        var result: [Unicode.Scalar] = []
        var starter: Int?
        for scalar in ordered(scalars.map { letters[String($0)] ?? $0 }) {
            let order = scalar.properties.canonicalCombiningClass.rawValue
            if let starter {
                // A mark behind one of the same or a greater class does not combine with the letter.
                let isNext =
                    starter == result.count - 1
                    || (order > (result.last?.properties.canonicalCombiningClass.rawValue ?? 0) && order > 0)
                if isNext, let letter = letter(result[starter], scalar) {
                    result[starter] = letter
                    continue
                }
            }
            result.append(scalar)
            if order == 0 { starter = result.count - 1 }
        }
        return result
    }

    /// The scalars with their marks in the order of classes.
    private static func ordered(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        func order(_ scalar: Unicode.Scalar) -> UInt8 { scalar.properties.canonicalCombiningClass.rawValue }
        var result = scalars
        for start in result.indices where order(result[start]) > 0 {
            var index = start
            while index > 0, order(result[index - 1]) > order(result[index]) {
                result.swapAt(index - 1, index)
                index -= 1
            }
        }
        return result
    }

    private static func letter(_ letter: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
        syllable(letter, mark) ?? letters[String(letter) + String(mark)]
    }

    /// Hangul, by the arithmetic of The Unicode Standard, section 3.12.
    private static func syllable(_ one: Unicode.Scalar, _ other: Unicode.Scalar) -> Unicode.Scalar? {
        switch (one.value, other.value) {
        case (0x1100...0x1112, 0x1161...0x1175):
            Unicode.Scalar(0xAC00 + ((one.value - 0x1100) * 21 + other.value - 0x1161) * 28)
        case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (one.value - 0xAC00) % 28 == 0:
            Unicode.Scalar(one.value + other.value - 0x11A7)
        default: nil
        }
    }

    /// The composed letter for each canonically equal string; of several equal letters, the first one.
    private static let letters: [String: Unicode.Scalar] = {
        var letters: [String: Unicode.Scalar] = [:]
        for value in UInt32(0xC0)...0x3100 {
            guard let scalar = Unicode.Scalar(value), !scalar.properties.isFullCompositionExclusion,
                scalar.properties.generalCategory != .unassigned
            else { continue }
            if letters[String(scalar)] == nil { letters[String(scalar)] = scalar }
        }
        return letters
    }()
}
