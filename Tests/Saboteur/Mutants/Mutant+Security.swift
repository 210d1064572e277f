// Mutant+Security.swift: TLS and proxies that are trusted with too much.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainStores
import QuintainWire

extension Mutant {
    static let ofSecurity: [Mutant] = [
        Mutant(
            "trusts-anybody", "takes any certificate", breaks: "RFC 9110 section 4.3.4", in: "tls",
            sabotage: trusting { _ in true }),
        Mutant(
            "checks-no-host-names", "takes a good certificate of another host", breaks: "RFC 9110 section 4.3.4",
            in: "tls", sabotage: trusting { $0.objection == .otherHost }),
        Mutant(
            "checks-no-dates", "takes a certificate that has expired", breaks: "RFC 5280 section 4.1.2.5", in: "tls",
            sabotage: trusting { $0.objection == .expired }),
        Mutant(
            "does-not-trust-by-hand", "refuses what its delegate trusts", breaks: "URLSession, URLCredential(trust:)",
            in: "tls", sabotage: .mishearing { _, answer in answer == .trust ? .byDefault : nil }),
        Mutant(
            "trusts-what-is-refused", "goes on though its delegate refused the server",
            breaks: "URLSession, didReceive challenge", in: "tls",
            sabotage: .mishearing { question, answer in
                guard case .challenge(let challenge) = question, challenge.kind == .serverTrust,
                    answer == .cancel || answer == .reject
                else { return nil }
                return .trust
            }),
        Mutant(
            "sends-before-it-is-trusted", "sends the request while it asks whether the server is to be trusted",
            breaks: "every contract, rule Q", in: "tls",
            sabotage: .ordered { effect, _ in
                guard case .ask(_, .challenge(let challenge)) = effect, challenge.kind == .serverTrust else {
                    return nil
                }
                return [.effect(effect), .effect(.network(.judge(isTrusted: true)))]
            }),
        Mutant(
            "shows-no-certificate", "keeps back the certificate that its delegate chose",
            breaks: "RFC 8446 section 4.4.2", in: "tls",
            sabotage: .mishearing { _, answer in
                if case .certificate = answer { .withoutCredential } else { nil }
            }),
        Mutant(
            "asks-for-no-certificate", "shows no certificate and asks for none", breaks: "RFC 8446 section 4.3.2",
            in: "tls", sabotage: .settings { $0.voice.clientCertificate = false }),
        Mutant(
            "takes-a-cut-connection-for-the-end", "takes a body for whole that TLS cut off",
            breaks: "RFC 9112 section 9.8", in: "tls",
            sabotage: .happened { input, scene in
                guard case .lost(let fault) = input, fault.cut == .withoutNotice, scene.isDelivering else {
                    return nil
                }
                return [.input(.arrived(.end))]
            }),
    ]

    /// Takes a certificate that `trusts` accepts, both without a delegate that judges and where the delegate leaves it
    /// alone.
    private static func trusting(_ trusts: @escaping @Sendable (ServerTrust) -> Bool) -> Sabotage {
        Sabotage(
            begin: { _, settings, _ in settings.voice.serverTrust = true },
            happened: { input, scene in
                switch input {
                case .trustAsked(let trust):
                    guard !scene.settings.voice.serverTrust else { return nil }
                    return [.effect(.network(.judge(isTrusted: trust.isTrusted || trusts(trust))))]
                case .answered(let number, .byDefault):
                    guard case .challenge(let challenge) = scene.questions[number], let trust = challenge.trust,
                        trusts(trust)
                    else { return nil }
                    return [.input(.answered(number, .trust))]
                default: return nil
                }
            })
    }

    static let ofProxies: [Mutant] = [
        Mutant(
            "passes-the-proxy-by", "goes to the origin itself", breaks: "RFC 9112 section 3.2.2", in: "proxies",
            sabotage: .settings { $0.proxy = nil }),
        Mutant(
            "mixes-the-ways", "uses a connection to a proxy for requests that are not to go through it",
            breaks: "RFC 9110 section 7.3", in: "proxies",
            sabotage: .ordered { effect, scene in
                guard case .network(.connect(let route, let reuse)) = effect else { return nil }
                let first = scene.past.routes[route.origin] ?? route
                scene.past.routes[route.origin] = first
                return [.effect(.network(.connect(first, reuse: reuse)))]
            }),
        Mutant(
            "tells-the-tunnel-as-response", "tells the reply to CONNECT as the response",
            breaks: "RFC 9110 section 9.3.6", in: "proxies",
            sabotage: .happened { input, scene in
                guard case .arrived(.head(let head)) = input, scene.message?.method == "CONNECT" else { return nil }
                return [.effect(.tell(.response(scene.reply(head)))), .input(input)]
            }),
        Mutant(
            "shows-the-proxys-page", "tells what a proxy says in the place of a tunnel as the origin's response",
            breaks: "RFC 9110 section 9.3.6", in: "proxies",
            sabotage: .happened { input, scene in
                guard case .arrived(.head(let head)) = input, scene.message?.method == "CONNECT",
                    head.status / 100 != 2, head.status != 407
                else { return nil }
                return [
                    .effect(.tell(.response(scene.reply(head)))), .effect(.tell(.finished)), .effect(.ended),
                ]
            }),
        Mutant(
            "shows-authorization-to-the-proxy", "sends the origin's Authorization with CONNECT",
            breaks: "RFC 9110 section 9.3.6", in: "proxies",
            sabotage: .tunnelling { message, scene in
                if let value = scene.request.fields.first("Authorization") {
                    message["Authorization"] = String(decoding: value, as: UTF8.self)
                }
            }),
        Mutant(
            "shows-cookies-to-the-proxy", "sends the origin's cookies with CONNECT", breaks: "RFC 9110 section 9.3.6",
            in: "proxies",
            sabotage: .tunnelling { message, scene in
                let all = scene.memory.cookies.all(at: 0).map { "\($0.nameText)=\($0.valueText)" }
                if !all.isEmpty { message["Cookie"] = all.joined(separator: "; ") }
            }),
        Mutant(
            "shows-the-proxys-password-to-the-origin", "sends Proxy-Authorization within the tunnel",
            breaks: "RFC 9110 section 11.7.2", in: "authentication", "proxies",
            sabotage: .ordered { effect, scene in
                guard case .network(.send(var message)) = effect else { return nil }
                if message.method == "CONNECT" {
                    scene.text = message["Proxy-Authorization"]
                } else {
                    message["Proxy-Authorization"] = message["Proxy-Authorization"] ?? scene.text
                }
                return [.effect(.network(.send(message)))]
            }),
        Mutant(
            "sends-the-proxy-a-path", "sends a proxy the path in the place of the whole URL",
            breaks: "RFC 9112 section 3.2.2", in: "proxies",
            sabotage: .sending { message, scene in
                guard let url = try? HTTPURL(message.target) else { return }
                message.target = url.originForm
            }),
        Mutant(
            "shows-the-proxy-the-user", "leaves user and password of the URL in the target for a proxy",
            breaks: "RFC 9110 section 4.2.4", in: "proxies",
            sabotage: .sending { message, scene in
                guard message.target.hasPrefix("http://"),
                    let user = URLParts(scene.url).authority?.split(separator: "@").first, scene.url.contains("@")
                else { return }
                message.target = "http://\(user)@\(message.target.dropFirst(7))"
            }),
        Mutant(
            "sends-the-origin-a-url", "sends the origin the whole URL in the place of the path",
            breaks: "RFC 9112 section 3.2.1", in: "framing",
            sabotage: .sending { message, scene in
                guard message.target.hasPrefix("/"), let host = message["Host"] else { return }
                message.target = "http://\(host)\(message.target)"
            }),
    ]
}
