// ResumePoint+Replies.swift: requests the rest of a broken download, and decides what the reply means for it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

extension ResumePoint {
    enum Meaning {
        case goesOn(total: Int?)
        /// The file has changed, or the server does not know ranges: the reply has all of it.
        case beginsAnew
        case failed(String)
    }

    /// Adds Range and If-Range, RFC 9110 section 13.1.5: the server sends the rest if the file is the same, else all of
    /// it.
    func condition(_ request: LoadRequest) -> LoadRequest {
        var request = request
        request.fields.removeAll { $0.isNamed("Range") || $0.isNamed("If-Range") }
        request.fields.append(Field("Range", "bytes=\(offset)-"))
        request.fields.append(Field("If-Range", validator))
        return request
    }

    func meaning(of head: ResponseHead) -> Meaning {
        switch head.status {
        case 206:
            let content = head.first("Content-Range").flatMap { ContentRange($0) }
            guard let content, let range = content.range, range.lowerBound == offset else {
                return .failed("the server sends another part than the one that is missing")
            }
            guard isSame(head) else { return .failed("the server sends a part of another file") }
            // A download whose coding was undone is not resumed.
            guard ContentCodings(head) == nil else {
                return .failed("the server sends a coded part, and what is there is not coded")
            }
            let whole = content.completeLength ?? total
            // RFC 9110 section 15.3.7.3: what is there then would not be the whole file.
            guard whole.map({ $0 == range.upperBound }) ?? true else {
                return .failed("the server sends only a part of what is missing")
            }
            return .goesOn(total: whole)
        case 200: return .beginsAnew
        default: return .failed("the server answers \(head.status), so the download cannot go on")
        }
    }

    /// For a reply that broke off; nil: it has no validator that shows whether the file is still the same.
    init?(_ head: ResponseHead, url: String, received: Int, _ settings: LoadSettings, _ download: Download) {
        guard head.status == 200 || head.status == 206, received > 0 else { return nil }
        let ranges = head.members(of: "Accept-Ranges").map { String(decoding: $0, as: UTF8.self) }
        guard !ranges.contains("none") else { return nil }
        let tag = head.text(of: "ETag").flatMap { $0.hasPrefix("W/") ? nil : $0 }
        guard let validator = tag ?? Self.strongDate(head) else { return nil }
        self.init(
            url: url, validator: validator, offset: received, total: download.expected, file: download.path)
    }

    /// RFC 9110 section 15.3.7.3: parts belong together if they have the same strong validator. A field that is missing
    /// in a part counts as unchanged.
    private func isSame(_ head: ResponseHead) -> Bool {
        guard let now = head.text(of: validator.hasPrefix("\"") ? "ETag" : "Last-Modified") else { return true }
        return now == validator
    }

    /// RFC 9110 section 8.8.2.2: a date is strong if it lies at least a second before the reply's Date.
    private static func strongDate(_ head: ResponseHead) -> String? {
        func seconds(_ name: String) -> Int? { head.first(name).flatMap { HTTPDate.seconds($0, now: 0) } }
        guard let changed = seconds("Last-Modified"), let sent = seconds("Date"), changed < sent else { return nil }
        return head.text(of: "Last-Modified")
    }
}
