// FrameBytes.swift: frames and fields as bytes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainWire

extension Frame {
    var bytes: [UInt8] {
        var output = OutputBytes()
        output.append(self)
        return output.array
    }

    static func literal(_ name: String, _ value: String) -> [UInt8] {
        var output = OutputBytes()
        output.append(literal: HeaderField(name, value))
        return output.array
    }
}

/// `82 86 84` as bytes.
func hex(_ text: String) -> [UInt8] {
    let digits = text.utf8.compactMap { Octet.hexValue($0) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
