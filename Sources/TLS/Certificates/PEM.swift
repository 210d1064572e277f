// PEM.swift: text that OpenSSL reads and writes in memory.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

enum PEM {
    /// The text that `write` writes.
    static func written(_ write: (OpaquePointer?) -> Int32) -> String {
        guard let bio = BIO_new(BIO_s_mem()) else { preconditionFailure("out of memory") }
        defer { BIO_free(bio) }
        _ = write(bio)
        OpenSSLFault.clear()
        var start: UnsafeMutablePointer<CChar>?
        let count = quintain_bio_bytes(bio, &start)
        return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Lets `body` read the bytes without a copy.
    static func reading(_ bytes: [UInt8], _ body: (OpaquePointer) -> Void) {
        bytes.withUnsafeBytes { bytes in
            OpenSSLFault.clear()
            guard let start = bytes.baseAddress, let count = Int32(exactly: bytes.count),
                let bio = BIO_new_mem_buf(start, count)
            else { return }
            body(bio)
            BIO_free(bio)
            OpenSSLFault.clear()
        }
    }
}

enum Hex {
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
        return text
    }

    /// The bytes; nil: a character is no hexadecimal digit, or their number is odd.
    static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text {
            let digit: UInt8
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = character - UInt8(ascii: "A") + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return high == nil ? bytes : nil
    }
}
