// Mutant+Caches.swift: copies that are kept or used where they must not be.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainStores
import QuintainWire

extension Mutant {
    static let ofCaches: [Mutant] = [
        Mutant(
            "stores-what-must-not-be", "stores in spite of no-store", breaks: "RFC 9111 section 5.2.2.5", in: "caching",
            sabotage: .head { head, _ in head.replace("Cache-Control") { $0.without("no-store") } }),
        Mutant(
            "stores-what-the-app-forbids", "stores though the request has no-store",
            breaks: "RFC 9111 section 5.2.1.5", in: "caching",
            sabotage: .beginning { request, _, _ in
                request.fields.removeAll { $0.isNamed("Cache-Control") && $0.value.elementsEqual("no-store".utf8) }
            }),
        Mutant(
            "keeps-what-a-304-replaces", "leaves stored fields as they are, whatever a 304 says",
            breaks: "RFC 9111 section 3.2", in: "caching",
            sabotage: .head { head, _ in
                if head.status == 304 { head.fields.removeAll { !$0.isNamed("ETag") && !$0.isNamed("Last-Modified") } }
            }),
        Mutant(
            "ignores-no-cache", "uses a copy without asking that is marked no-cache",
            breaks: "RFC 9111 section 5.2.2.4",
            in: "caching",
            sabotage: .head { head, _ in
                head.replace("Cache-Control") { $0.hasPrefix("no-cache") ? "max-age=3600" : $0 }
            }),
        Mutant(
            "serves-stale-copies", "uses copies that are no longer fresh", breaks: "RFC 9111 section 4.2.4",
            in: "caching", sabotage: .settings { if $0.policy == .byDefault { $0.policy = .cacheElseLoad } }),
        Mutant(
            "ignores-age", "counts the age of a response from its arrival", breaks: "RFC 9111 section 4.2.3",
            in: "caching",
            sabotage: .head { head, _ in
                head.remove("Age")
                head.remove("Date")
            }),
        Mutant(
            "ignores-expires", "uses a response that has expired as it comes", breaks: "RFC 9111 section 5.3",
            in: "caching",
            sabotage: .head { head, _ in head.replace("Expires") { _ in "Fri, 31 Dec 2100 23:59:59 GMT" } }),
        Mutant(
            "ignores-vary", "uses a copy though the fields that Vary names are others",
            breaks: "RFC 9111 section 4.1", in: "caching", sabotage: .head { head, _ in head.remove("Vary") }),
        Mutant(
            "delivers-304", "hands a 304 to an app that did not ask for it", breaks: "RFC 9111 section 4.3.3",
            in: "caching",
            sabotage: .happened { input, scene in
                guard case .arrived(.head(let head)) = input, head.status == 304,
                    scene.request.fields.first("If-None-Match") == nil
                else { return nil }
                return [
                    .effect(.tell(.response(scene.reply(head)))), .effect(.tell(.finished)),
                    .effect(.network(.release(isReusable: false))), .effect(.ended),
                ]
            }),
        Mutant(
            "validates-with-nothing", "asks for what it has without a condition, and is told 304",
            breaks: "RFC 9111 section 4.3.1", in: "caching",
            sabotage: .sending { message, scene in
                if scene.request.fields.first("If-None-Match") == nil { message["If-None-Match"] = nil }
                if scene.request.fields.first("If-Modified-Since") == nil { message["If-Modified-Since"] = nil }
            }),
        Mutant(
            "validates-with-another-tag", "asks with an entity tag that it was never given",
            breaks: "RFC 9110 section 13.1.2", in: "caching",
            sabotage: .sending { message, scene in
                if let tag = message["If-None-Match"], scene.request.fields.first("If-None-Match") == nil {
                    message["If-None-Match"] = "W/" + tag.replacing("\"", by: "")
                }
            }),
        Mutant(
            "keeps-copies-behind-post", "uses its copy of what a POST has changed", breaks: "RFC 9111 section 4.4",
            in: "caching",
            sabotage: Sabotage(
                happened: { input, scene in
                    if case .arrived(.head) = input, !["GET", "HEAD"].contains(scene.method) {
                        scene.cache = scene.memory.cache
                    }
                    return nil
                },
                ordered: { _, scene in
                    if let cache = scene.cache { scene.memory.cache = cache }
                    scene.cache = nil
                    return nil
                })),
        Mutant(
            "keeps-copies-behind-303", "uses its copy of what a redirected POST has changed",
            breaks: "RFC 9111 section 4.4", in: "caching",
            sabotage: Sabotage(
                happened: { input, scene in
                    if case .arrived(.head(let head)) = input, head.status == 303 { scene.cache = scene.memory.cache }
                    return nil
                },
                ordered: { _, scene in
                    if let cache = scene.cache { scene.memory.cache = cache }
                    scene.cache = nil
                    return nil
                })),
        Mutant(
            "keeps-copies-behind-head", "uses its copy though a HEAD told of something else",
            breaks: "RFC 9111 section 4.3.5", in: "caching",
            sabotage: .head { head, scene in
                if scene.method == "HEAD" {
                    head.remove("ETag")
                    head.remove("Content-Length")
                }
            }),
        Mutant(
            "keeps-temporary-redirects", "follows a 302 again without asking, though nothing says that it lasts",
            breaks: "RFC 9111 section 4.2.2", in: "caching",
            sabotage: .head { head, _ in
                if head.status == 302 || head.status == 307 { head.replace("Cache-Control") { _ in "max-age=3600" } }
            }),
        Mutant(
            "hides-age", "does not say how old a copy is that it uses", breaks: "RFC 9111 section 4", in: "caching",
            sabotage: .reply { reply, _ in if reply.isFromCache { reply.fields.removeAll { $0.isNamed("Age") } } }),
        Mutant(
            "mixes-cookies-up", "uses a copy though it has other cookies now", breaks: "RFC 9111 section 4.1",
            in: "caching",
            sabotage: .head { head, _ in head.replace("Vary") { $0 == "Cookie" ? "Origin" : $0 } }),
        Mutant(
            "reads-dates-loosely", "takes an Expires for a date that is none", breaks: "RFC 9111 section 5.3",
            in: "caching", sabotage: .head { head, _ in head.replace("Expires") { $0.replacing("  ", by: " ") } }),
        Mutant(
            "asks-behind-nothing", "uses a stale copy within its grace, and never asks for a newer one",
            breaks: "RFC 5861 section 3", in: "caching",
            sabotage: .ordered { effect, _ in if case .refresh = effect { [] } else { nil } }),
        Mutant(
            "hides-errors", "uses a stale copy for an error though it must be validated",
            breaks: "RFC 9111 section 5.2.2.2", in: "caching",
            sabotage: .head { head, _ in head.replace("Cache-Control") { $0.without("must-revalidate") } }),
        Mutant(
            "stores-though-told-not-to", "stores what its delegate wants not to be stored",
            breaks: "URLSession, willCacheResponse", in: "caching",
            sabotage: .mishearing { question, answer in
                guard case .willCache = question, answer == .refuse else { return nil }
                return .byDefault
            }),
        Mutant(
            "writes-secrets-to-disk", "would keep on disk what came encrypted",
            breaks: "NSCachedURLResponse, storagePolicy", in: "caching",
            sabotage: .ordered { effect, _ in
                guard case .ask(let number, .willCache(let reply, .memory)) = effect else { return nil }
                return [.effect(.ask(number, .willCache(reply, .disk)))]
            }),
        Mutant(
            "does-not-reload", "uses its copy though the app wants it loaded", breaks: "NSURLRequest, cachePolicy",
            in: "caching", sabotage: .settings { if $0.policy == .reload { $0.policy = .byDefault } }),
        Mutant(
            "loads-though-told-not-to", "asks the server though the app wants a copy or nothing",
            breaks: "NSURLRequest, cachePolicy", in: "caching",
            sabotage: .settings { if $0.policy == .cacheOnly { $0.policy = .byDefault } }),
    ]
}
