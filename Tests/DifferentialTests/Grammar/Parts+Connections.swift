// Parts+Connections.swift: which connection is used, how it ends, and what happens meanwhile.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainWords

extension Draft {
    mutating func binding() {
        let (first, second) = (path(), path())
        load("GET", first)
        let (_, connection, _) = request(RequestWish(method: "GET", path: first))
        tellReply(reply(on: connection))
        beginGroup()
        load("GET", second)
        let kind = chance.one(of: ["new-connection", "same-connection", "connection"])
        covers("acts", kind)
        var bindingLine = 0
        var one = ""
        let isNew: Bool
        switch kind {
        case "connection":
            // A name stands for one connection.
            one = "one\(number())"
            bindingLine = line("! connection \(one)")
            // A connection with another name would be wrong.
            isNew = true
        default:
            bindingLine = line("! \(kind)")
            isNew = kind == "new-connection"
        }
        let (start, next, _) = request(RequestWish(method: "GET", path: second, isOnNew: isNew))
        if kind != "connection" {
            let other = isNew ? connection : "x\(number())"
            program.mistakes.append(
                Mistake(
                    family: .otherConnection, line: start, slugs: [.wrongConnection], lines: [bindingLine, start],
                    findings: 9
                ) { moves, _ in moves.changeRequest(at: start) { $0.connection = other } })
        }
        let reply = reply(on: next)
        if kind != "connection" {
            // The reply goes to the connection of the request, so no line has to name it.
        }
        tellReply(reply)
        guard kind == "connection" else { return }
        beginGroup()
        let third = path()
        load("GET", third)
        let isSame = chance.happens(50)
        let line = line("! connection \(isSame ? one : "\(one)two")")
        let (again, _, _) = request(RequestWish(method: "GET", path: third, isOnNew: !isSame))
        let other = isSame ? "x\(number())" : next
        program.mistakes.append(
            Mistake(
                family: .otherConnection, line: again, slugs: [.wrongConnection], lines: [line, again], findings: 9
            ) {
                moves, _ in
                moves.changeRequest(at: again) { $0.connection = other }
            })
        let connection3 = inUse() ?? next
        tellReply(self.reply(on: connection3))
    }

    /// The server ends the connection, and a line says how the client ends it.
    mutating func ending() {
        let path = path()
        load("GET", path)
        let (_, connection, _) = request(RequestWish(method: "GET", path: path))
        ours("< 200")
        line("< Content-Length: 10")
        line("<")
        line("< half")
        let reply = DrawnReply(status: 200, body: Array("half".utf8), length: 10)
        tellResponse(reply)
        told("\"half\"", CallbackPlan(kind: .data, bytes: Worth("half"), wrongBytes: []))
        let act = chance.one(of: ["close", "half-close", "reset", "stall"])
        covers("acts", act)
        ours("! \(act)")
        left(connection)
        let isTimed = act == "stall"
        let kind = isTimed ? "timed-out" : "connection-lost"
        covers("failures", kind)
        var plan = CallbackPlan(kind: .fail, subject: [Worth(kind)])
        plan.wrongSubject = ["other"]
        let closes = act != "reset" && act != "close" && chance.happens(60)
        if isTimed, chance.happens(60) {
            let line = told("\(kind) after=900ms..1500ms", plan, after: 950...1_450)
            for time in [800...850, 1_550...1_600] {
                program.mistakes.append(
                    Mistake(family: .wrongTime, line: line, slugs: [.wrongTime], lines: [line]) { moves, _ in
                        moves[moves.firstIndex { $0.line == line }!].after = time
                    })
            }
        } else {
            told(kind, plan)
        }
        guard closes else { return }
        let how = chance.one(of: ["close", "fin", "reset"])
        covers("awaited", how)
        covers("acts", "await")
        let line = line("! await \(how)")
        let closing: Closing = how == "reset" ? .reset : how == "fin" ? .fin : chance.one(of: [.fin, .reset])
        theirs(line, wire: "", .close(connection: connection, closing))
        program.mistakes.append(
            Mistake(
                family: .closeMissing, line: line, slugs: [.neverCame], lines: [line], endsWith: program.stretches,
                needsOneLevel: true
            ) { moves, _ in moves.removeAll { $0.line == line } })
        guard how != "close" else { return }
        program.mistakes.append(
            Mistake(
                family: .closeOtherwise, line: line, slugs: [.neverCame, .wrongValue], lines: [line],
                endsWith: program.stretches,
                needsOneLevel: true
            ) { moves, _ in
                moves[moves.firstIndex { $0.line == line }!].deed = .close(
                    connection: connection, how == "fin" ? .reset : .fin)
            })
    }

    /// A load that fails in one of the ways there are.
    mutating func failure() {
        let kind = chance.one(of: FailKind.allCases).rawValue
        covers("failures", kind)
        load("GET", path())
        var plan = CallbackPlan(kind: .fail, subject: [Worth(kind)])
        plan.wrongSubject = [kind == "other" ? "tls" : "other"]
        told(kind, plan)
    }

    mutating func pause() {
        let path = path()
        load("GET", path)
        let (_, connection, _) = request(RequestWish(method: "GET", path: path))
        for _ in 0..<chance.roll(1...3) {
            switch chance.roll(6) {
            case 0: oursNamed("wait", "! wait 40ms", .time(40))
            case 1: oursNamed("quiet", "! quiet 60ms", .time(60))
            case 2: oursNamed("rate", "! rate 10KB/s", nil)
            case 3: oursNamed("segment", "! segment 1", nil)
            case 4: oursNamed("hold", "! hold", .go)
            default: oursNamed("close-notify", "! close-notify off", nil)
            }
        }
        tellReply(reply(on: connection))
    }

    private mutating func oursNamed(_ name: String, _ text: String, _ pause: Pause?) {
        covers("acts", name)
        ours(text, pause)
    }

    mutating func awaited() {
        let path = path()
        load("POST", path)
        let connection = connection(isNew: true)
        covers("acts", "await")
        if chance.happens(60) {
            covers("awaited", "connection")
            let line = line("! await connection")
            theirs(line, wire: "", .connect(connection: connection, origin: "main"))
            if chance.happens(50) { ours("! wait 20ms", .time(20)) }
        }
        let body = KnownStream.bytes(200)
        var plan = RequestPlan(
            connection: connection, method: "POST", target: Worth(path), host: authority("main"), body: .bytes(body))
        plan.wrongBody = []
        producing("bytes")
        let start = line("> POST \(path)")
        guard chance.happens(60) else {
            line(">")
            plan.bodyLine = line("> {{bytes 200}}")
            theirs(start, wire: "", .request(plan))
            return tellReply(reply(on: connection))
        }
        covers("awaited", "bytes")
        plan.sendsOfBody = 0
        plan.fields.append(PlannedField(name: "Content-Length", value: Worth("200")))
        theirs(start, wire: "", .request(plan))
        line(">")
        ours("< 100")
        let count = chance.roll(1...150)
        let line = line("! await bytes \(count)")
        theirs(line, wire: "", .rest(connection: connection, Array(body[..<count])))
        let rest = self.line("> {{bytes 200}}")
        theirs(rest, wire: "", .rest(connection: connection, Array(body[count...])))
        program.mistakes.append(
            Mistake(
                family: .bodyTooSoon, line: line, slugs: [.tooSoon], lines: [line, rest]
            ) { moves, _ in
                let index = moves.firstIndex { $0.line == line && $0.isRest }!
                guard case .rest(_, let bytes) = moves.remove(at: index).deed else { return }
                moves.changeRequest(at: start) { $0.behind = bytes }
            })
        tellReply(reply(on: connection))
    }

    mutating func orders() {
        let order = chance.one(of: [
            ("suspend", "suspend"), ("trust", "trust ca"), ("continue", "continue"),
        ])
        let path = path()
        if order.0 == "trust" {
            covers("orders", order.0)
            ours("client \(order.1)")
        }
        load("GET", path)
        let (_, connection, _) = request(RequestWish(method: "GET", path: path))
        if ["suspend", "continue"].contains(order.0) {
            covers("orders", "suspend")
            covers("orders", "continue")
            ours("client suspend")
            ours("! wait 20ms", .time(20))
            ours("client continue")
        }
        tellReply(reply(on: connection))
    }

    mutating func cancelled() {
        let path = path()
        covers("failures", "cancelled")
        load("GET", path)
        let (_, connection, _) = request(RequestWish(method: "GET", path: path))
        let reply = reply(on: connection, body: true)
        left(connection)
        var failure = CallbackPlan(kind: .fail, subject: [Worth("cancelled")])
        failure.wrongSubject = ["other"]
        if chance.happens(50) {
            covers("decisions", "cancel")
            var plan = CallbackPlan(kind: .response, subject: [Worth("\(reply.status)")], answer: "cancel")
            plan.wrongSubject = ["299"]
            let line = told("\(reply.status) -> cancel", plan)
            told("cancelled", failure)
            // A client that goes on after `cancel` has ignored its delegate.
            program.mistakes.append(
                Mistake(
                    family: .goesOnAllTheSame, line: line,
                    slugs: [.wrongValue, .unexpectedCallback, .tooSoon, .neverCame],
                    lines: [], endsWith: program.stretches, needsOneLevel: true
                ) { moves, _ in
                    let index = moves.firstIndex { $0.line == line + 1 }!
                    moves[index].deed = .callback(CallbackPlan(kind: .finish))
                })
        } else {
            tellResponse(reply)
            covers("orders", "cancel")
            ours("client cancel")
            told("cancelled", failure)
        }
    }
}
