// Parts+Blocks.swift: rounds, branches, lanes, runs of callbacks.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainWords
import QuintainTranscript

extension Draft {
    private mutating func hop(_ stem: String, _ count: Int, _ start: Int, _ redirect: Int) {
        let connection = connection()
        theirs(
            start, wire: "",
            .request(
                RequestPlan(
                    connection: connection, method: "GET", target: Worth("\(stem)/\(count)"), host: authority("main"))))
        oursAgain()
        var plan = CallbackPlan(
            kind: .redirect, subject: [Worth("302"), Worth(url("\(stem)/\(count + 1)"))], answer: "default")
        plan.wrongSubject = ["302", url("/elsewhere")]
        theirs(redirect, plan)
    }

    private mutating func hops(_ stem: String, _ word: String) -> (Int, Int) {
        covers("words", "repeat")
        covers("words", "end")
        producing("count")
        named.insert(.redirect)
        line("repeat \(word)")
        let start = line("> GET \(stem)/{{count}}")
        line("< 302")
        line("< Location: \(stem)/{{count+1}}")
        let redirect = line("* redirect 302 \(stem)/{{count+1}}")
        line("end")
        return (start, redirect)
    }

    mutating func rounds() {
        let (stem, count) = (path(), chance.roll(1...4))
        load("GET", "\(stem)/1")
        let (start, redirect) = hops(stem, "\(count)")
        for round in 1...count { hop(stem, round, start, redirect) }
        let (_, connection, _) = request(RequestWish(method: "GET", path: "\(stem)/\(count + 1)"))
        tellReply(reply(on: connection))
    }

    /// The client ends the chain of redirects when it likes.
    mutating func openRounds() {
        let (stem, low) = (path(), chance.roll(3))
        let count = chance.roll(max(0, low)...4)
        covers("failures", "too-many-redirects")
        load("GET", "\(stem)/1")
        let (start, redirect) = hops(stem, "\(low)..5")
        for round in 0..<count { hop(stem, round + 1, start, redirect) }
        var plan = CallbackPlan(kind: .fail, subject: [Worth("too-many-redirects")])
        plan.wrongSubject = ["other"]
        told("too-many-redirects", plan)
    }

    mutating func branches() {
        for word in ["either", "or", "end"] { covers("words", word) }
        let (first, second, third) = (path(), path(), path())
        let choice = chance.roll(3)
        load("GET", first)
        line("either asks")
        if choice == 0 {
            let (_, connection, _) = request(RequestWish(method: "GET", path: first))
            tellReply(reply(on: connection))
        } else {
            line("> GET \(first)")
            line("< 200")
            line("* response 200")
        }
        line("or asks otherwise")
        if choice == 1 {
            let (_, connection, _) = request(RequestWish(method: "GET", path: second))
            tellReply(reply(on: connection))
        } else {
            line("> GET \(second)")
            line("< 200")
            line("* response 200")
        }
        var wrong: Int?
        if chance.happens(40) {
            covers("words", "never")
            wrong = line("never \"not that\"")
            line("> GET \(third)")
        }
        if choice == 2 {
            line("or     does not ask")
        }
        line("end")
        named.formUnion([.response, .data, .finish])
        if choice == 2 {
            var plan = CallbackPlan(kind: .response, subject: [Worth("203")])
            plan.wrongSubject = ["299"]
            told("203", plan)
            told("", CallbackPlan(kind: .finish))
        }
        _ = wrong
    }

    /// The client chooses the order of the parts.
    mutating func anyOrder() {
        for word in ["any-order", "or", "end"] { covers("words", word) }
        let page = path()
        load("GET", page)
        let (_, connection, _) = request(RequestWish(method: "GET", path: page))
        _ = reply(on: connection)
        let parts = (0..<chance.roll(2...3)).map { index in
            line(index == 0 ? "any-order" : "or")
            let path = path()
            let start = line("> GET \(path)")
            line("< 200")
            return (path, start)
        }
        line("end")
        for (path, start) in chance.shuffled(parts) {
            oursAgain()
            theirs(
                start, wire: "",
                .request(
                    RequestPlan(
                        connection: self.connection(), method: "GET", target: Worth(path), host: authority("main"))))
        }
        let (_, last, _) = request(RequestWish(method: "GET", path: path()))
        tellReply(reply(on: last))
    }

    mutating func lanes() {
        let (one, two) = (path(), path())
        load("GET", one, lane: "a")
        load("GET", two, lane: "b")
        let connections = ["l\(number())", "l\(number())"]
        let bodies = [word(), word()]
        for (index, lane) in ["a", "b"].enumerated() {
            let path = [one, two][index]
            var plan = RequestPlan(
                connection: connections[index], method: "GET", target: Worth(path), host: authority("main"))
            let start = line(">\(lane) GET \(path)")
            if chance.happens(30) {
                // No field may come but those that are written.
                plan.isExact = true
                plan.fields = [
                    PlannedField(
                        name: "Host", value: Worth(authority("main")), line: line(">\(lane) Host: {{authority main}}"))
                ]
                matching("exactly")
                line(">\(lane) {{exactly}}")
            }
            theirs(start, wire: lane, .request(plan))
        }
        let order = chance.shuffled([0, 1])
        let isAtOnce = chance.happens(50)
        for index in order {
            let lane = ["a", "b"][index]
            ours("<\(lane) 200")
            line("<\(lane)")
            line("<\(lane) \(bodies[index])")
            if !isAtOnce { tellLane(lane, bodies[index]) }
        }
        if isAtOnce { for index in order { tellLane(["a", "b"][index], bodies[index]) } }
    }

    private mutating func tellLane(_ lane: String, _ body: String) {
        tellReply(DrawnReply(status: 200, body: Array(body.utf8), length: body.utf8.count), lane: lane)
    }

    /// `*?`, `*+` and `*&`.
    mutating func runs() {
        let path = path()
        load("GET", path)
        if chance.happens(60) {
            // The client chooses the order.
            var plans: [(String, CallbackPlan)] = []
            for kind in chance.shuffled(["ServerTrust", "ClientCertificate"]) {
                covers("challenge kinds", kind)
                let decision = kind == "ServerTrust" ? "trust" : "use certificate alice"
                covers("decisions", decision.split(separator: " ").first.map(String.init)!)
                var plan = CallbackPlan(
                    kind: .challenge, subject: [Worth(kind)],
                    answer: kind == "ServerTrust" ? "trust" : "use-certificate alice")
                plan.wrongSubject = nil
                plans.append(("\(kind) -> \(decision)", plan))
            }
            named.insert(.challenge)
            let lines = plans.enumerated().map { index, plan in
                line(index == 0 ? "any-order" : "or")
                return line("* challenge \(plan.0)")
            }
            line("end")
            for (line, plan) in chance.shuffled(Array(zip(lines, plans.map(\.1)))) {
                theirs(line, plan, isOptional: true)
            }
        }
        let (_, connection, _) = request(RequestWish(method: "GET", path: path))
        let reply = reply(on: connection)
        if chance.happens(50) {
            covers("callbacks", "metrics")
            named.insert(.metrics)
            let line = line("*? metrics")
            if tells(.metrics), chance.happens(50) {
                theirs(line, CallbackPlan(kind: .metrics), isOptional: true)
            } else {
                passedOver()
            }
        }
        tellReply(reply)
    }

    /// A request that should come but need not: the lines below are played all the same.
    mutating func skipped() {
        let (first, second) = (path(), path())
        let old = level
        let body = "maybe\(number())"
        load("GET", first)
        set(.should)
        let (start, _, _) = request(RequestWish(method: "GET", path: first, drawsFields: false))
        ours("< 200")
        line("<")
        line("< \(body)")
        set(old)
        load("GET", second)
        let (_, next, _) = request(RequestWish(method: "GET", path: second, isOnNew: false))
        tellReply(reply(on: next))
        let time = program.lines.contains("within 20s") ? 20_100 : 5_100
        program.mistakes.append(
            Mistake(
                family: .optionalRequestMissing, line: start, slugs: [.neverCame], lines: [start],
                check: { stand in
                    let text = String(decoding: stand.sent(on: next), as: UTF8.self)
                    return text.contains(body) ? "the reply to the request that never came was sent" : nil
                }
            ) { moves, _ in moves[moves.firstIndex { $0.line == start }!].deed = .pass(time) })

    }

    /// Lines for one kind of API.
    mutating func style() {
        let path = path()
        load("GET", path)
        let (_, connection, _) = request(RequestWish(method: "GET", path: path))
        let reply = reply(on: connection)
        for (style, kind) in [
            (APIStyle.urlsession, CallbackKind.metrics), (.nsurlconnection, .willCache), (.nsurldownload, .created),
            (.urlprotocol, .challengeCancelled),
        ] where chance.happens(60) {
            covers("styles", style.rawValue)
            covers("callbacks", kind.rawValue)
            named.insert(kind)
            let line = line("* [\(style.rawValue)] \(kind.rawValue)")
            if program.style == style {
                theirs(line, CallbackPlan(kind: kind))
            } else {
                passedOver()
            }
        }
        tellReply(reply)
    }

    /// The client ignores a second reply to the same request.
    mutating func rawReply() {
        let path = path()
        load("GET", path)
        let (_, connection, _) = request(RequestWish(method: "GET", path: path))
        producing("raw")
        tellReply(reply(on: connection))
        ours("< {{raw \"HTTP/1.1 200 OK\\r\\nContent-Length: 4\\r\\n\\r\\nevil\"}}")
        program.replies.append((connection, Worth("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil")))
        left(connection)
    }
}
