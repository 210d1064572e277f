// SubmittedBody.swift: the body of a request, read by its Content-Type.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire

/// A form, with files or without, or bytes.
struct SubmittedBody {
    private(set) var form = Pairs()
    private(set) var files: [(name: String, file: FormParts.Part)] = []
    /// Empty if the body is a form.
    private(set) var bytes: [UInt8] = []
    /// The body has more parts than the limit.
    private(set) var isCut = false

    init(_ occasion: Occasion) {
        let body = occasion.request.body.map { Array($0) } ?? []
        let type = ContentType(occasion.field("content-type") ?? "")
        switch type.name {
        case "application/x-www-form-urlencoded":
            form = Pairs(urlencoded: body)
            isCut = form.isCut
        case "multipart/form-data":
            guard let boundary = type.parameters["boundary"], !boundary.isEmpty else { return }
            let parts = FormParts(body, boundary: Array(boundary.utf8))
            isCut = parts.isCut
            for part in parts.all {
                if part.filename == nil {
                    form.add(part.name, String(decoding: part.bytes, as: UTF8.self))
                } else {
                    files.append((part.name, part))
                }
            }
        default: bytes = body
        }
    }

    /// The bytes as text, or as a `data:` URL (RFC 2397) if they are no text.
    static func told(_ bytes: [UInt8], type: String = "application/octet-stream") -> JSONText {
        if let text = String(validating: bytes, as: UTF8.self) { return .text(text) }
        return .text("data:\(type);base64,\(String(decoding: Base64.encoded(bytes), as: UTF8.self))")
    }
}

/// `text/plain; charset=utf-8`, in lower case except for the values of parameters.
struct ContentType {
    var name = ""
    var parameters: [String: String] = [:]

    init(_ text: String) {
        var parts = Self.split(text)
        name = parts.removeFirst().lowercased()
        for part in parts {
            guard let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let key = Self.trimmed(part[..<equals]).lowercased()
            let value = Self.unquoted(Self.trimmed(part[part.utf8.index(after: equals)...]))
            if parameters[key] == nil { parameters[key] = value }
        }
    }

    /// Splits at semicolons outside quotes.
    private static func split(_ text: String) -> [String] {
        var parts: [[UInt8]] = [[]]
        var isQuoted = false
        var isEscaped = false
        for byte in text.utf8.prefix(8_192) {
            if byte == UInt8(ascii: ";"), !isQuoted {
                parts.append([])
                continue
            }
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: "\\"), isQuoted {
                isEscaped = true
            }
            parts[parts.count - 1].append(byte)
        }
        return parts.map { trimmed(String(decoding: $0, as: UTF8.self)[...]) }
    }

    private static func trimmed(_ text: Substring) -> String {
        let bytes = text.utf8.drop { Octet.isBlank($0) }
        return String(decoding: bytes.reversed().drop { Octet.isBlank($0) }.reversed(), as: UTF8.self)
    }

    /// RFC 9110 section 5.6.4, but a backslash before a character that needs none stays, as in file names of browsers.
    private static func unquoted(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else { return text }
        var result: [UInt8] = []
        var index = 1
        while index < bytes.count - 1 {
            let next = bytes[index + 1]
            if bytes[index] == UInt8(ascii: "\\"), next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\"),
                index + 1 < bytes.count - 1
            {
                index += 1
            }
            result.append(bytes[index])
            index += 1
        }
        return String(decoding: result, as: UTF8.self)
    }
}
