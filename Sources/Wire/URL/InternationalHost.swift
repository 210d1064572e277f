// InternationalHost.swift: converts host names beyond ASCII for DNS.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// RFC 5891 section 5, with the mapping of UTS 46 before it as far as the standard library knows it: letters in lower
/// case and composed, wide ones narrow, and the dots of East Asia. Characters with other mappings, such as ligatures,
/// are refused, and so are characters that no name has. The directions of letters (RFC 5893) are not checked.
enum InternationalHost {
    /// The host with its labels in Punycode; nil if it is no host.
    static func ascii(_ text: String) -> String? {
        guard text.utf8.count <= bytesAtMost else { return nil }
        var mapped: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars where !isIgnored(scalar) { mapped += lowercased(narrow(scalar)) }
        let labels = Composition.composed(mapped).split(separator: ".", omittingEmptySubsequences: false)
        var names: [String] = []
        for label in labels {
            guard let name = name(label) else { return nil }
            names.append(name)
        }
        let host = names.joined(separator: ".")
        return host.utf8.count <= hostAtMost ? host : nil
    }

    private static func name(_ label: ArraySlice<Unicode.Scalar>) -> String? {
        if label.allSatisfy(\.isASCII) {
            var name = String.UnicodeScalarView()
            name.append(contentsOf: label)
            return String(name)
        }
        guard isLabel(Array(label)), let code = Punycode.encoded(label) else { return nil }
        let name = "xn--" + code
        return name.utf8.count <= labelAtMost ? name : nil
    }

    /// Whether the label is valid, RFC 5891 sections 4.2.3 and 5.4.
    private static func isLabel(_ label: [Unicode.Scalar]) -> Bool {
        guard let first = label.first, let last = label.last, first != "-", last != "-", !isMark(first) else {
            return false
        }
        if label.count > 3, label[2] == "-", label[3] == "-" { return false }
        return label.indices.allSatisfy { index in
            let scalar = label[index]
            // RFC 5892 appendix A.1 and A.2: a joiner must follow a virama.
            if isJoiner(scalar) { return index > 0 && label[index - 1].properties.canonicalCombiningClass == .virama }
            if scalar.isASCII { return true }
            return isNamed(scalar) && (!scalar.properties.changesWhenNFKCCaseFolded || isKept(scalar))
        }
    }

    // MARK: Mapping

    private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        // Ideographic full stops, which RFC 5891 section 5.3 leaves to the mapping.
        case 0x3002, 0xFF0E, 0xFF61: "."
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        default: scalar
        }
    }

    private static func lowercased(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        scalar.properties.lowercaseMapping.unicodeScalars
    }

    /// Whether the character is ignored, such as a soft hyphen or a variation selector.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x34F, 0x200B, 0x2060, 0x2064, 0xFE00...0xFE0F, 0xFEFF: true
        default: false
        }
    }

    // MARK: Characters of a name

    /// Whether a name may have it: letters, marks, digits, and symbols, which RFC 5892 excludes and browsers look up.
    private static func isNamed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber,
            .otherSymbol:
            true
        // RFC 5892 section 2.6: middle dots and the like, which are allowed in some places.
        default: [0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, 0x3007].contains(scalar.value)
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0x200C || scalar.value == 0x200D }

    /// RFC 5892 section 2.6: letters that are kept, although case folding would change them.
    private static func isKept(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0xDF || scalar.value == 0x3C2 }

    private static let bytesAtMost = 1_024
    /// RFC 1035 section 2.3.4.
    private static let labelAtMost = 63
    private static let hostAtMost = 254
}
