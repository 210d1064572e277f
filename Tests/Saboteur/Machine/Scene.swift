// Scene.swift: the facts of a load that a saboteur has seen.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainLoader
import QuintainStores
import QuintainWire

/// Values that the loads of one client leave for each other, for mutants that mix them up.
final class Past {
    /// Values that were sent, to be sent again where they do not belong.
    var values: [String: String] = [:]
    /// How each origin was reached first: by itself or through a proxy.
    var routes: [Hop: Route] = [:]
    var bytes: [UInt8] = []
}

/// The facts of a connection of HTTP/2 that a saboteur has seen.
final class FrameScene {
    /// The last stream that the client has opened.
    var lastStream = 0
}

/// The facts of one load, noted by the saboteur as it happens; the mutant's own notes are at the end.
final class Scene {
    let memory: ClientMemory
    let past: Past
    /// The request as the app wrote it.
    let request: LoadRequest
    let settings: LoadSettings
    var questions: [Int: LoadQuestion] = [:]
    /// The redirect that is being followed, and its next request.
    var followed: (reply: Reply, next: LoadRequest)?
    var route: Route?
    var isReused = false
    /// The last message, as it would have been right.
    var message: OutgoingMessage?
    /// The head of the last reply, and whether the body behind it is delivered.
    var head: ResponseHead?
    var isDelivering = false

    var count = 0
    var isMarked = false
    var held: [LoadEvent] = []
    var text: String?
    /// The last password that the delegate gave.
    var password: LoadAnswer?
    var cookies: [Cookie] = []
    var store: CookieStore?
    var cache: ResponseCache?
    var credentials: CredentialStore?

    init(_ request: LoadRequest, _ settings: LoadSettings, _ memory: ClientMemory, _ past: Past) {
        self.request = request
        self.settings = settings
        self.memory = memory
        self.past = past
    }

    func note(_ input: LoaderInput) {
        switch input {
        case .connected(let state): isReused = state == .idle
        case .arrived(.head(let head)): self.head = head
        case .answered(let number, let answer):
            guard case .redirect(let reply, let next) = questions[number] else { return }
            switch answer {
            case .byDefault: followed = (reply, next)
            case .request(let other): followed = (reply, other)
            default: break
            }
        default: break
        }
    }

    func note(_ effect: LoaderEffect) {
        switch effect {
        case .ask(let number, let question):
            questions[number] = question
            if case .response = question { isDelivering = true }
        case .tell(.response): isDelivering = true
        case .network(.connect(let route, _)): self.route = route
        case .network(.send(let message)):
            self.message = message
            isDelivering = false
        default: break
        }
    }

    /// The URL of the request under way.
    var url: String { followed?.next.url ?? request.url }
    var method: String { message?.method ?? request.method }

    func reply(_ head: ResponseHead) -> Reply {
        Reply(
            url: url, status: head.status, reason: head.reason, fields: head.fields,
            type: head.fields.mediaType?.description, encoding: head.fields.mediaType?.charset, length: head.length,
            suggestedName: "reply")
    }

    func changeCookies(_ change: (inout Cookie) -> Void) {
        for cookie in memory.cookies.all(at: 0) {
            var other = cookie
            change(&other)
            guard other != cookie else { continue }
            memory.cookies.remove(cookie)
            memory.cookies.insert(other, at: 0)
        }
    }
}
