// CurlNotes.swift: notes that `curl -v` prints beside the conversation.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

/// Scenarios look like the output of `curl -v`, so people paste that, with notes that curl prints about itself: `*`
/// lines in its own words, `{ [5 bytes data]`, its progress meter. No note is part of the conversation.
enum CurlNotes {
    /// The indices of such notes. A `*` line that is not known to be curl's counts only if other lines show that the
    /// text is curl's, and never if it may be a misspelt callback.
    static func indices(among lines: [ArraySlice<UInt8>]) -> Set<Int> {
        var notes: Set<Int> = []
        var uncertain: [Int] = []
        for (index, line) in lines.enumerated() {
            switch line.first {
            case UInt8(ascii: "*"):
                guard line.count < longest, line.dropFirst().first == Byte.space else { continue }
                let text = String(decoding: line.dropFirst().drop { $0 == Byte.space }, as: UTF8.self)
                if known.contains(where: text.hasPrefix) {
                    notes.insert(index)
                } else {
                    uncertain.append(index)
                }
            case Byte.open, Byte.close: if isAmount(line) { notes.insert(index) }
            case Byte.space, Byte.carriageReturn, UInt8(ascii: "1"): if isMeter(line) { notes.insert(index) }
            default: continue
            }
        }
        guard !notes.isEmpty else { return [] }
        for index in uncertain where isNoCallback(lines[index]) { notes.insert(index) }
        for (index, line) in lines.enumerated() where strayPrefixes.contains(where: { line.starts(with: $0.utf8) }) {
            notes.insert(index)
        }
        return notes
    }

    /// `{ [5 bytes data]`, `} [9 bytes data]`
    private static func isAmount(_ line: ArraySlice<UInt8>) -> Bool {
        line.count < longest && line.dropFirst().starts(with: " [".utf8)
            && String(decoding: line, as: UTF8.self).hasSuffix(" bytes data]")
    }

    /// The three lines of the progress meter; the last one begins with a carriage return, and has anything behind it.
    private static func isMeter(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.count < longest else { return false }
        let text = String(decoding: line, as: UTF8.self)
        let words = text.split { $0.isWhitespace }
        return text.contains(" --:--:-- ") || words.starts(with: ["%", "Total", "%", "Received"])
            || words.starts(with: ["Dload", "Upload"])
    }

    private static func isNoCallback(_ line: ArraySlice<UInt8>) -> Bool {
        let words = String(decoding: line.dropFirst(), as: UTF8.self).split(separator: " ").map(String.init)
        guard let first = words.first else { return false }
        if words.contains("->") || first.hasPrefix("[") || CallbackKind(rawValue: first) != nil { return false }
        return NearestWord.nearest(to: first, among: CallbackKind.words) == nil
    }

    private static let strayPrefixes = ["curl: (", "Note: Unnecessary use of -X", "Warning: "]
    /// The beginnings of the notes of versions 7 and 8.
    private static let known = [
        "Trying ", "Connected to ", "Connection #", "Connection to ", "connect to ", "Failed to connect ",
        "Closing connection", "Re-using existing connection", "Reusing existing ", "Found bundle for host",
        "Found existing connection", "Hostname ", "Host ", "IPv4: ", "IPv6: ", "Could not resolve host",
        "Mark bundle as not supporting multiuse", "HTTP 1.0, assume close", "HTTP/1.0 connection set to keep alive",
        "no chunk, no close, no size", "Issue another request to this URL", "Ignoring the response-body",
        "Please rewind output before next send", "upload completely sent off", "We are completely uploaded",
        "Request completely sent off", "Done waiting for 100-continue", "Switch from POST to GET",
        "Maximum (", "Empty reply from server", "Recv failure", "Send failure", "Received HTTP/0.9",
        "Excess found", "transfer closed with ", "end of response with ", "Operation timed out",
        "Server auth using ", "Proxy auth using ", "Authentication problem", "Added cookie ", "Replaced cookie ",
        "Unsolicited response", "using HTTP/", "Using HTTP2", "ALPN", "TLSv1", "SSL connection using",
        "SSL certificate", "Server certificate:", "Proxy certificate:", "CAfile:", "CApath:", "subject: ",
        "start date: ", "expire date: ", "issuer: ", "subjectAltName: ", "common name: ", "OpenSSL", "old SSL session",
        "SSL: ", "LibreSSL", "schannel: ", "Uses proxy env variable", "Proxy replied ", "CONNECT ",
        "Establish HTTP proxy tunnel", "allocate connect buffer", "Expire in ", "STATE: ", "h2h3 [", "[HTTP/2]",
        "Curl_", "nghttp2", "Leftovers after chunking", "Illegal or missing hexadecimal", "Invalid ",
        "Simulate a HTTP 304", "The entire document is already downloaded", "Rebuilt URL to: ",
        "TCP_NODELAY set", "Immediate connect fail", "Too old connection", "Connection died, retrying",
        "Connection died", "left intact", "Closing ", "shutting down connection", "URL using bad", "Could not ",
    ]
    private static let longest = 4096
}
