// BinHexDecoder.swift: decodes BinHex 4.0; the output is the data fork.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// RFC 1741 appendix A. Text before the announcement, such as the header of a mail, is ignored; some programs end the
/// announcement with other words than "with BinHex 4.0)".
///
/// ```
/// text ──"(This file must be converted"──▶ announced ──":"──▶ digits ──":"──▶ end
/// ```
final class BinHexDecoder: DecodingMachine {
    private enum Stage { case text, announced, digits, end }

    private enum Part { case nameLength, header, dataFork, resourceFork, whole }

    private var stage = Stage.text
    /// The number of bytes of the announcement that have come.
    private var announced = 0
    private var bits = 0
    private var bitCount = 0
    /// The byte that a run repeats, and the number of repeats that are left.
    private var last: UInt8?
    private var repeats = 0
    private var followsMarker = false
    private var part = Part.nameLength
    /// Bytes of the part that are still to come, its check aside.
    private var left = 1
    private var checkBytes: [UInt8] = []
    private var check = CRC16()
    private var head: [UInt8] = []
    /// The line end that may still follow the end.
    private var lineEnd: [UInt8] = [13, 10]
    private(set) var macFile: MacHeader?

    var isAtEnd: Bool { stage == .end }

    func step(
        _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
    ) throws(MachineFault) -> CodingStep {
        var step = CodingStep()
        while true {
            while repeats > 0, let last {
                guard part != .dataFork || left == 0 || step.made < output.count else { return step }
                repeats -= 1
                try take(last, step.taken, output, &step)
            }
            guard step.taken < input.count else { return step }
            // A digit is taken only if there is room for the byte that it may complete.
            if stage == .digits, part == .dataFork, left > 0, step.made == output.count { return step }
            let byte = input[step.taken]
            switch stage {
            case .text:
                announced = byte == Self.announcement[announced] ? announced + 1 : byte == Self.announcement[0] ? 1 : 0
                if announced == Self.announcement.count { stage = .announced }
            case .announced: if byte == UInt8(ascii: ":") { stage = .digits }
            case .digits: try digit(byte, step.taken, output, &step)
            case .end:
                // A line end of any form behind the last digit belongs to the file.
                guard lineEnd.first == byte || lineEnd.last == byte else { return step }
                lineEnd = byte == 13 ? [10] : []
            }
            step.taken += 1
        }
    }

    private func digit(
        _ byte: UInt8, _ at: Int, _ output: UnsafeMutableRawBufferPointer, _ step: inout CodingStep
    ) throws(MachineFault) {
        if byte == 13 || byte == 10 || byte == 9 || byte == 32 { return }
        if byte == UInt8(ascii: ":") {
            guard part == .whole else {
                throw MachineFault(kind: .truncated, taken: at, reason: "':' stands before the end of the forks")
            }
            stage = .end
            return
        }
        let value = Self.values[Int(byte)]
        guard value >= 0 else { throw MachineFault(taken: at, reason: "\(Quoting.quoted([byte])) is no BinHex digit") }
        bits = bits << 6 | value
        bitCount += 6
        guard bitCount >= 8 else { return }
        bitCount -= 8
        let whole = UInt8(truncatingIfNeeded: bits >> bitCount)
        bits &= (1 << bitCount) - 1
        // The padding of the last digit belongs to no part.
        if part == .whole { return }
        if followsMarker {
            followsMarker = false
            if whole == 0 {
                last = BinHex.marker
                repeats = 1
            } else {
                guard last != nil else { throw MachineFault(taken: at, reason: "a run of no byte") }
                repeats = Int(whole) - 1
            }
        } else if whole == BinHex.marker {
            followsMarker = true
        } else {
            last = whole
            repeats = 1
        }
    }

    /// Takes one byte of the header, the forks or the checks.
    private func take(
        _ byte: UInt8, _ at: Int, _ output: UnsafeMutableRawBufferPointer, _ step: inout CodingStep
    ) throws(MachineFault) {
        if part == .whole { return }
        if left > 0 {
            left -= 1
            check.update(byte)
            switch part {
            case .nameLength:
                guard 1...MacFields.longestName ~= Int(byte) else {
                    throw MachineFault(taken: at, reason: "a name has 1 to \(MacFields.longestName) bytes")
                }
                part = .header
                left = Int(byte) + 1 + 4 + 4 + 2 + 4 + 4
            case .header: head.append(byte)
            case .dataFork:
                output[step.made] = byte
                step.made += 1
            case .resourceFork: macFile?.resource.append(byte)
            case .whole: break
            }
            return
        }
        checkBytes.append(byte)
        if checkBytes.count == 2 { try endPart(at) }
    }

    private func endPart(_ at: Int) throws(MachineFault) {
        guard checkBytes == check.bytes else {
            let name = part == .header ? "header" : part == .dataFork ? "data fork" : "resource fork"
            throw MachineFault(taken: at, reason: "the check of the \(name) does not hold")
        }
        checkBytes = []
        check = CRC16()
        switch part {
        case .header:
            let rest = head.suffix(18)
            let fields = Array(rest)
            macFile = MacHeader(
                name: Array(head.dropLast(19)), type: Array(fields[0..<4]), creator: Array(fields[4..<8]),
                dataLength: BigEndian.number(fields[10..<14]), resourceLength: BigEndian.number(fields[14..<18]))
            macFile?.finderFlags = UInt16(BigEndian.number(fields[8..<10]))
            guard macFile!.resourceLength <= MacFields.longestResource else {
                throw MachineFault(
                    kind: .tooLong, taken: at,
                    reason: "a resource fork of more than \(MacFields.longestResource) bytes")
            }
            part = .dataFork
            left = macFile!.dataLength
        case .dataFork:
            part = .resourceFork
            left = macFile!.resourceLength
        case .resourceFork: part = .whole
        case .nameLength, .whole: break
        }
    }

    private static let announcement = Array("(This file must be converted".utf8)
    /// The value of each character; -1 for characters that are no digits.
    private static let values: [Int] = {
        var values = [Int](repeating: -1, count: 256)
        for (value, byte) in BinHex.alphabet.enumerated() { values[Int(byte)] = value }
        return values
    }()
}
