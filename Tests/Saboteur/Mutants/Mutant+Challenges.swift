// Mutant+Challenges.swift: passwords that are given, asked for or kept in a wrong way.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainLoader
import QuintainStores
import QuintainWire

extension Mutant {
    static let ofChallenges: [Mutant] = [
        Mutant(
            "passes-over-users", "sends the password that it remembers to a Location that names a user",
            breaks: "RFC 9110 section 4.2.4", in: "authentication",
            sabotage: .redirect { _, next, _ in next.credential = nil }),
        Mutant(
            "prefers-basic", "answers Basic where there is Digest", breaks: "RFC 7616 section 5.1",
            in: "authentication",
            sabotage: .head { head, _ in
                for name in ["WWW-Authenticate", "Proxy-Authenticate"]
                where head.text(of: name)?.contains("Basic") == true {
                    head.fields.removeAll { $0.isNamed(name) && $0.text.hasPrefix("Digest") }
                }
            }),
        Mutant(
            "counts-no-failures", "says of each challenge that nothing has failed",
            breaks: "NSURLAuthenticationChallenge, previousFailureCount", in: "authentication",
            sabotage: .ordered { effect, _ in
                guard case .ask(let number, .challenge(var challenge)) = effect else { return nil }
                challenge.failures = 0
                return [.effect(.ask(number, .challenge(challenge)))]
            }),
        Mutant(
            "hears-no-reject", "gives up where it is to try the next protection space",
            breaks: "URLSession, AuthChallengeDisposition.rejectProtectionSpace", in: "authentication",
            sabotage: .mishearing { _, answer in answer == .reject ? .withoutCredential : nil }),
        Mutant(
            "asks-for-what-it-knows", "asks again for a password that it was given in the load before",
            breaks: "RFC 7617 section 2.2", in: "authentication",
            sabotage: .beginning { _, _, scene in scene.memory.credentials.removeAll() }),
        Mutant(
            "tells-no-realm", "asks without the realm", breaks: "RFC 9110 section 11.5", in: "authentication",
            sabotage: .ordered { effect, _ in
                guard case .ask(let number, .challenge(var challenge)) = effect else { return nil }
                challenge.realm = []
                return [.effect(.ask(number, .challenge(challenge)))]
            }),
        Mutant(
            "takes-the-proxy-for-the-origin", "asks for the proxy's password as for the origin's",
            breaks: "NSURLProtectionSpace, isProxy", in: "authentication", "proxies",
            sabotage: .ordered { effect, _ in
                guard case .ask(let number, .challenge(var challenge)) = effect else { return nil }
                challenge.isOfProxy = false
                return [.effect(.ask(number, .challenge(challenge)))]
            }),
        Mutant(
            "gives-up-at-401", "hands a 401 on where it has been given a password",
            breaks: "RFC 9110 section 15.5.2", in: "authentication",
            sabotage: .mishearing { _, answer in
                if case .credential = answer { .withoutCredential } else { nil }
            }),
        Mutant(
            "asks-no-delegate", "hands a 401 on without asking", breaks: "URLSession, didReceive challenge",
            in: "authentication", sabotage: .settings { $0.voice.challenge = false }),
        Mutant(
            "cuts-passwords-at-colons", "takes a password to end at its first colon", breaks: "RFC 7617 section 2",
            in: "authentication",
            sabotage: .mishearing { _, answer in
                guard case .credential(let user, let password) = answer else { return nil }
                return .credential(user: user, password: Array(password.prefix { $0 != 0x3A }))
            }),
        Mutant(
            "writes-latin-1", "writes names and passwords in Latin-1", breaks: "RFC 7617 section 2.1",
            in: "authentication",
            sabotage: .sending { message, _ in
                guard let value = message["Authorization"],
                    let basic = try? BasicAnswer(reading: Array(value.utf8))
                else { return }
                let text = String(decoding: basic.password, as: UTF8.self)
                let password = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
                message["Authorization"] = String(
                    decoding: BasicAnswer(user: basic.user, password: password).clause.bytes, as: UTF8.self)
            }),
        Mutant(
            "shows-the-password-elsewhere", "sends the password of one origin to another behind a redirect",
            breaks: "RFC 9110 section 11.6.2", in: "authentication",
            sabotage: .sending { message, scene in
                if let value = message["Authorization"] {
                    scene.past.values["authorization"] = value
                } else {
                    message["Authorization"] = scene.past.values["authorization"]
                }
            }),
        Mutant(
            "carries-the-urls-password", "answers another origin behind a redirect with user and password of the URL",
            breaks: "RFC 9110 section 11.5", in: "authentication",
            sabotage: .redirect { _, next, scene in
                guard let own = (try? HTTPURL(scene.request.url))?.credentials else { return }
                next.credential = next.credential ?? Credential(own.user, own.password ?? "")
            }),
        Mutant(
            "answers-whoever-asks", "answers another origin behind a redirect with the password of the first",
            breaks: "RFC 9110 section 11.5", in: "authentication",
            sabotage: .happened { input, scene in
                guard case .answered(let number, let answer) = input, case .challenge = scene.questions[number] else {
                    return nil
                }
                if case .credential = answer { scene.password = answer }
                guard answer == .byDefault, scene.followed != nil, let password = scene.password else { return nil }
                return [.input(.answered(number, password))]
            }),
    ]

    static let ofDigest: [Mutant] = [
        Mutant(
            "counts-no-nonces", "says nc=00000001 each time", breaks: "RFC 7616 section 3.4", in: "authentication",
            sabotage: Sabotage(
                happened: { input, scene in
                    switch input {
                    case .connected, .secured: scene.credentials = scene.memory.credentials
                    default: break
                    }
                    return nil
                },
                ordered: { effect, scene in
                    if case .network(.send) = effect, let credentials = scene.credentials {
                        scene.memory.credentials = credentials
                    }
                    return nil
                })),
        Mutant(
            "answers-for-the-first-uri", "goes on naming the first URI behind a redirect",
            breaks: "RFC 7616 section 3.4", in: "authentication",
            sabotage: digest { value, scene in
                guard let start = value.range(of: "uri=\"") else { return value }
                let rest = value[start.upperBound...]
                guard let end = rest.firstIndex(of: "\"") else { return value }
                scene.text = scene.past.values["uri"] ?? String(rest[..<end])
                scene.past.values["uri"] = scene.text
                return value[..<start.upperBound] + scene.text! + rest[end...]
            }),
        Mutant(
            "unescapes-the-uri", "names the URI without its escapes", breaks: "RFC 7616 section 3.4",
            in: "authentication",
            sabotage: digest { value, _ in
                value.replacing("%2F", by: "/").replacing("%20", by: " ").replacing("%26", by: "&")
                    .replacing("%25", by: "%")
            }),
        Mutant(
            "sends-no-cnonce", "answers qop without cnonce", breaks: "RFC 7616 section 3.4", in: "authentication",
            sabotage: digest { value, _ in value.without("cnonce=") }),
        Mutant(
            "sends-no-qop", "answers as RFC 2069 has it where qop is asked for", breaks: "RFC 7616 section 3.4",
            in: "authentication",
            sabotage: digest { value, _ in value.without("cnonce=").without("qop=").without("nc=") }),
        Mutant(
            "sends-no-opaque", "does not give opaque back", breaks: "RFC 7616 section 3.4", in: "authentication",
            sabotage: digest { value, _ in value.without("opaque=") }),
        Mutant(
            "quotes-the-count", "quotes nc, which is no string", breaks: "RFC 7616 section 3.4", in: "authentication",
            sabotage: digest { value, _ in
                guard let start = value.range(of: "nc=") else { return value }
                let count = value[start.upperBound...].prefix(8)
                return value.replacing("nc=\(count)", by: "nc=\"\(count)\"")
            }),
        Mutant(
            "asks-again-when-stale", "asks for the password again where only the nonce was too old",
            breaks: "RFC 7616 section 3.3", in: "authentication",
            sabotage: .head { head, _ in
                for name in ["WWW-Authenticate", "Proxy-Authenticate"] {
                    head.replace(name) { $0.without("stale=") }
                }
            }),
        Mutant(
            "passes-over-nextnonce", "uses the old nonce where the reply names the next",
            breaks: "RFC 7616 section 3.5", in: "authentication",
            sabotage: .head { head, _ in head.replace("Authentication-Info") { $0.without("nextnonce=") } }),
        Mutant(
            "escapes-no-names", "does not escape a quote in the user's name", breaks: "RFC 9110 section 5.6.4",
            in: "authentication", sabotage: digest { value, _ in value.replacing("\\", by: "") }),
        Mutant(
            "answers-with-md5", "answers with MD5 what asks for SHA-256", breaks: "RFC 7616 section 3.4",
            in: "authentication",
            sabotage: .head { head, _ in
                head.replace("WWW-Authenticate") { $0.replacing("SHA-256", by: "MD5") }
            }),
    ]

    private static func digest(_ change: @escaping @Sendable (String, Scene) -> String) -> Sabotage {
        .sending { message, scene in
            for name in ["Authorization", "Proxy-Authorization"] {
                if let value = message[name], value.hasPrefix("Digest ") {
                    message[name] = "Digest " + change(String(value.dropFirst(7)), scene)
                }
            }
        }
    }
}

extension StringProtocol {
    /// The range of the word's first occurrence.
    func range(of word: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(word) { return start..<index(start, offsetBy: word.count) }
            start = index(after: start)
        }
        return nil
    }
}
