// HTTP2Preface.swift: whether a connection begins as HTTP/2 with prior knowledge does.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// RFC 9113 section 3.4: the first bytes of an HTTP/2 connection, made so that an HTTP/1.1 server chokes on them.
package enum HTTP2Preface {
    package static let bytes = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// Whether the input begins with it; nil: so far it does, and more is needed to know.
    package static func begins(_ input: UnsafeRawBufferPointer) -> Bool? {
        guard zip(input, bytes).allSatisfy({ $0 == $1 }) else { return false }
        return input.count >= bytes.count ? true : nil
    }
}
