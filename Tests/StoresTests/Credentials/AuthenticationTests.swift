// AuthenticationTests.swift: what a load does when it is challenged, as a conversation.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainStores
import QuintainWire
import Testing

@Suite struct `A load that is asked for a password` {
    @Test func `asks the app, answers, and remembers what was good`() throws {
        var load = Load()
        #expect(try load.goes("/vault/one") == nil)
        #expect(try load.challenged(#"Basic realm="vault""#) == "ask Basic vault failures=0")
        #expect(try load.uses("alice", "secret") == "Basic YWxpY2U6c2VjcmV0")
        load.passed()
        var next = load.next()
        #expect(try next.goes("/vault/two") == "Basic YWxpY2U6c2VjcmV0")
        // Stored credentials spare the question.
        next = load.next()
        #expect(try next.goes("/elsewhere") == nil)
        #expect(try next.challenged(#"Basic realm="vault""#) == "answer alice:secret")
        next = load.next()
        next.origin = "http://a.example:81"
        #expect(try next.goes("/vault/two") == nil)
        #expect(try next.challenged(#"Basic realm="vault""#) == "ask Basic vault failures=0")
    }

    @Test func `counts failures, and forgets what was wrong`() throws {
        var load = Load()
        _ = try load.goes("/vault")
        #expect(try load.challenged(#"Basic realm="vault""#) == "ask Basic vault failures=0")
        _ = try load.uses("alice", "wrong")
        #expect(try load.challenged(#"Basic realm="vault""#) == "ask Basic vault failures=1 refused=alice:wrong")
        _ = try load.uses("alice", "worse")
        #expect(try load.challenged(#"Basic realm="vault""#) == "ask Basic vault failures=2 refused=alice:worse")
        _ = try load.uses("alice", "secret")
        load.passed()
        // The password has changed since.
        var next = load.next()
        #expect(try next.goes("/vault") != nil)
        #expect(try next.challenged(#"Basic realm="vault""#) == "ask Basic vault failures=1 refused=alice:secret")
        #expect(next.store.spaces.isEmpty)
    }

    @Test func `does not hold one realm's failure against another`() throws {
        var load = Load()
        _ = try load.goes("/one/vault")
        _ = try load.challenged(#"Basic realm="one""#)
        _ = try load.uses("alice", "secret")
        load.passed()
        var next = load.next()
        #expect(try next.goes("/one/other") == "Basic YWxpY2U6c2VjcmV0")
        #expect(try next.challenged(#"Basic realm="two""#) == "ask Basic two failures=0")
        #expect(next.store.spaces.map(\.realmText) == ["one"])
    }

    @Test func `keeps nothing that was for one load`() throws {
        var load = Load()
        _ = try load.goes("/vault")
        _ = try load.challenged(#"Basic realm="vault""#)
        _ = try load.uses("alice", "secret", .none)
        load.passed()
        var next = load.next()
        #expect(try next.goes("/vault") == nil)
        #expect(try next.challenged(#"Basic realm="vault""#) == "ask Basic vault failures=0")
    }

    @Test func `tries what the URL says, once, and asks nobody before`() throws {
        var load = Load()
        load.authentication.own = Credential("alice", "secret")
        _ = try load.goes("/vault")
        #expect(try load.challenged(#"Basic realm="vault""#) == "answer alice:secret")
        _ = try load.uses("alice", "secret")
        #expect(try load.challenged(#"Basic realm="vault""#) == "ask Basic vault failures=1 refused=alice:secret")
    }

    @Test func `hands on what nobody can answer`() throws {
        for value in ["", "Newauth realm=\"a\"", "Basic", "Digest realm=\"v\", nonce=\"n\", algorithm=SHA3-256"] {
            var load = Load()
            _ = try load.goes("/vault")
            #expect(try load.challenged(value) == "hand on")
        }
    }

    @Test func `counts with one nonce from request to request`() throws {
        var load = Load()
        _ = try load.goes("/one")
        #expect(try load.challenged(digest("a")) == "ask Digest vault failures=0")
        #expect(try load.uses("alice", "secret")?.contains("nc=00000001") == true)
        load.passed()
        // The whole origin is one protection space, unless the challenge says otherwise.
        for (number, path) in [(2, "/two"), (3, "/a/b/three")] {
            var next = load.next()
            let value = try next.goes(path)
            #expect(value?.contains("nonce=\"a\"") == true)
            #expect(value?.contains("nc=0000000\(number)") == true)
            #expect(value?.contains("uri=\"\(path)\"") == true)
            next.passed()
            load = next
        }
    }

    @Test func `answers a stale nonce again, and asks nobody`() throws {
        var load = Load()
        _ = try load.goes("/one")
        _ = try load.challenged(digest("a"))
        _ = try load.uses("alice", "secret")
        #expect(try load.challenged(digest("b") + ", stale=TRUE") == "answer alice:secret")
        let value = try load.uses("alice", "secret")
        #expect(value?.contains("nonce=\"b\"") == true)
        #expect(value?.contains("nc=00000001") == true)
    }

    @Test func `believes that a nonce is stale only if there is another, and not for ever`() throws {
        var load = Load()
        _ = try load.goes("/one")
        _ = try load.challenged(digest("a"))
        _ = try load.uses("alice", "secret")
        #expect(
            try load.challenged(digest("a") + ", stale=true") == "ask Digest vault failures=1 refused=alice:secret")
        _ = try load.uses("alice", "secret")
        for nonce in ["b", "c", "d"] {
            #expect(try load.challenged(digest(nonce) + ", stale=true") == "answer alice:secret")
            _ = try load.uses("alice", "secret")
        }
        #expect(
            try load.challenged(digest("e") + ", stale=true") == "ask Digest vault failures=2 refused=alice:secret")
    }

    @Test func `is asked again where a new nonce is not called stale`() throws {
        var load = Load()
        _ = try load.goes("/one")
        _ = try load.challenged(digest("a"))
        _ = try load.uses("alice", "wrong")
        #expect(
            try load.challenged(digest("b") + ", stale=false") == "ask Digest vault failures=1 refused=alice:wrong")
        #expect(try load.uses("alice", "secret")?.contains("nc=00000001") == true)
    }

    @Test func `uses the nonce that a reply names`() throws {
        var load = Load()
        _ = try load.goes("/one")
        _ = try load.challenged(digest("a"))
        _ = try load.uses("alice", "secret")
        #expect(load.confirmed("nextnonce=\"b\"") == .absent)
        load.passed()
        var next = load.next()
        let value = try next.goes("/two")
        #expect(value?.contains("nonce=\"b\"") == true)
        #expect(value?.contains("nc=00000001") == true)
    }

    /// RFC 7616 section 3.3.
    @Test(arguments: [
        ("", "http://a.example", "/any", true),
        ("/a", "http://a.example", "/a", true),
        ("/a", "http://a.example", "/a/b", true),
        ("/a", "http://a.example", "/ab", false),
        ("/a", "http://a.example", "/", false),
        ("/x /b/", "http://a.example", "/b/c", true),
        ("/", "http://b.example", "/", false),
        ("http://b.example/c", "http://b.example", "/c/d", true),
        ("http://b.example/c", "http://a.example", "/c/d", false),
    ])
    func `may answer unasked in the domain of the challenge`(
        domain: String, origin: String, path: String, isThere: Bool
    ) throws {
        var load = Load()
        _ = try load.goes("/one")
        _ = try load.challenged(digest("a") + ", domain=\"\(domain)\"")
        _ = try load.uses("alice", "secret")
        load.passed()
        var next = load.next()
        next.origin = origin
        #expect(try (next.goes(path) != nil) == isThere)
    }

    @Test func `does not take an answer from an encrypted origin to one that is not`() throws {
        var load = Load()
        load.origin = "https://a.example"
        _ = try load.goes("/one")
        _ = try load.challenged(digest("a") + ", domain=\"http://a.example/ https://b.example/\"")
        _ = try load.uses("alice", "secret")
        load.passed()
        var next = load.next()
        next.origin = "http://a.example"
        #expect(try next.goes("/one") == nil)
        next.origin = "https://b.example"
        #expect(try next.goes("/one") != nil)
    }

    @Test func `keeps the proxy and the origin apart`() throws {
        var load = Load(.proxy)
        _ = try load.goes("/")
        #expect(try load.challenged(#"Basic realm="gate""#) == "ask Basic gate failures=0")
        #expect(try load.uses("bob", "gatepass") == "Basic Ym9iOmdhdGVwYXNz")
        #expect(load.reply?.field.name == "Proxy-Authorization")
        load.passed()
        var next = load.next()
        #expect(try next.goes("/") != nil)
        var other = load.next()
        other.authentication = Authentication(.origin)
        #expect(try other.goes("/") == nil)
    }

    private func digest(_ nonce: String) -> String { #"Digest realm="vault", qop="auth", nonce="\#(nonce)""# }
}

@Suite struct `A store of credentials` {
    private let space: ProtectionSpace

    init() throws {
        space = ProtectionSpace(try HTTPURL("http://A.example").origin, .origin, .basic, realm: Array("v".utf8))
    }

    @Test func `keeps several for a space, one of them the default`() {
        var store = CredentialStore()
        store.set(Credential("alice", "1"), for: space)
        store.set(Credential("bob", "2"), for: space, isDefault: false)
        store.set(Credential("eve", "3", persistence: .none), for: space)
        #expect(store.credentials(for: space).map(\.user) == ["alice", "bob"])
        store.set(Credential("bob", "4"), for: space)
        #expect(store.credential(for: space) == Credential("bob", "4"))
        #expect(store.credentials(for: space).count == 2)
        store.remove(Credential("bob", "2"), for: space)
        #expect(store.credentials(for: space).count == 2)
        store.remove(Credential("bob", "4"), for: space)
        #expect(store.credential(for: space)?.user == "alice")
        store.removeAll()
        #expect(store.spaces.isEmpty)
    }

    /// RFC 7617 section 2.2.
    @Test(arguments: [
        ("/vault/one", true), ("/vault/", true), ("/vault/a/b?c", true), ("/vault", false), ("/vaults/x", false),
        ("/", false),
    ])
    func `sends Basic unasked below the folder that was asked for`(path: String, isBelow: Bool) throws {
        var store = CredentialStore()
        store.accepted(
            Credential("alice", "1"), for: space, at: try HTTPURL("http://a.example/vault/x?y/z"))
        let url = try HTTPURL("http://a.example" + path)
        #expect((store.unasked(for: url, .origin) != nil) == isBelow)
        #expect(store.unasked(for: url, .proxy) == nil)
    }

    @Test func `sends what is for the deepest folder`() throws {
        var store = CredentialStore()
        var inner = space
        inner.realm = Array("inner".utf8)
        store.accepted(Credential("inner", "1"), for: inner, at: try HTTPURL("http://a.example/a/b/x"))
        store.accepted(Credential("outer", "1"), for: space, at: try HTTPURL("http://a.example/a/x"))
        func user(_ path: String) throws -> String? {
            store.unasked(for: try HTTPURL("http://a.example" + path), .origin)?.credential.user
        }
        #expect(try user("/a/b/c") == "inner")
        #expect(try user("/a/c") == "outer")
    }

    @Test func `has no answer that would mean another`() {
        var store = CredentialStore()
        let request = DigestRequest(method: "GET".utf8, target: "/".utf8, body: nil)
        for user in ["a:b", "a\n"] {
            #expect(store.reply(space, with: Credential(user, "c"), to: request, clientNonce: []) == nil)
        }
        // No Digest challenge has come yet.
        var digest = space
        digest.scheme = .digest
        #expect(store.reply(digest, with: Credential("a", "c"), to: request, clientNonce: []) == nil)
    }

    @Test func `is bounded, and keeps what it knows a password for`() {
        var store = CredentialStore()
        store.set(Credential("alice", "1"), for: space)
        for number in 0..<1_000 {
            var other = space
            other.scheme = .digest
            other.realm = Array("\(number)".utf8)
            let challenge = DigestChallenge(
                realm: other.realm, nonce: Array("n".utf8), algorithm: nil, protections: [.auth])
            store.challenged(.digest(challenge), other)
        }
        #expect(store.credential(for: space)?.user == "alice")
        for number in 0..<1_000 {
            var other = space
            other.realm = Array("\(number)".utf8)
            store.set(Credential("bob", "2"), for: other)
        }
        #expect(store.spaces.count == 256)
    }
}

/// One load, and the store that it shares with the next one.
struct Load {
    var store = CredentialStore()
    var authentication: Authentication
    var origin = "http://a.example"
    var path = "/"
    var space: ProtectionSpace?
    var reply: AuthReply?

    init(_ side: AuthSide = .origin) { authentication = Authentication(side) }

    func next() -> Load {
        var next = Load(authentication.side)
        next.store = store
        next.origin = origin
        return next
    }

    /// Sends a request. Gives the credentials that it carries without a challenge.
    mutating func goes(_ path: String) throws -> String? {
        self.path = path
        guard let found = store.unasked(for: try url, authentication.side) else {
            authentication.sent(nil, nil)
            return nil
        }
        space = found.space
        return try uses(found.credential.user, found.credential.password)
    }

    mutating func challenged(_ value: String) throws -> String {
        let fields = [Field(authentication.side.challengeField, value)]
        switch authentication.challenged(fields, at: try url, &store) {
        case .handOn: return "hand on"
        case .answer(let space, let credential):
            self.space = space
            return "answer \(credential.user):\(credential.password)"
        case .ask(let question):
            space = question.space
            let refused = question.refused.map { " refused=\($0.user):\($0.password)" } ?? ""
            return "ask \(question.space.scheme.rawValue) \(question.space.realmText) failures=\(question.failures)"
                + refused
        }
    }

    mutating func uses(
        _ user: String, _ password: String, _ persistence: Credential.Persistence = .session
    ) throws -> String? {
        let credential = Credential(user, password, persistence: persistence)
        let request = DigestRequest(method: "GET".utf8, target: path.utf8, body: nil)
        reply = store.reply(try #require(space), with: credential, to: request, clientNonce: Array("c".utf8))
        authentication.sent(reply, credential)
        return reply.map { String(decoding: $0.field.value, as: UTF8.self) }
    }

    mutating func passed() {
        if let url = try? url { authentication.passed(at: url, &store) }
    }

    mutating func confirmed(_ value: String) -> DigestProof? {
        reply.map { store.confirmed([Field("Authentication-Info", value)], of: $0, body: []) }
    }

    private var url: HTTPURL { get throws { try HTTPURL(origin + path) } }
}
