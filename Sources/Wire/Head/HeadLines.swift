// HeadLines.swift: the request line and the field lines, by their grammar.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension HeadParser {
    /// Reads `method SP request-target SP HTTP-version`, RFC 9112 section 3.
    mutating func requestLine(_ base: UnsafeRawPointer, _ line: Range<Int>) -> Deviation? {
        let end = line.upperBound
        var index = line.lowerBound
        while index < end, Octet.isToken(base.byte(index)) { index += 1 }
        method = line.lowerBound..<index
        if index == end, !method.isEmpty { return Deviation(.requestLineSyntax, at: index) }
        if method.isEmpty || base.byte(index) != Octet.space { return Deviation(.methodSyntax, at: index) }

        let targetStart = index + 1
        index = targetStart
        var firstOdd: Int?
        while index < end {
            let byte = base.byte(index)
            if !Octet.isPathOrQuery(byte) {
                if Octet.isBlank(byte) { break }
                if firstOdd == nil { firstOdd = index }
            }
            index += 1
        }
        target = targetStart..<index
        if target.isEmpty { return Deviation(.requestLineSyntax, at: index) }
        guard index < end else {
            // The line has only two parts, with a version in place of the target.
            let lacksTarget = target.count == 8 && CaseInsensitive.equals(base.bytes(target.prefix(5)), "http/")
            return Deviation(lacksTarget ? .requestLineSyntax : .versionMissing, at: lacksTarget ? targetStart : end)
        }
        if base.byte(index) != Octet.space { return Deviation(.requestLineSyntax, at: index) }
        if let rule = readVersion(base, (index + 1)..<end) { return rule }
        judgeTarget(base, firstOdd: firstOdd)
        return nil
    }

    /// The bytes of `HTTP/1.1` as one little-endian word.
    private static var version11: UInt64 { 0x312E_312F_5054_5448 }

    private mutating func readVersion(_ base: UnsafeRawPointer, _ range: Range<Int>) -> Deviation? {
        let start = range.lowerBound
        if range.count == 8 {
            let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: start, as: UInt64.self))
            if word == Self.version11 { return nil }
        }
        if let blank = range.first(where: { Octet.isBlank(base.byte($0)) }) {
            return Deviation(.requestLineSyntax, at: blank)
        }
        guard range.count == 8, base.bytes(range.prefix(5)).elementsEqual("HTTP/".utf8),
            Octet.isDigit(base.byte(start + 5)), base.byte(start + 6) == UInt8(ascii: "."),
            Octet.isDigit(base.byte(start + 7))
        else { return Deviation(.versionSyntax, at: start) }
        version = HTTPVersion(base.byte(start + 5) - 0x30, base.byte(start + 7) - 0x30)
        if version == .http11 || version == .http10 { return nil }
        if version.major == 1 {
            // RFC 9110 section 2.5: read as the highest minor version known.
            note(.minorVersion, at: start)
            return nil
        }
        let isPreface =
            version == HTTPVersion(2, 0) && base.bytes(method).elementsEqual("PRI".utf8)
            && base.bytes(target).elementsEqual("*".utf8)
        return isPreface ? Deviation(.http2Preface, at: self.start) : Deviation(.versionUnsupported, at: start)
    }

    /// Reads `field-name ":" OWS field-value OWS`, RFC 9112 section 5.
    mutating func fieldLine(_ base: UnsafeRawPointer, _ line: Range<Int>) -> Deviation? {
        var end = line.upperBound
        var index = line.lowerBound
        if Octet.isBlank(base.byte(index)) { return foldedLine(base, line) }
        while index < end, Octet.isToken(base.byte(index)) { index += 1 }
        guard index < end, base.byte(index) == UInt8(ascii: ":"), index > line.lowerBound else {
            return badName(base, line, at: index)
        }
        let name = line.lowerBound..<index
        index += 1
        while index < end, Octet.isBlank(base.byte(index)) { index += 1 }
        while end > index, Octet.isBlank(base.byte(end - 1)) { end -= 1 }
        let meaning = section == .head ? KnownField.named(base, name) : .other
        known |= 1 << meaning.rawValue
        fields.append(
            FieldSpan(
                nameStart: Int32(name.lowerBound), nameEnd: Int32(name.upperBound),
                valueStart: Int32(index), valueEnd: Int32(end), known: meaning))
        return nil
    }

    private func badName(_ base: UnsafeRawPointer, _ line: Range<Int>, at index: Int) -> Deviation {
        guard let colon = line.first(where: { base.byte($0) == UInt8(ascii: ":") }) else {
            return Deviation(.fieldWithoutColon, at: line.lowerBound)
        }
        let isBlankToColon = index > line.lowerBound && (index..<colon).allSatisfy { Octet.isBlank(base.byte($0)) }
        return Deviation(isBlankToColon ? .spaceBeforeColon : .fieldName, at: index)
    }

    /// RFC 9112 section 5.2: a server refuses the message, or replaces each fold with spaces. This one replaces folds
    /// and notes them, because tests need to see the message.
    private mutating func foldedLine(_ base: UnsafeRawPointer, _ line: Range<Int>) -> Deviation? {
        guard !fields.isEmpty else { return Deviation(.spaceBeforeFirstField, at: line.lowerBound) }
        note(.obsoleteFold, at: line.lowerBound)
        var end = line.upperBound
        while end > line.lowerBound, Octet.isBlank(base.byte(end - 1)) { end -= 1 }
        if end == line.lowerBound { return nil }
        fields[fields.count - 1].valueEnd = Int32(end)
        fields[fields.count - 1].isFolded = true
        return nil
    }

    /// Copies the folded values with blanks for line ends, and makes their spans point to the copy.
    mutating func unfold(_ base: UnsafeRawPointer) {
        for index in fields.indices where fields[index].isFolded {
            var value = base.bytes(fields[index].value)
            while let first = value.first, first <= Octet.space { value = .init(rebasing: value.dropFirst()) }
            fields[index].valueStart = Int32(unfolded.count)
            for byte in value { unfolded.append(byte < Octet.space && byte != Octet.tab ? Octet.space : byte) }
            fields[index].valueEnd = Int32(unfolded.count)
        }
    }
}

extension UnsafeRawPointer {
    @inline(__always)
    func byte(_ offset: Int) -> UInt8 { load(fromByteOffset: offset, as: UInt8.self) }

    @inline(__always)
    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: self + range.lowerBound, count: range.count)
    }
}
