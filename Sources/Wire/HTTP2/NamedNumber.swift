// NamedNumber.swift: numbers of the protocol, with their names if they have one.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A number of a registry of HTTP/2, such as a frame's type or an error code. Any number may be sent.
package protocol NamedNumber: RawRepresentable, Hashable, Sendable, CustomStringConvertible
where RawValue: FixedWidthInteger & UnsignedInteger {
    /// The names in the spelling of their RFC, by number.
    static var names: KeyValuePairs<RawValue, String> { get }

    init(rawValue: RawValue)
}

extension NamedNumber {
    /// The number for a text such as `DATA`, `0x7f` or `127`.
    package init?(_ text: some StringProtocol) {
        if let named = Self.names.first(where: { $0.value == text }) {
            self.init(rawValue: named.key)
        } else {
            let isHex = text.hasPrefix("0x")
            guard let number = RawValue(isHex ? text.dropFirst(2) : text[...], radix: isHex ? 16 : 10) else {
                return nil
            }
            self.init(rawValue: number)
        }
    }

    package var name: String? { Self.names.first { $0.key == rawValue }?.value }

    package var description: String { name ?? "0x" + String(rawValue, radix: 16) }
}
