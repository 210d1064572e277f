// HostForm.swift: the grammar of Host.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A host with its port, as it is written.
enum HostForm {
    /// Whether the bytes are `uri-host [ ":" port ]`, RFC 9110 section 7.2 and RFC 3986 section 3.2.2.
    static func fits(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        if bytes.first == UInt8(ascii: "[") {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]")), close > 1 else { return false }
            guard isAddress(.init(rebasing: bytes[1..<close])) else { return false }
            index = close + 1
        } else {
            while index < bytes.count, isNameByte(bytes[index]) { index += 1 }
            if index == 0 || hasOddPercent(.init(rebasing: bytes[..<index])) { return false }
        }
        if index == bytes.count { return true }
        guard bytes[index] == UInt8(ascii: ":") else { return false }
        return bytes[(index + 1)...].allSatisfy { Octet.isDigit($0) }
    }

    /// The text between brackets: an IPv6 address, or `v1.` and a newer form.
    private static func isAddress(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if bytes[0] | 0x20 == UInt8(ascii: "v") {
            return bytes.allSatisfy { Octet.isUnreserved($0) || $0 == UInt8(ascii: ":") }
        }
        return bytes.contains(UInt8(ascii: ":"))
            && bytes.allSatisfy { Octet.hexValue($0) != nil || [UInt8(ascii: ":"), UInt8(ascii: ".")].contains($0) }
    }

    /// Whether a percent sign lacks its two digits.
    private static func hasOddPercent(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.indices.contains { index in
            bytes[index] == UInt8(ascii: "%")
                && (index + 2 >= bytes.count || Octet.hexValue(bytes[index + 1]) == nil
                    || Octet.hexValue(bytes[index + 2]) == nil)
        }
    }

    /// `reg-name`: unreserved, sub-delims and percent-encoded.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "@"): false
        default: Octet.isPathOrQuery(byte)
        }
    }
}

extension RequestHead {
    /// The host in the only `Host` field; nil: there is no such field, there are several, or it is no host.
    package var soleHost: String? {
        let hosts = values(of: "Host")
        guard hosts.count == 1, hosts[0].withUnsafeBytes(HostForm.fits) else { return nil }
        return String(decoding: hosts[0], as: UTF8.self)
    }
}
