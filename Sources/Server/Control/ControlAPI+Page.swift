// ControlAPI+Page.swift: the answer at `/`: a page for people, a list of the resources for programs.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainPages
import QuintainWire

extension ControlAPI {
    func entrance(_ request: ControlRequest) -> ControlReply {
        guard request.wantsPage else { return index() }
        var reply = ControlReply(type: "text/html; charset=utf-8", bytes: Self.page.html)
        reply.fields = [
            ("Content-Security-Policy", Self.page.policy + "; frame-ancestors 'none'"),
            ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
            ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Vary", "Accept"),
        ]
        return reply
    }

    private func index() -> ControlReply {
        let resources = Self.resources.map { resource -> JSONText in
            .object([("path", .text(resource.path)), ("methods", .list(resource.methods.map(JSONText.text)))])
        }
        var reply = ControlReply(
            json: .object([("version", .text(version)), ("resources", .list(resources))]))
        reply.fields = [("Vary", "Accept")]
        return reply
    }

    /// The page is the same for every reader: its script requests the data that it shows.
    private static let page = LivePage()
}

extension ControlRequest {
    /// Browsers ask for HTML; programs accept anything.
    var wantsPage: Bool {
        guard path.isEmpty, method == "GET", head.targetText.hasPrefix("/") else { return false }
        return head.values(of: "Accept").contains { value in
            String(decoding: value, as: UTF8.self).split(separator: ",").contains { range in
                let type = range.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
                return type.lowercased() == "text/html"
            }
        }
    }
}
