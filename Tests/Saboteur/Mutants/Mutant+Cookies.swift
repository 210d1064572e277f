// Mutant+Cookies.swift: cookies that go where they should not, or do not go where they should.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainStores
import QuintainWire

extension Mutant {
    static let ofCookies: [Mutant] = [
        Mutant(
            "ignores-cookie-paths", "sends a cookie below any path", breaks: "RFC 6265 section 5.1.4", in: "cookies",
            sabotage: .cookies { $0.changeCookies { $0.path = "/" } }),
        Mutant(
            "shares-host-only-cookies", "sends a cookie without Domain to hosts below its own",
            breaks: "RFC 6265 section 5.3", in: "cookies",
            sabotage: .cookies { $0.changeCookies { $0.isHostOnly = false } }),
        Mutant(
            "sends-cookies-anywhere", "sends every cookie to every host", breaks: "RFC 6265 section 5.4",
            in: "cookies",
            sabotage: .sending { message, scene in
                let all = scene.memory.cookies.all(at: 0).map { "\($0.nameText)=\($0.valueText)" }
                if !all.isEmpty { message["Cookie"] = all.joined(separator: "; ") }
            }),
        Mutant(
            "sends-secure-cookies-in-the-open", "sends a cookie with Secure without TLS",
            breaks: "RFC 6265 section 5.4", in: "cookies", "tls",
            sabotage: .sending { message, scene in
                let all = scene.memory.cookies.all(at: 0).filter(\.isSecure)
                guard !all.isEmpty, scene.url.hasPrefix("http:") else { return }
                message["Cookie"] = all.map { "\($0.nameText)=\($0.valueText)" }.joined(separator: "; ")
            }),
        Mutant(
            "keeps-expired-cookies", "reads neither Max-Age nor Expires", breaks: "RFC 6265 section 5.3", in: "cookies",
            sabotage: .head { head, _ in
                head.replace("Set-Cookie") { cookie($0) { !$0.hasPrefix("expires=") && !$0.hasPrefix("max-age=") } }
            }),
        Mutant(
            "reads-no-max-age", "believes Expires where there is Max-Age, too", breaks: "RFC 6265 section 5.3",
            in: "cookies",
            sabotage: .head { head, _ in head.replace("Set-Cookie") { cookie($0) { !$0.hasPrefix("max-age=") } } }),
        Mutant(
            "reads-no-domain", "keeps a cookie with Domain to the host that set it", breaks: "RFC 6265 section 5.2.3",
            in: "cookies",
            sabotage: .head { head, _ in head.replace("Set-Cookie") { cookie($0) { !$0.hasPrefix("domain=") } } }),
        Mutant(
            "compares-ends-of-domains", "takes a cookie of mysite.example for site.example",
            breaks: "RFC 6265 section 5.1.3", in: "cookies",
            sabotage: .head { head, scene in
                guard let host = (try? HTTPURL(scene.url))?.host.text else { return }
                for value in head.values(of: "Set-Cookie").map({ String(decoding: $0, as: UTF8.self) }) {
                    guard let start = value.range(of: "Domain=") else { continue }
                    let domain = String(value[start.upperBound...].prefix { $0 != ";" })
                    guard host.hasSuffix(domain), let url = try? HTTPURL("http://\(domain)/") else { continue }
                    scene.memory.cookies.received([Field("Set-Cookie", value)], from: url, at: 0)
                }
            }),
        Mutant(
            "keeps-the-old-lifetime", "lets a cookie that is set again without a lifetime keep the one that it had",
            breaks: "RFC 6265 section 5.3", in: "cookies",
            sabotage: .head { head, scene in
                head.replace("Set-Cookie") { value in
                    let name = String(value.prefix { $0 != "=" })
                    let lifetime = cookie(value) { $0.hasPrefix("expires=") || $0.hasPrefix("max-age=") }
                    if lifetime.isEmpty { return value + (scene.past.values[name].map { ";\($0)" } ?? "") }
                    scene.past.values[name] = lifetime
                    return value
                }
            }),
        Mutant(
            "cuts-cookies-at-equals", "ends the value of a cookie at its first '='", breaks: "RFC 6265 section 5.2",
            in: "cookies",
            sabotage: .head { head, _ in
                head.replace("Set-Cookie") { value in
                    var parts = value.split(separator: ";", omittingEmptySubsequences: false)
                    let pair = parts[0].split(separator: "=", omittingEmptySubsequences: false)
                    parts[0] = Substring(pair.prefix(2).joined(separator: "="))
                    return parts.joined(separator: ";")
                }
            }),
        Mutant(
            "strips-quotes-of-cookies", "takes the quotes around a cookie's value away",
            breaks: "RFC 6265 section 5.2", in: "cookies",
            sabotage: .head { head, _ in
                head.replace("Set-Cookie") { value in
                    var parts = value.split(separator: ";", omittingEmptySubsequences: false)
                    let name = parts[0].prefix { $0 != "=" }
                    let content = parts[0].dropFirst(name.count + 1)
                    guard content.count > 1, content.first == "\"", content.last == "\"" else { return value }
                    parts[0] = "\(name)=\(content.dropFirst().dropLast())"
                    return parts.joined(separator: ";")
                }
            }),
        Mutant(
            "folds-names-of-cookies", "takes names of cookies that differ in case for the same",
            breaks: "RFC 6265 section 5.3", in: "cookies",
            sabotage: .head { head, _ in
                head.replace("Set-Cookie") { value in
                    let name = value.prefix { $0 != "=" }
                    return name.lowercased() + value.dropFirst(name.count)
                }
            }),
        Mutant(
            "dates-cookies-anew", "puts a cookie that is set again behind the others",
            breaks: "RFC 6265 sections 5.3 and 5.4", in: "cookies",
            sabotage: .head { head, scene in
                head.replace("Set-Cookie") { value in
                    let name = value.prefix { $0 != "=" }
                    for cookie in scene.memory.cookies.all(at: 0) where cookie.nameText == name {
                        scene.memory.cookies.remove(cookie)
                    }
                    return value
                }
            }),
        Mutant(
            "removes-no-cookie", "keeps a cookie that the server takes back", breaks: "RFC 6265 section 5.3",
            in: "cookies",
            sabotage: Sabotage(
                happened: { input, scene in
                    if case .arrived(.head) = input { scene.cookies = scene.memory.cookies.all(at: 0) }
                    return nil
                },
                ordered: { _, scene in
                    let there = scene.memory.cookies.all(at: 0)
                    for cookie in scene.cookies
                    where !there.contains(where: {
                        ($0.name, $0.domain, $0.path) == (cookie.name, cookie.domain, cookie.path)
                    }) {
                        scene.memory.cookies.insert(cookie, at: 0)
                    }
                    return nil
                })),
        Mutant(
            "follows-before-it-stores", "follows a redirect without the cookies that it brought",
            breaks: "RFC 6265 section 5.3", in: "redirects", "cookies",
            sabotage: cookiesLost { $0.status / 100 == 3 }),
        Mutant(
            "takes-no-cookies-of-errors", "takes no cookies from replies other than 200",
            breaks: "RFC 6265 section 3", in: "cookies", sabotage: cookiesLost { $0.status != 200 }),
        Mutant(
            "takes-cookies-from-trailers", "takes cookies from trailers", breaks: "RFC 9110 section 6.5.1",
            in: "framing",
            sabotage: .happened { input, scene in
                guard case .arrived(.trailers(let fields)) = input, let url = try? HTTPURL(scene.url) else {
                    return nil
                }
                scene.memory.cookies.received(fields, from: url, at: 0)
                return nil
            }),
        Mutant(
            "sends-short-paths-first", "sends the cookies of shorter paths first", breaks: "RFC 6265 section 5.4",
            in: "cookies",
            sabotage: .sending { message, _ in
                guard let value = message["Cookie"] else { return }
                message["Cookie"] = value.split(separator: ";").map { String($0.drop { $0 == " " }) }.reversed()
                    .joined(separator: "; ")
            }),
        Mutant(
            "sends-one-cookie-only", "sends the first of several cookies", breaks: "RFC 6265 section 5.4",
            in: "cookies",
            sabotage: .sending { message, _ in
                message["Cookie"] = message["Cookie"]?.split(separator: ";").first.map(String.init)
            }),
        Mutant(
            "sends-a-field-for-each-cookie", "sends each cookie in a field of its own", breaks: "RFC 6265 section 5.4",
            in: "cookies",
            sabotage: .sending { message, _ in
                message["Cookie"] = message["Cookie"]?.replacing("; ", by: "\r\nCookie: ")
            }),
        Mutant(
            "keeps-both-cookies", "keeps the former value of a cookie beside the new one",
            breaks: "RFC 6265 section 5.3", in: "cookies",
            sabotage: .sending { message, scene in
                guard let value = message["Cookie"] else { return }
                let former = scene.past.values["cookie"]
                scene.past.values["cookie"] = value
                if let former, former != value { message["Cookie"] = "\(former); \(value)" }
            }),
    ]

    /// A Set-Cookie with only those attributes that `keeps` accepts, given in lower case.
    private static func cookie(_ value: String, _ keeps: (String) -> Bool) -> String {
        value.split(separator: ";").filter { part in keeps(String(part.drop { $0 == " " }).lowercased()) }
            .joined(separator: ";")
    }

    /// Loses the cookies of replies with such a head.
    private static func cookiesLost(_ loses: @escaping @Sendable (ResponseHead) -> Bool) -> Sabotage {
        Sabotage(
            happened: { input, scene in
                if case .arrived(.head(let head)) = input, loses(head) { scene.store = scene.memory.cookies }
                return nil
            },
            ordered: { _, scene in
                if let store = scene.store { scene.memory.cookies = store }
                scene.store = nil
                return nil
            })
    }
}
