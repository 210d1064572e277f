// CanonicalRequestTests.swift: requests in the form that caches use as a key.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainInterceptor
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `A canonical request` {
    @Test(arguments: [
        ("http://web.test/a", "http://web.test/a"), ("HTTP://web.test/A", "http://web.test/A"),
        ("http://WEB.Test/A?B#C", "http://web.test/A?B#C"), ("HTTPS://Web.Test", "https://web.test/"),
        ("http://web.test?q=1", "http://web.test/?q=1"), ("http://web.test#top", "http://web.test/#top"),
        ("http:web.test/a", "http://web.test/a"), ("http:/web.test/a", "http://web.test/a"),
        ("http:///a", "http://localhost/a"), ("http://:8080/a", "http://localhost:8080/a"),
        ("http://web.test:80/", "http://web.test:80/"), ("https://web.test:443", "https://web.test:443/"),
        ("http://User:PASS@Web.Test/", "http://User:PASS@web.test/"), ("http://User@/", "http://User@localhost/"),
        ("http://[2001:DB8::7]:80/", "http://[2001:db8::7]:80/"), ("http://web.test/a/../b", "http://web.test/a/../b"),
        ("http://web.test/%7Euser", "http://web.test/%7Euser"),
    ])
    func `has a URL in its canonical form`(text: String, canonical: String) throws {
        let request = URLRequest(url: try #require(URL(string: text)))
        let once = canonicalRequest(for: request)
        #expect(once.url?.absoluteString == canonical)
        let twice = canonicalRequest(for: once)
        #expect(twice == once && twice.allHTTPHeaderFields == once.allHTTPHeaderFields)
    }

    @Test(arguments: ["ftp://WEB.test", "file:///A", "mailto:a@b", "/a", "data:,A"])
    func `stays what it is where it is none of HTTP`(text: String) throws {
        let request = URLRequest(url: try #require(URL(string: text)))
        let canonical = canonicalRequest(for: request)
        #expect(canonical.url == request.url && canonical.allHTTPHeaderFields ?? [:] == [:])
    }

    @Test func `says what everybody says`() {
        let fields = canonicalRequest(for: Self.request()).allHTTPHeaderFields
        #expect(fields == ["Accept": "*/*", "Accept-Encoding": "gzip, deflate", "Accept-Language": "en-us"])
        #expect(
            canonicalRequest(for: Self.request(), language: "de").value(forHTTPHeaderField: "Accept-Language") == "de")
    }

    @Test func `says again what it said`() {
        var request = Self.request()
        let own = ["Accept": "text/plain", "Accept-Encoding": "identity", "Accept-Language": "fr", "X-Own": "1"]
        for (name, value) in own { request.setValue(value, forHTTPHeaderField: name) }
        #expect(canonicalRequest(for: request).allHTTPHeaderFields == own)
    }

    @Test(arguments: [
        ("POST", true, nil, "application/x-www-form-urlencoded"),
        ("post", true, nil, "application/x-www-form-urlencoded"),
        ("POST", false, nil, nil), ("PUT", true, nil, nil), ("GET", false, nil, nil),
        ("POST", true, "text/plain", "text/plain"),
    ])
    func `names a form's type for a POST with a body`(
        method: String, hasBody: Bool, own: String?, type: String?
    ) {
        var request = Self.request()
        request.httpMethod = method
        if let own { request.setValue(own, forHTTPHeaderField: "Content-Type") }
        if hasBody { request.httpBody = Data("a=b".utf8) }
        #expect(canonicalRequest(for: request).value(forHTTPHeaderField: "Content-Type") == type)
        if hasBody {
            request.httpBody = nil
            request.httpBodyStream = InputStream(data: Data("a=b".utf8))
            #expect(canonicalRequest(for: request).value(forHTTPHeaderField: "Content-Type") == type)
        }
    }

    private static func request() -> URLRequest { URLRequest(url: URL(string: "http://web.test/")!) }
}
