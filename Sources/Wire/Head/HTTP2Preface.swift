// HTTP2Preface.swift: recognises a connection that begins as HTTP/2 with prior knowledge.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The first bytes of an HTTP/2 connection, which an HTTP/1.1 server must fail to read: RFC 9113 section 3.4.
package enum HTTP2Preface {
    package static let bytes = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// Whether the input begins with it; nil: it does so far, and more bytes are needed.
    package static func begins(_ input: UnsafeRawBufferPointer) -> Bool? {
        guard zip(input, bytes).allSatisfy({ $0 == $1 }) else { return false }
        return input.count >= bytes.count ? true : nil
    }
}
