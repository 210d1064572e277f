// Loader+Replies.swift: what a reply means for the load.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainStores
import QuintainWire
import QuintainWords

extension Loader {
    mutating func receive(_ part: ResponseReader.Part) {
        switch part {
        case .deviation: break
        case .fault(let fault): lose(NetworkFault(fault))
        case .informational(let head): receiveInterim(head)
        case .head(let head):
            exchange?.head = head
            exchange?.arrived = clock.now.wall
            if phase == .tunnelling { receiveTunnel(head) } else if phase == .awaiting { receive(head) }
        case .body(let bytes):
            switch phase {
            case .draining(let next): drain(bytes, next)
            case .delivering: deliver(bytes)
            case .idle, .preparing, .connecting, .securing, .tunnelling, .awaiting, .storing, .ended: break
            }
        case .trailers: break
        case .end:
            switch phase {
            case .draining(let next):
                storeRedirect()
                leaveReply(next)
            case .delivering: endBody()
            // The tunnel's reply has no body: TLS comes next.
            case .tunnelling, .idle, .preparing, .connecting, .securing, .awaiting, .storing, .ended: break
            }
        }
    }

    /// RFC 9110 section 15.2: any number of interim responses may come, even unasked.
    private mutating func receiveInterim(_ head: ResponseHead) {
        if head.status == 100 { releaseBody() } else if phase == .awaiting { tell(.informational(reply(head))) }
    }

    private mutating func receiveTunnel(_ head: ResponseHead) {
        if head.status / 100 == 2 {
            _ = confirm(head, .proxy)
            return secureOriginOrGoOn()
        }
        if head.status == 407, challenge(.proxy, head) { return }
        let said = "the proxy opens no tunnel: it answers \(head.status)"
        fail(
            LoadFailure(
                head.status == 407 ? .other : .proxy, code: head.status == 407 ? .userAuthenticationRequired : nil, said
            ))
    }

    private mutating func receive(_ head: ResponseHead) {
        guard let target else { return }
        clock.continueAt = nil
        if settings.keepsCookies { memory.cookies.received(head.fields, from: target.url, at: clock.now.wall) }
        if let asked = sentRequest { memory.cache.answered(asked, response(head)) }
        if head.status == 407, exchange?.route.proxy != nil, challenge(.proxy, head) { return }
        if head.status == 401, challenge(.origin, head) { return }
        if head.status != 401, head.status != 407, !(confirm(head, .origin) && confirm(head, .proxy)) {
            return fail(
                LoadFailure(
                    .other, code: .userAuthenticationRequired,
                    "the server does not know the password: its proof is wrong"))
        }
        if isMisdirected(head) { return discard(then: .elsewhere) }
        if head.status == 417, exchange?.expectsContinue == true { return withoutExpect() }
        if head.status == 304, copy != nil {
            if freshenCopy(head) { return discard(then: .copy) }
            copy = nil
            return discard(then: .again)
        }
        if Self.errors.contains(head.status), findCopyInPlaceOfError() { return discard(then: .copy) }
        copy = nil
        if let next = RedirectRules.next(after: head, to: request, at: target) { return redirect(head, to: next) }
        startDelivery(head)
    }

    /// The statuses that RFC 5861 section 4 calls errors.
    private static let errors: Set = [500, 502, 503, 504]

    /// RFC 9110 section 10.1.1: "repeat the request without a 100-continue expectation".
    private mutating func withoutExpect() {
        request.fields.removeAll { $0.isNamed("Expect") }
        discard(then: .again)
    }

    /// RFC 9110 section 15.5.20: another connection may lead to a server that answers. Over HTTP/1.1 none would.
    private func isMisdirected(_ head: ResponseHead) -> Bool {
        head.status == 421 && head.version.syntax.sharesConnection && exchange?.isElsewhere == false
    }

    // MARK: Redirects

    /// Follows a redirect of the server or of a stored copy; a copy has no exchange.
    mutating func redirect(_ head: ResponseHead, to next: LoadRequest) {
        guard redirects < RedirectRules.most else {
            return fail(LoadFailure(.tooManyRedirects, "\(redirects) redirects were followed, and here is another"))
        }
        redirects += 1
        guard settings.voice.redirect else { return follow(next) }
        var reply = reply(head)
        reply.isFromCache = exchange == nil
        ask(.redirect(reply, to: next), .redirect(head, next))
    }

    mutating func settleRedirect(_ head: ResponseHead, _ next: LoadRequest, _ answer: LoadAnswer) {
        switch answer {
        case .request(let other): follow(other)
        case .refuse: if exchange == nil { present(copyWith: head) } else { startDelivery(head) }
        default: follow(next)
        }
    }

    private mutating func follow(_ next: LoadRequest) {
        guard let head = exchange?.head else { return resume(.onwards(next)) }
        let response = response(head)
        if mayKeep(response) { exchange?.kept = response }
        discard(then: .onwards(next))
    }

    // MARK: Replies that are not delivered

    /// Reads the rest of an unwanted reply if that saves a new connection, and then takes the next step.
    mutating func discard(then next: Next) {
        guard let exchange, let head = exchange.head else { return }
        let isBounded: Bool
        switch head.framing {
        case .none, .chunked: isBounded = true
        case .length(let count): isBounded = count <= Self.drainLimit
        case .untilClose, .tunnel: isBounded = false
        }
        phase = .draining(then: next)
        self.exchange?.drainBudget = Self.drainLimit
        guard isBounded, exchange.isReusable(after: head) || exchange.kept != nil else { return abandon(next) }
    }

    private mutating func drain(_ bytes: [UInt8], _ next: Next) {
        exchange?.kept?.body += bytes
        exchange?.drainBudget -= bytes.count
        if exchange?.drainBudget ?? 0 < 0 { abandon(next) }
    }

    /// Closes the connection instead of reading the reply to its end.
    private mutating func abandon(_ next: Next) {
        exchange?.mustClose = true
        leaveReply(next)
    }

    mutating func leaveReply(_ next: Next) {
        // A proxy's connection without its tunnel cannot be reused: the next CONNECT needs a new connection.
        if next == .tunnel { exchange?.mustClose = true }
        release()
        switch next {
        case .again, .elsewhere: needBodyAgain(then: next)
        case .tunnel: connect()
        case .onwards(let request): go(to: request)
        case .copy: deliverCopy()
        }
    }

    /// Gives the connection back, to be reused or closed.
    mutating func release() {
        guard let exchange else { return }
        order(.release(isReusable: exchange.isReusable(after: exchange.head)))
        self.exchange = nil
    }

    /// The bytes up to which reading a reply to its end costs less than a new connection, RFC 9112 section 9.3.
    private static let drainLimit = 256 << 10
}
