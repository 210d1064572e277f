// PlatformFaultTests.swift: what is told of URLSession's own faults on this system.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
    import Quintain
    import Testing

    @Suite struct `What is told of the system's own faults` {
        @Test(arguments: [
            (
                "> POST /a\n< 307\n< Location: /b\n> POST /b\n>\n> hello\n< 200",
                "leaves the body out behind a 307 or 308, whatever"
            ),
            ("> POST /a/b\n< 303\n< Location: c\n> GET /a/c\n< 200", "resolves a Location that is relative"),
            (
                "origin main http\norigin other http\n> POST /a\n< 303\n< Location: {{//other/b}}\n> GET //other/b\n"
                    + "> Authorization: {{absent}}\n< 200", "to wherever it is redirected, unless a delegate removes it"
            ),
        ])
        func `is what URLSession on Linux does wrong at a redirect`(text: String, fault: String) async throws {
            let play = try await Play(of: text)
            var request = URLRequest(url: play.url(text.contains("/a/b") ? "/a/b" : "/a"))
            request.httpMethod = "POST"
            request.httpBody = Data("hello".utf8)
            request.setValue("Bearer abc", forHTTPHeaderField: "Authorization")
            _ = try? await play.session().data(for: request)
            let mismatch = try #require(await play.mismatch())
            #expect(mismatch.description.contains("\nURLSession on Linux ") && mismatch.description.contains(fault))
        }

        @Test func `is that a redirect's cookie is lost in a session that has a delegate, and in no other`()
            async throws
        {
            let text =
                "> GET /login\n< 303\n< Set-Cookie: sid=7\n< Location: /home\n> GET /home\n> Cookie: sid=7\n< 200"
            let play = try await Play(of: text)
            let mine = play.session(forwardingTo: NoDelegateMethods())
            _ = try? await mine.data(from: play.url("/login"))
            let told = try #require(await play.mismatch()?.description)
            #expect(told.contains("\nURLSession on Linux loses a cookie that a redirect sets"), "\(told)")
            for isOfPlay in [true, false] {
                let other = try await Play(of: text)
                let session = isOfPlay ? other.session() : URLSession(configuration: .ephemeral)
                _ = try await session.data(from: other.url("/login"))
                try await other.verify()
            }
            let careless = try await Play(of: "> GET /a\n< 200\n< Set-Cookie: sid=7\n> GET /b\n> Cookie: sid=7\n< 200")
            let session = careless.session()
            session.configuration.httpCookieStorage?.cookieAcceptPolicy = .never
            _ = try await session.data(from: careless.url("/a"))
            _ = try? await session.data(from: careless.url("/b"))
            #expect(await careless.mismatch()?.description.contains("loses a cookie") == false)
        }

        @Test func `is no fault of the system where another test's session has set a cookie, which is told of itself`()
            async throws
        {
            let play = try await Play(of: "> GET /b\n> Cookie: {{absent}}\n< 200")
            var request = URLRequest(url: play.url("/b"))
            request.setValue("sid=7", forHTTPHeaderField: "Cookie")
            _ = try? await play.session().data(for: request)
            let text = try #require(await play.mismatch()?.description)
            #expect(text.contains("\nif these are cookies of other tests: "), "\(text)")
        }

        @Test func `is that URLSession on Linux keeps no copies, where a validator is missing`() async throws {
            let play = try await Play(
                of: "> GET /a\n< 200\n< ETag: \"1\"\n< Cache-Control: no-cache\n> GET /a\n> If-None-Match: \"1\"\n< 304"
            )
            let session = play.session()
            for _ in 0..<2 { _ = try? await session.data(from: play.url("/a")) }
            let text = try #require(await play.mismatch()?.description)
            #expect(text.contains("\nURLSession on Linux keeps no copy of a response, "), "\(text)")
            #expect(!text.contains("whatever your client does"), "a client may keep copies itself: \(text)")
        }

        @Test(arguments: [true, false])
        func `is not told of a cookie that another session of the play has, which is told of itself`(isAnother: Bool)
            async throws
        {
            let play = try await Play(of: "> GET /a\n< 200\n< Set-Cookie: sid=7\n> GET /b\n> Cookie: sid=8\n< 200")
            let first = play.session()
            _ = try await first.data(from: play.url("/a"))
            let second = isAnother ? play.session() : first
            _ = try? await second.data(from: play.url("/b"))
            let text = try #require(await play.mismatch()?.description)
            #expect(
                text.contains("\nthis play has 2 sessions, which share no cookies: load with ") == isAnother, "\(text)")
        }

        @Test func `is that URLSession on Linux asks for the first URL again at a challenge behind a redirect`()
            async throws
        {
            let play = try await Play(
                of: """
                    > GET /old
                    < 302
                    < Location: /vault
                    > GET /vault
                    < 401
                    < WWW-Authenticate: Basic realm="vault"
                    * challenge Basic realm="vault" -> use alice:secret
                    > GET /vault
                    > Authorization: {{basic alice:secret}}
                    < 200
                    """, patience: .milliseconds(300))
            _ = try? await play.session().data(from: play.url("/old"))
            let text = try #require(await play.mismatch()?.description)
            #expect(text.contains("\nURLSession on Linux answers a challenge behind a redirect by asking"), "\(text)")
        }

        @Test(arguments: [
            "> POST /a\n>\n> hello\n< 200", "> POST /c\n< 303\n< Location: /b\n> GET /b\n< 200",
            "> POST /a\n> Authorization: {{absent}}\n< 200",
        ])
        func `is no fault of the system where the client errs by itself`(text: String) async throws {
            let play = try await Play(of: text)
            var request = URLRequest(url: play.url("/a"))
            request.httpMethod = "POST"
            request.setValue("Bearer abc", forHTTPHeaderField: "Authorization")
            _ = try? await play.session().data(for: request)
            #expect(await play.mismatch()?.description.contains("URLSession on Linux") == false)
        }

        @Test func `is that URLSession on Linux asks nobody about Digest, also where no line is about a challenge`()
            async throws
        {
            let play = try await Play(
                of: """
                    > GET /vault
                    < 401
                    < WWW-Authenticate: Digest realm="vault", nonce="{{nonce a}}", qop="auth", algorithm=SHA-256
                    > GET /vault
                    > Authorization: {{digest alice:secret}}
                    < 200
                    """)
            _ = try await play.session().data(from: play.url("/vault"))
            let text = try #require(await play.mismatch()?.description)
            #expect(text.contains("asks no delegate about Digest"), "\(text)")
            #expect(!text.contains("quiet") && !text.contains("pauses"), "that is why: \(text)")
        }
    }

    private final class NoDelegateMethods: NSObject, URLSessionDelegate {}

    @Suite struct `A failed verdict` {
        /// URLSession on Linux hangs where a load is cancelled as its connection ends, in one of two runs of this.
        @Test(.timeLimit(.minutes(1)), arguments: 0..<12)
        func `is not thrown past a load of the play that has not ended`(round: Int) async throws {
            let text = round % 2 == 0 ? "> GET /a\n< 204" : "> GET /b\n! hold\n< 204"
            await withKnownIssue {
                let play = try await Play(of: text, patience: .milliseconds(100))
                async let reply = play.session().data(from: play.url("/b"))
                try await play.verify()
                _ = try await reply
            }
        }
    }
#endif
