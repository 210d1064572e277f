// Page.swift: one file of HTML that needs no other file, and loads none.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
package import QuintainNotation

/// A page whose scripts and style sheets are ours, and whose values may come from anybody.
///
/// Values are JSON in blocks that are no scripts. Only the page's own scripts may run, by their hashes (Content
/// Security Policy level 3), and they can load nothing.
package struct Page: Sendable {
    package var title: String
    package var assets: [PageAsset]
    /// The values that the scripts read, each by the id of its block.
    package var values: [(id: String, value: JSONText)] = []
    /// Whether the scripts may ask the server that the page came from.
    package var asksItsServer = false

    package init(title: String, assets: [PageAsset]) {
        self.title = title
        self.assets = assets
    }

    package var html: [UInt8] {
        let (styles, scripts) = (styles, scripts)
        var text = Array(head.utf8)
        text += Array("<style>".utf8) + styles + Array("</style>\n</head>\n<body>\n".utf8)
        text += Array("<noscript>This page is drawn by its script, and scripts are switched off.</noscript>\n".utf8)
        for (id, value) in values {
            text += Array("<script type=\"application/json\" id=\"\(Self.escaped(id))\">".utf8)
            text += Self.harmless(value) + Array("</script>\n".utf8)
        }
        return text + Array("<script>".utf8) + scripts + Array("</script>\n</body>\n</html>\n".utf8)
    }

    /// The value of a field Content-Security-Policy: what a browser may run and load for the page.
    package var policy: String {
        [
            "default-src 'none'", "style-src '\(Self.source(styles))'", "script-src '\(Self.source(scripts))'",
            "img-src data:", asksItsServer ? "connect-src 'self'" : "connect-src 'none'", "base-uri 'none'",
            "form-action 'none'",
        ].joined(separator: "; ")
    }

    private var styles: [UInt8] { joined { $0.isStyle } }
    private var scripts: [UInt8] { joined { !$0.isStyle } }

    private func joined(_ isWanted: (PageAsset) -> Bool) -> [UInt8] {
        Array("\n".utf8) + assets.filter(isWanted).flatMap(\.bytes)
    }

    private var head: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(policy)">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <link rel="icon" href="\(Self.icon)">
        <title>\(Self.escaped(title))</title>

        """
    }

    private static func source(_ bytes: [UInt8]) -> String {
        "sha256-" + String(decoding: Base64.encoded(Hash.sha256.of(bytes)), as: UTF8.self)
    }

    /// A value as a much shorter text: deflated, in base64. `Quintain.unpack` reads it.
    package static func packed(_ value: JSONText) -> JSONText {
        let bytes = Coding.rawDeflate().encoded(Array(value.description.utf8))
        return .text(String(decoding: Base64.encoded(bytes), as: UTF8.self))
    }

    /// JSON without `<`, which it can only have in strings. So no block can be ended from within, nor a comment begun
    /// (HTML, "Restrictions for contents of script elements").
    private static func harmless(_ value: JSONText) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in value.description.utf8 {
            if byte == UInt8(ascii: "<") { bytes += Array("\\u003c".utf8) } else { bytes.append(byte) }
        }
        return bytes
    }

    /// Text for HTML, inside quotation marks or outside.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A quintain: a post, an arm, a target at one end.
    private static let icon =
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cg fill='none' "
        + "stroke='%23888' stroke-width='1.6'%3E%3Cpath d='M9 15V2M3 5h11'/%3E%3Ccircle cx='4' cy='9' r='3' "
        + "stroke='%23c33'/%3E%3C/g%3E%3C/svg%3E"
}
