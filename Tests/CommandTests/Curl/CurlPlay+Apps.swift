// CurlPlay+Apps.swift: what an app does, by curl or by the app in this folder.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension CurlPlay {
    static let apps = [
        CurlPlay.app("login", "login", but: "stale", breaks: "> Authorization: Bearer {{nonce token}}"),
        app("token-refreshed", "refresh", but: "stale", breaks: "> Authorization: Bearer {{nonce new}}"),
        app("pages", "pages", but: "first", breaks: "> GET /orders?{{query cursor={{nonce second}}}}"),
        app("pages", "pages", but: "counting", breaks: "> GET /orders?{{query cursor={{nonce second}}}}"),
        app("pages", "pages", but: "endless", breaks: "unexpected-request GET /orders?cursor=None"),
        app("polling", "poll", but: "hasty", breaks: "> GET /reports/{{nonce id}}"),
        app("polling", "poll", but: "guessing", breaks: "unexpected-request GET /reports/1"),
        app("redirect-without-token", "redirect", but: "trusting", breaks: "> Authorization: {{absent}}"),
        CurlPlay(
            "apps/redirect-without-token", "-L \(token) {{origin}}/invoice",
            wrong: "-L --location-trusted \(token) {{origin}}/invoice", breaks: "> Authorization: {{absent}}"),
        CurlPlay(
            "apps/form-upload", "-F 'title=At the sea' -F 'photo=PNG;filename=sea.png' {{origin}}/photos",
            wrong: "-F 'title=At the sea' -F photo=PNG {{origin}}/photos",
            breaks: #"> {{multipart title="At the sea" photo="PNG";filename="sea.png"}}"#),
        CurlPlay(
            "apps/retry-after", "--retry 1 {{origin}}/orders",
            wrong: "{{origin}}/orders {{origin}}/orders", breaks: "> GET /orders"),
        CurlPlay(
            "apps/webhook", "\(json) -d '\(order("19.9"))' {{origin}}/hooks/orders",
            wrong: "\(json) -d '\(order(#""19.9""#))' {{origin}}/hooks/orders", breaks: "> {{json {"),
        CurlPlay(
            "apps/event-feed", "python events-client {{origin}}/feed", exit: nil,
            wrong: "python events-client {{origin}}/feed forgetful", breaks: "> Last-Event-ID: 7"),
        CurlPlay(
            "apps/search", "'{{origin}}/search?page=1&size=42&q=red%20shoes'",
            wrong: "'{{origin}}/search?page=1&size=42&q=red&shoes'",
            breaks: #"> GET /search?{{query q="red shoes" size=42 page=1}}"#),
        CurlPlay(
            "apps/resumed-download", "{{origin}}/film --next -r 400- -H 'If-Range: \"v1\"' {{origin}}/film", exit: nil,
            wrong: "{{origin}}/film --next -r 400- {{origin}}/film", breaks: #"> If-Range: "v1""#),
        CurlPlay(
            "apps/two-at-once", "-Z --parallel-immediate {{origin}}/profile {{origin}}/orders",
            wrong: "--max-time 3 {{origin}}/profile", breaks: ">b GET /orders"),
    ]

    /// The app of this folder, and the same app with one of its mistakes.
    private static func app(_ file: String, _ task: String, but mistake: String, breaks: String) -> CurlPlay {
        CurlPlay(
            "apps/\(file)", "python app-client {{origin}} \(task)",
            wrong: "python app-client {{origin}} \(task) \(mistake)", breaks: breaks)
    }

    private static let token = "-H 'Authorization: Bearer secret'"
    private static let json = "-H 'Content-Type: application/json'"

    private static func order(_ total: String) -> String {
        #"{"order": {"items": ["ball", "leash"], "number": 7, "total": \#(total)}, "id": "a7", "event": "paid"}"#
    }
}
