// RequestView.swift: a request in the buffer that holds it, for answers without copies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A parsed head and its body, still in the connection's buffer.
///
/// It is valid until the buffer or the parser changes, and must not be kept longer.
package struct RequestView {
    package var method: UnsafeRawBufferPointer
    package var target: UnsafeRawBufferPointer
    /// The decoded body; nil: it was not collected, because nothing has needed it yet.
    package var body: UnsafeRawBufferPointer?
    private let base: UnsafeRawBufferPointer
    private let folds: UnsafeRawBufferPointer
    private let fields: [FieldSpan]

    package init(_ parser: borrowing HeadParser, in bytes: UnsafeRawBufferPointer) {
        method = .init(rebasing: bytes[parser.method])
        target = .init(rebasing: bytes[parser.target])
        base = bytes
        folds = parser.unfolded.bytes
        fields = parser.fields
    }

    /// A request that did not come as text: its fields lie in `bytes`.
    package init(
        method: UnsafeRawBufferPointer, target: UnsafeRawBufferPointer, fields: [FieldSpan],
        in bytes: UnsafeRawBufferPointer
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        base = bytes
        folds = bytes
    }

    /// Calls `body` for all fields, in the order of arrival.
    package func forEachField(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
        for field in fields {
            body(.init(rebasing: base[field.name]), .init(rebasing: (field.isFolded ? folds : base)[field.value]))
        }
    }

    /// The value of the next field of this name from `index` on; the name is in lower case.
    package func nextValue(of name: [UInt8], after index: inout Int) -> UnsafeRawBufferPointer? {
        while index < fields.count {
            let field = fields[index]
            index += 1
            if field.name.count == name.count, isNamed(field, name) {
                return .init(rebasing: (field.isFolded ? folds : base)[field.value])
            }
        }
        return nil
    }

    /// The value of the first field of this name, given in lower case.
    package func value(of name: [UInt8]) -> UnsafeRawBufferPointer? {
        var index = 0
        return nextValue(of: name, after: &index)
    }

    /// The same for a constant name, which must be in lower case.
    package func value(of name: StaticString) -> UnsafeRawBufferPointer? {
        for field in fields where field.name.count == name.utf8CodeUnitCount {
            if CaseInsensitive.equals(.init(rebasing: base[field.name]), name) {
                return .init(rebasing: (field.isFolded ? folds : base)[field.value])
            }
        }
        return nil
    }

    private func isNamed(_ field: FieldSpan, _ name: [UInt8]) -> Bool {
        let start = Int(field.nameStart)
        for index in name.indices where Octet.lowercased(base[start + index]) != name[index] { return false }
        return true
    }
}

extension HeadParser {
    /// A view of the head that was found in `bytes`.
    package func view(in bytes: UnsafeRawBufferPointer) -> RequestView { RequestView(self, in: bytes) }
}
