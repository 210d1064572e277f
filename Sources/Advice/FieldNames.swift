// FieldNames.swift: the names of header fields that people write most, to notice those that are misspelt.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWords

enum FieldNames {
    /// The known name that a misspelt one was probably meant to be; nil for names that are like none.
    static func meant(by name: String) -> String? {
        let typed = name.lowercased()
        guard name.utf8.count >= shortest, !lowered.contains(typed), !typed.hasPrefix("x-"),
            let nearest = NearestWord.nearest(to: name, among: all)
        else { return nil }
        // Most names differ from each other by more than a slip of the finger.
        let distance = NearestWord.distance(Array(typed.utf8), Array(nearest.lowercased().utf8))
        return distance <= (name.utf8.count > 10 ? 2 : 1) ? nearest : nil
    }

    /// Whether a field of this name is known, in the spelling that documents have for it.
    static func isSpelled(_ name: some StringProtocol) -> Bool { all.contains(String(name)) }

    /// RFC 9110 section 18.4, RFC 9111, 9112, 6265, 6266, and what browsers and their servers add.
    private static let all = [
        "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Accept-Ranges",
        "Access-Control-Allow-Credentials", "Access-Control-Allow-Headers", "Access-Control-Allow-Methods",
        "Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Access-Control-Max-Age",
        "Access-Control-Request-Headers", "Access-Control-Request-Method", "Age", "Allow", "Alt-Svc",
        "Authentication-Info", "Authorization", "Cache-Control", "Connection", "Content-Disposition",
        "Content-Encoding", "Content-Language", "Content-Length", "Content-Location", "Content-Range",
        "Content-Type", "Cookie", "Date", "ETag", "Expect", "Expires", "Forwarded", "From", "Host", "If-Match",
        "If-Modified-Since", "If-None-Match", "If-Range", "If-Unmodified-Since", "Keep-Alive", "Last-Event-ID",
        "Last-Modified",
        "Link", "Location", "Max-Forwards", "Origin", "Pragma", "Proxy-Authenticate", "Proxy-Authentication-Info",
        "Proxy-Authorization", "Proxy-Connection", "Range", "Referer", "Retry-After", "Server", "Set-Cookie",
        "Strict-Transport-Security", "TE", "Trailer", "Transfer-Encoding", "Upgrade", "User-Agent", "Vary", "Via",
        "WWW-Authenticate", "Warning",
    ]

    private static let lowered = Set(all.map { $0.lowercased() })
    private static let shortest = 5
}
