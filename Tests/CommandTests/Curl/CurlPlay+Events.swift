// CurlPlay+Events.swift: an event source in place of curl.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension CurlPlay {
    static let events =
        [
            CurlPlay.listening("request", but: "blunt", breaks: "> Accept: text/event-stream"),
            listening("ids", but: "once", breaks: "> GET /events"),
            listening("id-with-nul", but: "rash", breaks: "> Last-Event-ID: 1"),
            listening("id-alone", but: "forgetful", breaks: "> Last-Event-ID: 2"),
            listening("incomplete", but: "rash", breaks: "> Last-Event-ID: 1"),
            listening("at-once", but: "forgetful", breaks: "> Last-Event-ID: 2"),
            listening("picked-up", but: "forgetful", breaks: "> Last-Event-ID: 3"),
            listening("nothing-new", but: "forgetful", breaks: "> Last-Event-ID: 1"),
            listening("lost", but: "forgetful", breaks: "> Last-Event-ID: 1"),
            listening("redirected", but: "settled", breaks: "> GET /events"),
            listening("retry", but: "hurried", breaks: "> GET /events"),
            listening("retry-of-digits", but: "lax", breaks: "> GET /events"),
            listening("no-content", but: "stubborn", breaks: "unexpected-request GET /events"),
            listening("other-statuses#500", but: "stubborn", breaks: "unexpected-request GET /events"),
            listening("other-type#json", but: "stubborn", breaks: "unexpected-request GET /events"),
        ]
        + [
            "data-lines", "line-ends", "byte-order-mark", "comments", "blanks", "no-data", "types", "unknown-fields",
            "not-utf-8", "byte-by-byte", "retry-without-event", "type-with-parameters",
        ].map { listening($0, but: "once", breaks: "> GET /events") }

    /// The client of this folder, and the same client with one of its mistakes.
    private static func listening(_ name: String, but mistake: String, breaks: String) -> CurlPlay {
        CurlPlay(
            "events/\(name)", "python events-client {{origin}}/events", exit: nil,
            wrong: "python events-client {{origin}}/events \(mistake)", breaks: breaks)
    }
}
