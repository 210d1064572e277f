// Parts+Secure.swift: TLS where a play can influence it, and proxies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript

extension Draft {
    mutating func secure() {
        let path = path()
        load("GET", "//web\(path)")
        let connection = connection("web", isNew: true)
        let alerts = chance.happens(15)
        handshake(on: connection, origin: "web", isAwaited: alerts)
        if alerts {
            // The client refuses what it was shown.
            covers("awaited", "tls-alert")
            covers("awaited", "close")
            let name = chance.one(of: ["unknown_ca", "bad_certificate"])
            let line = line("! await tls-alert \(name)")
            theirs(line, wire: "", .secure(connection: connection, .alert(name, by: .client)))
            program.mistakes.append(
                Mistake(
                    family: .otherAlert, line: line, slugs: [.neverCame, .wrongValue], lines: [line],
                    endsWith: program.stretches,
                    needsOneLevel: true
                ) { moves, _ in
                    moves[moves.firstIndex { $0.line == line }!].deed = .secure(
                        connection: connection, .alert("decode_error", by: .client))
                })
            let end = self.line("! await close")
            theirs(end, wire: "", .close(connection: connection, .fin))
            return left(connection)
        }
        let (_, _, _) = request(RequestWish(method: "GET", path: path, origin: "web", isOnNew: false))
        tellReply(reply(on: connection))
        if chance.happens(20) {
            covers("acts", "tls-alert")
            ours("! tls-alert internal_error")
            ours("! close")
        }
        left(connection)
    }

    private mutating func handshake(
        on connection: String, origin: String, isInTunnel: Bool = false, isAwaited: Bool = false
    ) {
        let name = origin == "web" ? nil : origin
        let greeting = Move.Deed.secure(connection: connection, .greeted(serverName: name))
        if !isInTunnel, !chance.happens(50) {
            // No line checks it: it belongs to the line that follows.
            let next = program.lines.count + 1
            theirs(next, wire: "", .connect(connection: connection, origin: origin))
            theirs(next, wire: "", greeting)
        } else {
            if !isInTunnel {
                theirs(program.lines.count + 1, wire: "", .connect(connection: connection, origin: origin))
            }
            covers("awaited", "client-hello")
            covers("acts", "await")
            matching("absent")
            let line = line(chance.happens(50) ? "! await client-hello" : "! await client-hello sni={{absent}}")
            theirs(line, wire: "", greeting)
            if chance.happens(50) { ours("! wait 20ms", .time(20)) }
            if program.lines[line - 1].hasSuffix("}}") {
                program.mistakes.append(
                    Mistake(
                        family: .otherName, line: line, slugs: [.neverCame, .wrongValue, .tooSoon], lines: [],
                        endsWith: program.stretches,
                        needsOneLevel: true
                    ) { moves, _ in
                        moves[moves.firstIndex { $0.line == line && $0.isGreeting }!].deed = .secure(
                            connection: connection, .greeted(serverName: "elsewhere.localhost"))
                    })
            }
        }
        let terms = SecureTerms(
            version: "1.3", cipher: "TLS_AES_128_GCM_SHA256", alpn: "http/1.1", isResumed: false, client: "alice")
        guard isAwaited || chance.happens(60) else {
            theirs(program.lines.count + 1, wire: "", .secure(connection: connection, .open(terms)))
            return
        }
        covers("awaited", "handshake")
        covers("acts", "await")
        var text = "! await handshake"
        var wrongs: [SecureTerms] = []
        func other(_ change: (inout SecureTerms) -> Void) -> SecureTerms {
            var terms = terms
            change(&terms)
            return terms
        }
        let fields: [(String, String, SecureTerms)] = [
            ("version", "1.3", other { $0.version = "1.2" }),
            ("alpn", "http/1.1", other { $0.alpn = nil }), ("resumed", "no", other { $0.isResumed = true }),
            ("client-certificate", "alice", other { $0.client = "bob" }),
        ]
        for (name, value, wrong) in fields where chance.happens(40) {
            covers("handshake fields", name)
            text += " \(name)=\(value)"
            wrongs.append(wrong)
        }
        let line = line(text)
        theirs(line, wire: "", .secure(connection: connection, .open(terms)))
        for wrong in wrongs {
            program.mistakes.append(
                Mistake(family: .otherTerms, line: line, slugs: [.wrongValue, .wrongField], lines: [line]) { moves, _ in
                    moves[moves.firstIndex { $0.line == line && $0.isAgreement }!].deed = .secure(
                        connection: connection, .open(wrong))
                })
        }
    }

    mutating func proxy() {
        let path = path()
        load("GET", path, options: ["via gate"])
        let connection = connection("gate")
        let wish = RequestWish(method: "GET", path: path, comes: Worth(url(path)))
        var plan = RequestPlan(
            connection: connection, origin: "gate", method: "GET", target: wish.comes!, host: authority("main"))
        let start = line("> GET \(path)")
        if chance.happens(50) {
            matching("absent")
            plan.forbidden.append(("Proxy-Authorization", line("> Proxy-Authorization: {{absent}}")))
        }
        theirs(start, wire: "", .request(plan))
        tellReply(reply(on: connection))
    }

    mutating func tunnel() {
        let path = path()
        load("GET", "//web\(path)", options: ["via gate"])
        let connection = connection("gate", isNew: true)
        producing("authority")
        let plan = RequestPlan(
            connection: connection, origin: "gate", method: "CONNECT", target: Worth(authority("web")),
            host: authority("web"))
        let start = line("> CONNECT {{authority web}}")
        theirs(start, wire: "", .request(plan))
        ours("< 200")
        // A ClientHello that does not wait for the tunnel.
        program.mistakes.append(
            Mistake(family: .greetingTooSoon, line: start, slugs: [], lines: [], needsOneLevel: true) { moves, _ in
                moves.changeRequest(at: start) { $0.behind = [22, 3, 1, 0, 4, 1, 0, 0, 0] }
            })
        handshake(on: connection, origin: "web", isInTunnel: true)
        let inner = line("> GET //web\(path)")
        theirs(
            inner, wire: "",
            .request(
                RequestPlan(
                    connection: connection, origin: "gate", method: "GET", target: Worth(path), host: authority("web")))
        )
        tellReply(reply(on: connection))
        left(connection)
    }
}

extension Move {
    var isRest: Bool { if case .rest = deed { true } else { false } }
    var isAgreement: Bool { if case .secure(_, .open) = deed { true } else { false } }
    var isGreeting: Bool { if case .secure(_, .greeted) = deed { true } else { false } }
}
