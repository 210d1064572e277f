// Mutant+Redirects.swift: redirects that are followed in a wrong way.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainWire
import QuintainWords

extension Mutant {
    static let ofRedirects: [Mutant] = [
        Mutant(
            "loses-the-body", "sends no body behind a 307 or 308", breaks: "RFC 9110 section 15.4.8", in: "redirects",
            sabotage: .sending { message, scene in
                guard let status = scene.followed?.reply.status, status == 307 || status == 308 else { return }
                message.body = []
                if !message.isChunked { message["Content-Length"] = "0" }
            }),
        Mutant(
            "gets-behind-307", "makes a GET of a POST behind a 307 or 308", breaks: "RFC 9110 section 15.4.8",
            in: "redirects",
            sabotage: .redirect { reply, next, _ in
                if reply.status == 307 || reply.status == 308 { (next.method, next.body) = ("GET", .none) }
            }),
        Mutant(
            "posts-behind-303", "sends the POST again behind a 303", breaks: "RFC 9110 section 15.4.4",
            in: "redirects",
            sabotage: .redirect { reply, next, scene in
                if reply.status == 303 { (next.method, next.body) = (scene.request.method, scene.request.body) }
            }),
        Mutant(
            "gets-behind-head", "makes a GET of a HEAD behind a redirect", breaks: "RFC 9110 section 15.4.8",
            in: "redirects",
            sabotage: .redirect { _, next, _ in if next.method == "HEAD" { next.method = "GET" } }),
        Mutant(
            "gets-behind-delete", "makes a GET of a DELETE behind a 301 or 302", breaks: "RFC 9110 section 15.4.3",
            in: "redirects",
            sabotage: .redirect { _, next, _ in if next.method == "DELETE" { next.method = "GET" } }),
        Mutant(
            "describes-a-lost-body", "keeps Content-Type where a POST becomes a GET without a body",
            breaks: "RFC 9110 section 15.4", in: "redirects",
            sabotage: .sending { message, scene in
                guard message.method == "GET", let type = scene.request.fields.first("Content-Type") else { return }
                message["Content-Type"] = String(decoding: type, as: UTF8.self)
            }),
        Mutant(
            "leaks-authorization", "carries the app's Authorization to another origin", breaks: "RFC 9110 section 15.4",
            in: "authentication", "redirects",
            sabotage: .sending { message, scene in
                if let value = message["Authorization"] {
                    scene.text = value
                } else {
                    message["Authorization"] = scene.text
                }
            }),
        Mutant(
            "leaks-authorization-from-tls", "carries Authorization from https to http", breaks: "RFC 9110 section 11.5",
            in: "authentication", "redirects",
            sabotage: .sending { message, scene in
                if scene.url.hasPrefix("https:") {
                    scene.text = message["Authorization"] ?? scene.text
                } else if let value = scene.text {
                    message["Authorization"] = value
                }
            }),
        Mutant(
            "names-https-in-the-clear", "tells the https URL that redirected it to http in Referer",
            breaks: "RFC 9110 section 10.1.3", in: "redirects", "authentication",
            sabotage: .sending { message, scene in
                if scene.url.hasPrefix("https:") {
                    scene.text = scene.url
                } else if let value = scene.text {
                    message["Referer"] = value
                }
            }),
        Mutant(
            "leaks-cookie", "carries the Cookie of a request to another origin", breaks: "RFC 6265 section 8.6",
            in: "redirects", "cookies",
            sabotage: .sending { message, scene in
                if let value = message["Cookie"] { scene.text = value } else { message["Cookie"] = scene.text }
            }),
        Mutant(
            "delivers-the-redirect", "tells the body of a redirect that it follows as data",
            breaks: "URLSession, rule U9", in: "redirects",
            sabotage: .happened { input, scene in
                guard case .arrived(.body(let bytes)) = input, scene.followed != nil, !scene.isDelivering,
                    scene.head.map({ $0.status / 100 == 3 }) == true
                else { return nil }
                return [.effect(.tell(.data(bytes))), .input(input)]
            }),
        Mutant(
            "forgets-the-fragment", "loses the fragment in a redirect that has none",
            breaks: "RFC 9110 section 10.2.2", in: "redirects",
            sabotage: .redirect { _, next, _ in
                next.url = next.url.split(separator: "#").first.map(String.init) ?? next.url
            }),
        Mutant(
            "resolves-against-the-root", "takes each relative Location for one of the root",
            breaks: "RFC 3986 section 5.2", in: "redirects",
            sabotage: .redirect { reply, next, _ in
                guard let place = reply.fields.first("Location").map({ String(decoding: $0, as: UTF8.self) }),
                    !place.contains(":"), !place.hasPrefix("/"), !place.hasPrefix("?"), !place.hasPrefix("#")
                else { return }
                next = next.going(to: "/\(place)")
            }),
        Mutant(
            "cuts-locations-at-commas", "takes Location for a list, and follows the first member",
            breaks: "RFC 9110 section 10.2.2", in: "redirects",
            sabotage: .head { head, _ in head.replace("Location") { value in String(value.prefix { $0 != "," }) } }),
        Mutant(
            "follows-any-location", "follows a Location whatever the status", breaks: "RFC 9110 section 10.2.2",
            in: "redirects",
            sabotage: .head { head, _ in
                if head.status / 100 != 3, head.first("Location") != nil { head.status = 302 }
            }),
        Mutant(
            "follows-a-304", "follows the Location of a 304", breaks: "RFC 9110 section 15.4.5", in: "redirects",
            sabotage: Sabotage(
                happened: { input, scene in
                    guard case .arrived(.head(var head)) = input, head.status == 304, head.first("Location") != nil
                    else { return nil }
                    (head.status, scene.isMarked) = (302, true)
                    return [.input(.arrived(.head(head)))]
                },
                ordered: { effect, scene in
                    guard scene.isMarked, case .ask(let number, .redirect(var reply, let next)) = effect else {
                        return nil
                    }
                    reply.status = 304
                    return [.effect(.ask(number, .redirect(reply, to: next)))]
                })),
        Mutant(
            "fails-without-a-location", "fails where a 302 does not say where to", breaks: "RFC 9110 section 15.4",
            in: "redirects",
            sabotage: .ordered { effect, _ in
                guard case .ask(_, .response(let reply)) = effect, reply.status == 302,
                    reply.fields.first("Location") == nil
                else { return nil }
                return [.effect(.tell(.failed(LoadFailure(.badResponse, "where to?")))), .effect(.ended)]
            }),
        Mutant(
            "asks-for-no-new-body", "sends a stream again without asking for a new one",
            breaks: "URLSession, rule U6", in: "redirects", "authentication",
            sabotage: .answering { question, scene in
                guard question == .newBody else { return nil }
                scene.count += 1
                return scene.count > 1 ? .byDefault : nil
            }),
    ]
}
