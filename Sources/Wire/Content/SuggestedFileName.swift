// SuggestedFileName.swift: the file name that a response suggests.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A name for a file, never a path: whatever the server sends, the file stays in the chosen folder, is not hidden, and
/// has a name that can be typed.
package enum SuggestedFileName {
    /// The name in `Content-Disposition`, else the end of the URL's path, else the host; a name without an extension
    /// gets one from the media type.
    package static func name(for url: HTTPURL, _ fields: [Field]) -> String {
        let disposition = fields.values(of: "content-disposition").lazy.compactMap { ContentDisposition($0) }.first
        return name(disposition: disposition, url: url, type: fields.mediaType)
    }

    package static func name(disposition: ContentDisposition?, url: HTTPURL?, type: MediaType?) -> String {
        if let given = disposition?.fileName, let name = harmless(given) { return extended(name, type) }
        if let url {
            // Decoded after splitting: an escaped slash is part of the name, from which it is removed.
            let last = url.path.utf8.split(separator: UInt8(ascii: "/")).last.map { PercentCoding.decoded($0) } ?? []
            if url.path.utf8.last != UInt8(ascii: "/"), let name = harmless(String(decoding: last, as: UTF8.self)) {
                return extended(name, type)
            }
            // A dot in a host does not start an extension.
            if let name = harmless(url.host.text) { return extended(name, type, isWhole: true) }
        }
        return extended("Unknown", type)
    }

    /// The last part of a possible path, without harmful characters; nil if nothing is left.
    package static func harmless(_ given: String) -> String? {
        let parts = given.unicodeScalars.split { $0 == "/" || $0 == "\\" }
        guard let last = parts.last(where: { !$0.allSatisfy { $0 == "." || $0 == " " } }) else { return nil }
        var name = String.UnicodeScalarView()
        for scalar in last where !isDangerous(scalar) {
            if name.isEmpty, scalar == " " { continue }
            // A leading dot hides a file. A colon divides folders on some systems, and drives or streams on others.
            name.append(scalar == ":" || name.isEmpty && scalar == "." ? "_" : scalar)
        }
        let ended = withoutEnd(name)
        return ended.isEmpty ? nil : shortened(String(ended))
    }

    /// Control characters, line ends, and marks that change the writing direction, which can make `exe` look like
    /// `txt`.
    private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
        default: false
        }
    }

    /// The name without blanks and dots at the end: some systems drop them, so that the name would change.
    private static func withoutEnd(_ name: String.UnicodeScalarView) -> String.UnicodeScalarView {
        var name = name
        while let end = name.last, end == " " || end == "." { name.removeLast() }
        return name
    }

    /// The name, shortened to what file systems accept, with its extension.
    private static func shortened(_ name: String) -> String {
        if name.utf8.count <= bytesAtMost { return name }
        let end = fileExtension(name).map { "." + $0 } ?? ""
        let kept = end.utf8.count <= extensionAtMost ? end : ""
        var stem = String.UnicodeScalarView()
        var room = bytesAtMost - kept.utf8.count
        for scalar in name.unicodeScalars.dropLast(kept.unicodeScalars.count) {
            room -= UTF8.width(scalar)
            if room < 0 { break }
            stem.append(scalar)
        }
        return kept.isEmpty ? String(withoutEnd(stem)) : String(stem) + kept
    }

    /// The text after the last dot, if there is text before it.
    private static func fileExtension(_ name: String) -> Substring? {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        let text = name[name.index(after: dot)...]
        return text.isEmpty ? nil : text
    }

    private static func extended(_ name: String, _ type: MediaType?, isWhole: Bool = false) -> String {
        guard isWhole || fileExtension(name) == nil, let type, let ending = extensions[type.description] else {
            return name
        }
        return shortened("\(name).\(ending)")
    }

    private static let bytesAtMost = 255
    private static let extensionAtMost = 32

    /// The usual file extension of each media type.
    private static let extensions: [String: String] = [
        "application/gzip": "gz", "application/javascript": "js", "application/json": "json", "application/pdf": "pdf",
        "application/rtf": "rtf", "application/x-tar": "tar", "application/xhtml+xml": "xhtml",
        "application/xml": "xml",
        "application/zip": "zip", "audio/mp4": "m4a", "audio/mpeg": "mp3", "audio/wav": "wav", "image/avif": "avif",
        "image/bmp": "bmp", "image/gif": "gif", "image/jpeg": "jpeg", "image/png": "png", "image/svg+xml": "svg",
        "image/tiff": "tiff", "image/webp": "webp", "text/calendar": "ics", "text/css": "css", "text/csv": "csv",
        "text/html": "html", "text/javascript": "js", "text/markdown": "md", "text/plain": "txt", "text/vcard": "vcf",
        "text/xml": "xml", "video/mp4": "mp4", "video/mpeg": "mpeg", "video/quicktime": "mov", "video/webm": "webm",
    ]
}
