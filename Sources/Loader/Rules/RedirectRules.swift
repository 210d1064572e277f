// RedirectRules.swift: makes the request that follows a redirect.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// RFC 9110 section 15.4, with the conventions that it allows for.
enum RedirectRules {
    /// The next request; nil: the reply is no redirect, or has no usable Location.
    static func next(after head: ResponseHead, to request: LoadRequest, at target: RequestURL) -> LoadRequest? {
        guard [301, 302, 303, 307, 308].contains(head.status) else { return nil }
        let places = head.values(of: "Location")
        guard let place = places.first, places.allSatisfy({ $0 == place }), !place.isEmpty else { return nil }
        guard let (url, credential) = target.redirected(to: place) else { return nil }
        var next = request
        next.url = url
        next.credential = credential
        if dropsBody(head.status, request.method) {
            next.method = request.method == "HEAD" ? "HEAD" : "GET"
            next.body = .none
            next.fields.removeAll { isAboutBody($0) }
        }
        // Credentials, cookies and conditions for this origin are not sent to another one.
        if (try? RequestURL(url))?.hop != target.hop {
            next.fields.removeAll { isPrivate($0) }
        }
        next.fields.removeAll { $0.isNamed("Host") }
        return next
    }

    /// Sections 15.4.2 and 15.4.3 permit a change from POST to GET, as all clients do; section 15.4.4 changes all
    /// methods but HEAD to GET.
    private static func dropsBody(_ status: Int, _ method: String) -> Bool {
        switch status {
        case 301, 302: method == "POST"
        case 303: method != "GET" && method != "HEAD"
        default: false
        }
    }

    private static func isAboutBody(_ field: Field) -> Bool {
        [
            "Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location", "Content-MD5",
            "Transfer-Encoding", "Trailer", "Expect", "Digest", "Content-Digest", "Repr-Digest", "Last-Modified",
        ].contains { field.isNamed($0) }
    }

    private static func isPrivate(_ field: Field) -> Bool {
        ["Authorization", "Cookie", "Proxy-Authorization", "Origin", "Referer"].contains { field.isNamed($0) }
    }

    /// The most redirects that are followed: RFC 9110 section 15.4 sets no limit, most clients take twenty.
    static let most = 20
}
