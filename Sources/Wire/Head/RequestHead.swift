// RequestHead.swift: the head of a request, as a value of its own.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The results of a ``HeadParser``, copied from the bytes.
package struct RequestHead: Hashable, Sendable {
    package var method: String
    package var target: [UInt8]
    package var form: TargetForm
    package var version: HTTPVersion
    /// In the order of their arrival.
    package var fields: [Field]
    package var framing: BodyFraming
    /// Whether the client allows the connection to be reused.
    package var keepsAlive: Bool
    /// Whether the client waits for `100 Continue` before it sends the body.
    package var expectsContinue: Bool
    /// The bytes as they came, from the request line to the empty line.
    package var raw: [UInt8]
    /// The empty line before the request line, if there was one.
    package var emptyLine: [UInt8]
    /// The offset of the request line, counted from the connection's first byte.
    package var offset: Int

    /// For requests that did not come as HTTP/1.1 text.
    package init(
        method: String, target: [UInt8], form: TargetForm = .origin, version: HTTPVersion = .http11,
        fields: [Field] = [], framing: BodyFraming = .none, keepsAlive: Bool = true, expectsContinue: Bool = false,
        raw: [UInt8] = [], emptyLine: [UInt8] = [], offset: Int = 0
    ) {
        self.method = method
        self.target = target
        self.form = form
        self.version = version
        self.fields = fields
        self.framing = framing
        self.keepsAlive = keepsAlive
        self.expectsContinue = expectsContinue
        self.raw = raw
        self.emptyLine = emptyLine
        self.offset = offset
    }

    /// The values of all fields of this name in any case, in the order of arrival.
    package func values(of name: String) -> [[UInt8]] { fields.values(of: name) }

    /// The target as text; bytes that are no UTF-8 become U+FFFD.
    package var targetText: String { String(decoding: target, as: UTF8.self) }
}

extension HeadParser {
    /// Copies the head that was found in `bytes`; `origin` is where those stand in the connection's input.
    package func head(in bytes: UnsafeRawBufferPointer, at origin: Int = 0) -> RequestHead {
        RequestHead(
            method: String(decoding: bytes[method], as: UTF8.self),
            target: Array(bytes[target]),
            form: form,
            version: version,
            fields: fieldList(in: bytes),
            framing: framing,
            keepsAlive: keepsAlive,
            expectsContinue: expectsContinue,
            raw: Array(bytes[start..<length]),
            emptyLine: Array(bytes[..<start]),
            offset: origin + start
        )
    }

    /// Copies the field lines that were found in `bytes`.
    package func fieldList(in bytes: UnsafeRawBufferPointer) -> [Field] {
        guard let base = bytes.baseAddress else { return [] }
        return fields.map { field in
            Field(String(decoding: base.bytes(field.name), as: UTF8.self), Array(value(of: field, base)))
        }
    }
}
