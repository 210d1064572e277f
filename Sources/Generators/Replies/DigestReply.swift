// DigestReply.swift: a challenge by Digest whose state is kept in the client's cookies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainAuth
internal import QuintainCoding
internal import QuintainNotation
internal import QuintainWire

extension Generator {
    /// `{{digest-auth user=path.user password=path.password qop=path.qop algorithm=path.algorithm
    /// stale-after=path.count}}`: 401 until the answer is right, then 200 and the body that is written below.
    ///
    /// The nonce that was last answered wrongly, and the number of answers after which one is stale, are in the cookies
    /// `last_nonce` and `stale_after`; a client without cookies is only asked for a right answer.
    mutating func digest(_ call: GeneratorCall) throws(GeneratorRefusal) -> GeneratedReply {
        let terms = DigestTerms(
            user: string(call, "user") ?? "", password: text(call.option("password") ?? .text([])) ?? [],
            qop: string(call, "qop") ?? "auth", algorithm: string(call, "algorithm") ?? "MD5")
        let staleAfter = string(call, "stale-after") ?? "never"
        let cookies = CookieCoding.cookies(occasion)
        let wantsCookie = ["1", "t", "true"].contains((query.first("require-cookie") ?? "").lowercased())
        guard let answer = DigestCredentials(occasion.request.value(of: "authorization").map { Array($0) } ?? []),
            !wantsCookie || occasion.field("cookie") != nil
        else {
            return challenge(terms, isStale: false, [("stale_after", staleAfter), ("fake", "fake_value")])
        }
        if wantsCookie, cookies.first("fake") != "fake_value" {
            let fields = [CookieCoding.setting("fake", "fake_value"), Field("Content-Type", "application/json")]
            return GeneratedReply(403, fields, text: #"{"errors":["missing cookie set on challenge"]}"# + "\n")
        }
        let nonce = answer.nonce
        let isStale = nonce == cookies.first("last_nonce") || cookies.first("stale_after") == "0"
        guard !isStale, answer.isRight(for: terms, occasion) else {
            return challenge(
                terms, isStale: isStale, [("stale_after", staleAfter), ("last_nonce", nonce), ("fake", "fake_value")])
        }
        var fields = [CookieCoding.setting("fake", "fake_value")]
        if let left = cookies.first("stale_after") {
            let next = Numbers.whole(left.utf8).map { $0 == .min ? "never" : String($0 - 1) } ?? "never"
            fields.append(CookieCoding.setting("stale_after", next))
        }
        return GeneratedReply(200, fields)
    }

    private mutating func challenge(
        _ terms: DigestTerms, isStale: Bool, _ cookies: [(String, String)]
    ) -> GeneratedReply {
        let challenge = AuthClause(
            "Digest",
            [
                AuthParameter("realm", quoted: "quintain"), AuthParameter("nonce", dice.digits(32)),
                AuthParameter("opaque", dice.digits(32)), AuthParameter("qop", quoted: terms.qop ?? "auth, auth-int"),
                AuthParameter("algorithm", token: terms.algorithm),
                AuthParameter("stale", token: isStale ? "true" : "false"),
            ])
        return GeneratedReply(
            empty: 401, [Field("WWW-Authenticate", challenge.bytes)] + cookies.map { CookieCoding.setting($0.0, $0.1) })
    }
}

/// The terms of a challenge.
private struct DigestTerms {
    let user: String
    let password: [UInt8]
    /// nil: either.
    let qop: String?
    let algorithm: String

    init(user: String, password: [UInt8], qop: String, algorithm: String) {
        self.user = user
        self.password = password
        self.qop = ["auth", "auth-int"].contains(qop) ? qop : nil
        self.algorithm = ["SHA-256", "SHA-512"].contains(algorithm) ? algorithm : "MD5"
    }
}

/// The Digest credentials of a request (RFC 7616 section 3.4).
private struct DigestCredentials {
    private let clause: AuthClause

    /// nil: the value is no such credentials.
    init?(_ value: [UInt8]) {
        guard let clause = try? AuthClause.reading(value), clause.isScheme("Digest") else { return nil }
        self.clause = clause
    }

    var nonce: String { clause["nonce"]?.text ?? "" }

    /// Checks the response as in RFC 7616 section 3.4.1, by the algorithm and the protection that the client names.
    func isRight(for terms: DigestTerms, _ occasion: Occasion) -> Bool {
        guard clause["username"]?.text == terms.user else { return false }
        let hash: Hash =
            switch clause["algorithm"]?.text {
            case "SHA-256": .sha256
            case "SHA-512": .sha512
            default: .md5
            }
        func digest(_ parts: [[UInt8]]) -> [UInt8] {
            hash.of(Array(parts.joined(separator: [UInt8(ascii: ":")]))).flatMap { Array(Quoting.hexDigits($0).utf8) }
        }
        func given(_ name: String) -> [UInt8] { clause[name]?.value ?? [] }
        let secret = digest([given("username"), given("realm"), terms.password])
        let target = Array(occasion.request.target)
        let response: [UInt8]
        switch clause["qop"]?.text {
        case nil: response = digest([secret, given("nonce"), digest([Array(occasion.request.method), target])])
        case "auth", "auth-int":
            var request = [Array(occasion.request.method), target]
            if clause["qop"]?.says("auth-int") == true {
                request.append(digest([occasion.request.body.map { Array($0) } ?? []]))
            }
            response = digest([secret, given("nonce"), given("nc"), given("cnonce"), given("qop"), digest(request)])
        default: return false
        }
        return given("response") == response
    }
}
