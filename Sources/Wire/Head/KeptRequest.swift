// KeptRequest.swift: a request whose body is still to come.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The head of a request, copied from the buffer in which it came.
package struct KeptRequest: Sendable {
    private var bytes: [UInt8] = []
    private let method: Range<Int>
    private let target: Range<Int>
    private var fields: [FieldSpan] = []

    package init(_ request: RequestView) {
        func keep(_ part: UnsafeRawBufferPointer, in bytes: inout [UInt8]) -> Range<Int> {
            bytes += part
            return bytes.count - part.count..<bytes.count
        }
        var bytes: [UInt8] = []
        var fields: [FieldSpan] = []
        method = keep(request.method, in: &bytes)
        target = keep(request.target, in: &bytes)
        request.forEachField { name, value in
            let name = keep(name, in: &bytes)
            fields.append(FieldSpan(name: name, value: keep(value, in: &bytes)))
        }
        self.bytes = bytes
        self.fields = fields
    }

    /// The request as it came; with the body it is complete.
    package func withView<Result>(
        body: [UInt8]? = nil, _ use: (RequestView) throws -> Result
    ) rethrows -> Result {
        try bytes.withUnsafeBytes { bytes in
            var view = RequestView(
                method: .init(rebasing: bytes[method]), target: .init(rebasing: bytes[target]), fields: fields,
                in: bytes)
            guard let body else { return try use(view) }
            return try body.withUnsafeBytes { body in
                view.body = body
                return try use(view)
            }
        }
    }
}
