// KnownName.swift: the field names that HTTP/2 has rules for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWire

/// A field name that matters for reading a message, found by its length and then one or two comparisons.
enum KnownName: Hashable {
    case method, scheme, authority, path, status
    /// A pseudo-field that is not defined.
    case unknownPseudo
    case host, cookie, contentLength, expect, te
    /// A field that HTTP/2 does not have, because it is about the connection. RFC 9113 section 8.2.2.
    case ofConnection
    case other

    init(_ name: UnsafeRawBufferPointer) {
        if name.first == UInt8(ascii: ":") {
            self = Self.pseudo(name)
            return
        }
        self =
            switch name.count {
            case 2: Self.either(name, "te", .te)
            case 4: Self.either(name, "host", .host)
            case 6: Self.either(name, "cookie", .cookie, "expect", .expect)
            case 7: Self.either(name, "upgrade", .ofConnection)
            case 10: Self.either(name, "connection", .ofConnection, "keep-alive", .ofConnection)
            case 14: Self.either(name, "content-length", .contentLength)
            case 16: Self.either(name, "proxy-connection", .ofConnection)
            case 17: Self.either(name, "transfer-encoding", .ofConnection)
            default: .other
            }
    }

    var isPseudo: Bool {
        switch self {
        case .method, .scheme, .authority, .path, .status, .unknownPseudo: true
        case .host, .cookie, .contentLength, .expect, .te, .ofConnection, .other: false
        }
    }

    private static func pseudo(_ name: UnsafeRawBufferPointer) -> KnownName {
        let known =
            switch name.count {
            case 5: either(name, ":path", .path)
            case 7:
                switch name[2] {
                case UInt8(ascii: "e"): either(name, ":method", .method)
                case UInt8(ascii: "c"): either(name, ":scheme", .scheme)
                default: either(name, ":status", .status)
                }
            case 10: either(name, ":authority", .authority)
            default: KnownName.other
            }
        return known == .other ? .unknownPseudo : known
    }

    private static func either(
        _ name: UnsafeRawBufferPointer, _ one: StaticString, _ first: KnownName,
        _ two: StaticString? = nil, _ second: KnownName = .other
    ) -> KnownName {
        if name.elementsEqual(one) { return first }
        if let two, name.elementsEqual(two) { return second }
        return .other
    }
}

extension UnsafeRawBufferPointer {
    func elementsEqual(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] != text.utf8Start[index] { return false }
        return true
    }
}
