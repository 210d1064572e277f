// MacBinaryDecoder.swift: decodes MacBinary; the output is the data fork.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// Reads the header, the two forks and the comment, each filled up to a multiple of 128 bytes.
final class MacBinaryDecoder: DecodingMachine {
    private enum Part {
        case header, secondHeader, dataFork, dataPadding, resourceFork, resourcePadding, comment, end

        var next: Part {
            switch self {
            case .header: .secondHeader
            case .secondHeader: .dataFork
            case .dataFork: .dataPadding
            case .dataPadding: .resourceFork
            case .resourceFork: .resourcePadding
            case .resourcePadding: .comment
            case .comment, .end: .end
            }
        }
    }

    private var part = Part.header
    private var left = MacBinaryLayout.size
    private var head: [UInt8] = []
    private var parsed: MacBinaryLayout.Parsed?
    private(set) var macFile: MacHeader?

    /// Many programs leave out the padding at the very end, which loses nothing.
    var isAtEnd: Bool {
        switch part {
        case .end: true
        case .header, .secondHeader, .dataFork, .resourceFork: false
        case .dataPadding: parsed?.header.resourceLength == 0 && parsed?.commentLength == 0
        case .resourcePadding, .comment: parsed?.commentLength == 0
        }
    }

    func step(
        _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
    ) throws(MachineFault) -> CodingStep {
        var step = CodingStep()
        while part != .end {
            if left == 0 {
                try enterNext()
                continue
            }
            let rest = UnsafeRawBufferPointer(rebasing: input[step.taken...])
            var count = min(left, rest.count)
            switch part {
            case .header: head += rest.prefix(count)
            case .dataFork:
                count = min(count, output.count - step.made)
                UnsafeMutableRawBufferPointer(rebasing: output[step.made...]).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: rest.prefix(count)))
                step.made += count
            case .resourceFork: macFile?.resource += rest.prefix(count)
            case .secondHeader, .dataPadding, .resourcePadding, .comment, .end: break
            }
            if count == 0 { return step }
            step.taken += count
            left -= count
        }
        return step
    }

    private func enterNext() throws(MachineFault) {
        part = part.next
        switch part {
        case .secondHeader:
            let parsed = try MacBinaryLayout.parse(head)
            guard parsed.header.resourceLength <= MacFields.longestResource else {
                throw MachineFault(
                    kind: .tooLong, taken: 0,
                    reason: "a resource fork of more than \(MacFields.longestResource) bytes")
            }
            self.parsed = parsed
            macFile = parsed.header
            left = parsed.secondHeaderLength + MacBinaryLayout.padding(behind: parsed.secondHeaderLength)
        case .dataFork: left = parsed?.header.dataLength ?? 0
        case .dataPadding: left = MacBinaryLayout.padding(behind: parsed?.header.dataLength ?? 0)
        case .resourceFork: left = parsed?.header.resourceLength ?? 0
        case .resourcePadding: left = MacBinaryLayout.padding(behind: parsed?.header.resourceLength ?? 0)
        case .comment:
            let length = parsed?.commentLength ?? 0
            left = length + MacBinaryLayout.padding(behind: length)
        case .header, .end: left = 0
        }
    }
}
