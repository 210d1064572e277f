// Loader+Sending.swift: turns the app's request into bytes on a connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainStores
import QuintainWire

extension Loader {
    /// The first request, in its canonical form.
    mutating func begin() {
        phase = .preparing
        if let point = settings.resumed { request = point.condition(request) }
        do throws(LoadFailure) {
            let target = try RequestURL(request.url)
            self.target = target
            dialogues.origin = Dialogue(.origin, own: target.credential ?? settings.credential)
            request.url = target.text
        } catch { return fail(error) }
        if settings.voice.canonical { ask(.canonical(request), .canonical) } else { prepare() }
    }

    /// Everything before a connection is needed: the stored copy, the body.
    mutating func prepare() {
        phase = .preparing
        delivery = nil
        if serveCopy() { return }
        if request.body.isStream, settings.voice.newBody, settings.voice.firstBody {
            return ask(.newBody, .newBody(then: .again))
        }
        connect()
    }

    /// Makes the load's next request, after a redirect.
    mutating func go(to next: LoadRequest) {
        do throws(LoadFailure) {
            let target = try RequestURL(next.url, credential: next.credential)
            // Credentials are not carried over to another origin; a URL that names a user brings its own.
            if target.hop != self.target?.hop || target.credential != nil {
                dialogues.origin = Dialogue(.origin, own: target.credential)
            }
            dialogues.origin.chosen = nil
            self.target = target
            request = next
            request.url = target.text
        } catch { return fail(error) }
        phase = .preparing
        if serveCopy() { return }
        needBodyAgain(then: .again)
    }

    /// Asks the delegate for a new body if it was a stream, which can be read only once.
    mutating func needBodyAgain(then next: Next) {
        guard request.body.isStream else { return resume(next) }
        guard settings.voice.newBody else { return resume(next) }
        phase = .preparing
        ask(.newBody, .newBody(then: next))
    }

    mutating func resume(_ next: Next) {
        switch next {
        case .again: connect()
        case .elsewhere: connect(reuse: false)
        case .onwards(let request): go(to: request)
        case .tunnel: connect()
        case .copy: deliverCopy()
        }
    }

    mutating func connect(reuse: Bool = true) {
        guard let target else { return }
        var exchange = Exchange(route: Route(origin: target.hop, proxy: settings.proxy?.hop, version: version))
        exchange.isElsewhere = !reuse
        self.exchange = exchange
        phase = .connecting
        order(.connect(exchange.route, reuse: reuse))
    }

    // MARK: Steps on a fresh connection

    mutating func secureProxyOrGoOn() {
        guard let proxy = exchange?.route.proxy, proxy.isSecure else { return tunnelOrGoOn() }
        secure(proxy)
    }

    mutating func tunnelOrGoOn() {
        guard let route = exchange?.route else { return }
        if route.needsTunnel { openTunnel() } else { secureOriginOrGoOn() }
    }

    mutating func secureOriginOrGoOn() {
        guard let route = exchange?.route else { return }
        if route.origin.isSecure { secure(route.origin) } else { transmit() }
    }

    private mutating func secure(_ hop: Hop) {
        phase = .securing(hop)
        let voice = settings.voice
        order(
            .secure(
                hop, SecureQuestions(serverTrust: voice.serverTrust, clientCertificate: voice.clientCertificate)))
    }

    // MARK: Messages

    /// Opens a tunnel, RFC 9110 section 9.3.6: the proxy gets neither cookies nor the origin's credentials.
    mutating func openTunnel() {
        guard let target else { return }
        phase = .tunnelling
        exchange?.head = nil
        let authority = target.url.authorityForm
        var fields = request.fields.filter { $0.isNamed("User-Agent") }
        if let field = authorization(.proxy, method: "CONNECT", uri: authority) { fields.append(field) }
        do throws(LoadFailure) {
            let head = try Composer.head("CONNECT", .authority(authority), authority, fields)
            order(.send(OutgoingMessage(method: "CONNECT", head: head)))
        } catch { fail(error) }
    }

    mutating func transmit() {
        guard let target, let route = exchange?.route else { return }
        phase = .awaiting
        exchange?.head = nil
        let isProxied = route.proxy != nil && !route.needsTunnel
        var composer = Composer(request, target)
        if settings.keepsCookies { composer.cookies = memory.cookies.field(for: target.url, at: clock.now.wall) }
        composer.conditions = copy?.conditions ?? []
        let form: RequestTarget = isProxied ? .absolute(target.url.absoluteForm) : .origin(target.url.originForm)
        composer.authorization = authorization(.origin, method: request.method, uri: form.text)
        if isProxied { composer.proxyAuthorization = authorization(.proxy, method: request.method, uri: form.text) }
        do throws(LoadFailure) {
            let message = try composer.message(form)
            sent = Exchange.Sent(method: request.method, fields: composer.fields, at: clock.now.wall)
            exchange?.bodyLength = message.body.count
            exchange?.holdsBody = message.holdsBody
            exchange?.expectsContinue = composer.expectsContinue
            clock.continueAt = message.holdsBody ? clock.now.monotonic + LoadClock.continuePatience : nil
            order(.send(message))
        } catch { fail(error) }
    }

    mutating func releaseBody() {
        guard exchange?.holdsBody == true else { return }
        exchange?.holdsBody = false
        clock.continueAt = nil
        order(.sendBody)
    }
}
