// MacEncoders.swift: codes as MacBinary and as BinHex 4.0.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// Output that waits for room.
struct PendingOutput {
    private var bytes: [UInt8] = []
    private var written = 0

    var isEmpty: Bool { written == bytes.count }

    mutating func append(_ more: some Sequence<UInt8>) { bytes += more }

    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// Writes as much as there is room for.
    mutating func drain(into output: UnsafeMutableRawBufferPointer, _ step: inout CodingStep) {
        let count = min(bytes.count - written, output.count - step.made)
        for index in 0..<count { output[step.made + index] = bytes[written + index] }
        step.made += count
        written += count
        if written == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            written = 0
        }
    }
}

/// Puts the header before the data fork, and padding and the resource fork behind it.
final class MacBinaryEncoder: EncodingMachine {
    private let header: MacHeader
    private let resource: [UInt8]
    private var pending = PendingOutput()
    private var isEnded = false

    init(_ header: MacHeader, _ resource: [UInt8], _ version: MacBinaryVersion) {
        self.header = header
        self.resource = resource
        pending.append(MacBinaryLayout.bytes(header, version))
    }

    var isAtEnd: Bool { isEnded && pending.isEmpty }

    func step(
        _ input: UnsafeRawBufferPointer, isLast: Bool, _ output: UnsafeMutableRawBufferPointer
    ) -> CodingStep {
        var step = CodingStep()
        pending.drain(into: output, &step)
        let count = min(input.count, output.count - step.made)
        for index in 0..<count { output[step.made + index] = input[index] }
        step.taken = count
        step.made += count
        if isLast, count == input.count, !isEnded {
            isEnded = true
            pending.append([UInt8](repeating: 0, count: MacBinaryLayout.padding(behind: header.dataLength)))
            pending.append(resource)
            pending.append([UInt8](repeating: 0, count: MacBinaryLayout.padding(behind: resource.count)))
        }
        pending.drain(into: output, &step)
        return step
    }
}

/// Writes the header and both forks, each with its check; runs are shortened, with six bits in a character and 64
/// characters in a line.
final class BinHexEncoder: EncodingMachine {
    private let resource: [UInt8]
    private var pending = PendingOutput()
    private var check = CRC16()
    private var run: (byte: UInt8, count: Int)?
    private var bits = 0
    private var bitCount = 0
    private var column = 1
    private var isEnded = false

    init(_ header: MacHeader, _ resource: [UInt8]) {
        self.resource = resource
        pending.append("(This file must be converted with BinHex 4.0)\r\n\r\n:".utf8)
        let head =
            [UInt8(header.name.count)] + header.name + [0] + header.type + header.creator
            + BigEndian.bytes(Int(header.finderFlags), count: 2) + BigEndian.bytes(header.dataLength, count: 4)
            + BigEndian.bytes(header.resourceLength, count: 4)
        write(head + CRC16(head).bytes)
    }

    var isAtEnd: Bool { isEnded && pending.isEmpty }

    func step(
        _ input: UnsafeRawBufferPointer, isLast: Bool, _ output: UnsafeMutableRawBufferPointer
    ) -> CodingStep {
        var step = CodingStep()
        pending.drain(into: output, &step)
        while pending.isEmpty, step.taken < input.count {
            let piece = input[step.taken...].prefix(Self.atOnce)
            for byte in piece { check.update(byte) }
            write(piece)
            step.taken += piece.count
            pending.drain(into: output, &step)
        }
        if isLast, step.taken == input.count, !isEnded {
            isEnded = true
            write(check.bytes + resource + CRC16(resource).bytes)
            endRun()
            if bitCount > 0 { digit(bits << (6 - bitCount)) }
            pending.append(UInt8(ascii: ":"))
            pending.append("\r\n".utf8)
        }
        pending.drain(into: output, &step)
        return step
    }

    private func write(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if let before = run, before.byte == byte, before.count < 255 {
                run = (byte, before.count + 1)
            } else {
                endRun()
                run = (byte, 1)
            }
        }
    }

    /// Writes a run: of more than three bytes as the byte, 0x90 and the count; a byte 0x90 is followed by 0.
    private func endRun() {
        guard let run else { return }
        self.run = nil
        let one: [UInt8] = run.byte == BinHex.marker ? [BinHex.marker, 0] : [run.byte]
        if run.count > 3 {
            sixBits(one + [BinHex.marker, UInt8(run.count)])
        } else {
            for _ in 0..<run.count { sixBits(one) }
        }
    }

    private func sixBits(_ bytes: [UInt8]) {
        for byte in bytes {
            bits = bits << 8 | Int(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                digit(bits >> bitCount)
                bits &= (1 << bitCount) - 1
            }
        }
    }

    private func digit(_ value: Int) {
        if column == Self.lineLength {
            pending.append("\r\n".utf8)
            column = 0
        }
        pending.append(BinHex.alphabet[value & 63])
        column += 1
    }

    private static let atOnce = 1024
    private static let lineLength = 64
}

enum BinHex {
    static let marker: UInt8 = 0x90
    static let alphabet = Array(##"!"#$%&'()*+,-012345689@ABCDEFGHIJKLMNPQRSTUVXYZ[`abcdefhijklmpqr"##.utf8)
}
