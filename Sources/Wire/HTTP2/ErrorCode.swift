// ErrorCode.swift: the error codes of HTTP/2.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The reason in RST_STREAM and GOAWAY, RFC 9113 section 7.
package struct ErrorCode: NamedNumber {
    package var rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let noError = ErrorCode(rawValue: 0x0)
    package static let protocolError = ErrorCode(rawValue: 0x1)
    package static let internalError = ErrorCode(rawValue: 0x2)
    package static let flowControlError = ErrorCode(rawValue: 0x3)
    package static let settingsTimeout = ErrorCode(rawValue: 0x4)
    package static let streamClosed = ErrorCode(rawValue: 0x5)
    package static let frameSizeError = ErrorCode(rawValue: 0x6)
    package static let refusedStream = ErrorCode(rawValue: 0x7)
    package static let cancel = ErrorCode(rawValue: 0x8)
    package static let compressionError = ErrorCode(rawValue: 0x9)
    package static let connectError = ErrorCode(rawValue: 0xA)
    package static let enhanceYourCalm = ErrorCode(rawValue: 0xB)
    package static let inadequateSecurity = ErrorCode(rawValue: 0xC)
    package static let http11Required = ErrorCode(rawValue: 0xD)

    package static let names: KeyValuePairs<UInt32, String> = [
        0x0: "NO_ERROR", 0x1: "PROTOCOL_ERROR", 0x2: "INTERNAL_ERROR", 0x3: "FLOW_CONTROL_ERROR",
        0x4: "SETTINGS_TIMEOUT", 0x5: "STREAM_CLOSED", 0x6: "FRAME_SIZE_ERROR", 0x7: "REFUSED_STREAM",
        0x8: "CANCEL", 0x9: "COMPRESSION_ERROR", 0xA: "CONNECT_ERROR", 0xB: "ENHANCE_YOUR_CALM",
        0xC: "INADEQUATE_SECURITY", 0xD: "HTTP_1_1_REQUIRED",
    ]
}
