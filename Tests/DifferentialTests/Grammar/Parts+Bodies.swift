// Parts+Bodies.swift: bodies that are sent late, again, or not at all, and downloads.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainWords
import QuintainTranscript

extension Draft {
    /// The server answers the head before the body comes.
    mutating func early() {
        let path = path()
        load("POST", path, as: "upload")
        let connection = connection()
        let length = chance.roll(4...400)
        let body = KnownStream.bytes(length)
        let part = chance.happens(30) ? chance.roll(1...(length - 2)) : 0
        var plan = RequestPlan(
            connection: connection, method: "POST", target: Worth(path), host: authority("main"), body: .bytes(body))
        plan.sendsOfBody = part
        let start = line("> POST \(path)")
        plan.fields.append(
            PlannedField(name: "Expect", value: Worth("100-continue"), line: line("> Expect: 100-continue"), wrong: []))
        plan.fields.append(PlannedField(name: "Content-Length", value: Worth("\(length)")))
        producing("bytes")
        line(">")
        if part > 0 {
            plan.bodyLine = line("> {{bytes \(part)}}")
        }
        theirs(start, wire: "", .request(plan))
        let isRefused = part == 0 && chance.happens(30)
        if isRefused {
            ours("< 417")
            matching("absent")
            let line = line("> {{absent}}")
            passedOver()
            comesAllTheSame(connection, body, line)
            // The client gives this connection up, because it still owes a body there.
            left(connection)
            load("GET", self.path("q"))
            let (_, next, _) = request(
                RequestWish(
                    method: "GET", path: program.lines.last!.split(separator: " ").last.map(String.init)!, isOnNew: true
                ))
            return tellReply(reply(on: next))
        }
        if chance.happens(30) { pauseLine() }
        if chance.happens(70) { ours("< 100") } else { pauseLine() }
        let rest = Array(body[part...])
        let line = line("> {{bytes \(rest.count) from=\(part)}}")
        theirs(line, wire: "", .rest(connection: connection, rest))
        spoilRest(line, rest)
        restTooSoon(start, line)
        tellReply(reply(201, on: connection))
    }

    /// A `quiet` or a pause of the server.
    private mutating func pauseLine() {
        if chance.happens(50) {
            covers("acts", "wait")
            ours("! wait 30ms", .time(30))
        } else {
            covers("acts", "quiet")
            ours("! quiet 50ms", .time(50))
        }
    }

    private mutating func comesAllTheSame(_ connection: String, _ body: [UInt8], _ line: Int) {
        let move = Move(
            line: line, stretch: program.stretches, strand: Move.Strand(isWire: true, lane: ""),
            deed: .rest(connection: connection, body), group: group)
        program.mistakes.append(
            Mistake(
                family: .bodyUnasked, line: line, slugs: [.wrongBody, .tooSoon], lines: [line], needsOneLevel: true
            ) { moves, _ in
                let index = moves.lastIndex { $0.stretch <= move.stretch && $0.line < line }!
                moves.insert(move, at: index + 1)
            })
    }

    private mutating func spoilRest(_ line: Int, _ rest: [UInt8]) {
        program.mistakes.append(
            Mistake(family: .bodyByteChanged, line: line, slugs: [.wrongBody], lines: [line]) { moves, chance in
                let index = moves.firstIndex { $0.line == line }!
                guard case .rest(let connection, var bytes) = moves[index].deed else { return }
                bytes[chance.roll(bytes.count)] ^= 1
                moves[index].deed = .rest(connection: connection, bytes)
            })
    }

    /// Sends head and body together.
    private mutating func restTooSoon(_ head: Int, _ line: Int) {
        program.mistakes.append(
            Mistake(family: .bodyTooSoon, line: line, slugs: [.tooSoon], lines: [line]) { moves, _ in
                let index = moves.firstIndex { $0.line == line }!
                guard case .rest(_, let rest) = moves.remove(at: index).deed else { return }
                moves.changeRequest(at: head) { plan in plan.behind = rest }
            })
    }

    /// The client reports what it has sent, and may be asked for a new body.
    mutating func upload() {
        let path = path()
        let length = chance.roll(1...100)
        load("POST", path, as: chance.one(of: ["upload", "stream"]))
        if chance.happens(40) { told("", CallbackPlan(kind: .metrics), mark: "?") }
        let connection = connection()
        var plan = RequestPlan(
            connection: connection, method: "POST", target: Worth(path), host: authority("main"),
            body: .bytes(KnownStream.bytes(length)))
        producing("bytes")
        let start = line("> POST \(path)")
        line(">")
        plan.bodyLine = line("> {{bytes \(length)}}")
        plan.wrongBody = []
        theirs(start, wire: "", .request(plan))
        var sent = CallbackPlan(kind: .sent, amount: (length, length))
        sent.wrongSubject = ["\(length)/\(length + 1)"]
        told("\(length)/\(length)", sent)
        guard chance.happens(60) else { return tellReply(reply(on: connection)) }
        reply(307, on: connection, fields: ["Location: \(path)x"], body: false)
        let redirect = CallbackPlan(
            kind: .redirect, subject: [Worth("307"), Worth(url(path + "x"))], answer: "default",
            wrongSubject: ["302", url(path + "x")])
        told("307 \(path)x", redirect)
        let decision = chance.one(of: ["", "body", "no"])
        if !decision.isEmpty { covers("decisions", decision) }
        let other = word()
        let body = decision.isEmpty ? KnownStream.bytes(length) : decision == "body" ? Array(other.utf8) : []
        told(
            decision.isEmpty ? "" : "-> \(decision)" + (decision == "body" ? " \"\(other)\"" : ""),
            CallbackPlan(
                kind: .needBody,
                answer: decision.isEmpty ? "default" : decision == "body" ? "body \(other)" : decision))
        var again = RequestPlan(
            connection: self.connection(), method: "POST", target: Worth(path + "x"), host: authority("main"))
        let second = line("> POST \(path)x")
        line(">")
        if decision == "no" {
            matching("absent")
            again.bodylessLine = line("> {{absent}}")
        } else {
            again.body = .bytes(body)
            again.wrongBody = []
            again.bodyLine = line(decision.isEmpty ? "> {{bytes \(length)}}" : "> \(other)")
        }
        theirs(second, wire: "", .request(again))
        tellReply(reply(on: again.connection))
    }

    // MARK: Downloads

    mutating func download() {
        let path = path()
        let body = chance.happens(30) ? Files.content : KnownStream.bytes(chance.roll(20...500))
        let isOrdered = chance.happens(50)
        load("GET", path, as: isOrdered ? "download" : "data")
        request(RequestWish(method: "GET", path: path))
        ours("< 200")
        line("<")
        if body == Files.content { producing("file") } else { producing("bytes") }
        line(body == Files.content ? "< {{file \"a.txt\"}}" : "< {{bytes \(body.count)}}")
        let reply = DrawnReply(status: 200, body: body, length: body.count)
        if !isOrdered { tellResponse(reply, decision: "download") } else if chance.happens(50) { tellResponse(reply) }
        if chance.happens(40) {
            let isDecoded = chance.happens(50)
            if !isDecoded { covers("decisions", "no") }
            var plan = CallbackPlan(
                kind: .decode, subject: [Worth("application/gzip")], answer: isDecoded ? "default" : "no")
            plan.wrongSubject = ["application/zip"]
            told("application/gzip" + (isDecoded ? "" : " -> no"), plan)
        }
        if chance.happens(50) {
            covers("decisions", "to")
            var plan = CallbackPlan(kind: .destination, subject: [Worth("a.bin")], answer: "to x.bin")
            plan.wrongSubject = ["b.bin"]
            told("a.bin -> to x.bin", plan)
            told("", CallbackPlan(kind: .created))
        }
        var progress = CallbackPlan(kind: .progress, amount: (body.count, body.count))
        progress.wrongSubject = ["\(body.count)/\(body.count + 9)"]
        told("\(body.count)/\(body.count)", progress)
        tellData(body, kind: .file)
        told("", CallbackPlan(kind: .finish))
    }

    mutating func resume() {
        let path = path()
        let (cut, whole) = (400, 1_000)
        covers("acts", "reset")
        covers("failures", "connection-lost")
        load("GET", path, as: "download")
        let (_, connection, _) = request(RequestWish(method: "GET", path: path))
        ours("< 200")
        line("< ETag: \"v1\"")
        line("< Content-Length: \(whole)")
        line("<")
        producing("bytes")
        line("< {{bytes \(cut)}}")
        var progress = CallbackPlan(kind: .progress, amount: (cut, whole))
        progress.wrongSubject = ["\(cut)/\(whole + 1)"]
        told("\(cut)/\(whole)", progress)
        ours("! reset")
        left(connection)
        var failure = CallbackPlan(kind: .fail, subject: [Worth("connection-lost")])
        failure.wrongSubject = ["timed-out"]
        told("connection-lost", failure)
        covers("orders", "resume")
        ours("client resume")
        let range = PlannedField(name: "Range", value: Worth("bytes=\(cut)-"), wrong: Array("bytes=0-".utf8))
        request(
            RequestWish(method: "GET", path: path, fields: [("Range: bytes=\(cut)-", range)], isOnNew: true))
        ours("< 206")
        line("< Content-Range: bytes \(cut)-\(whole - 1)/\(whole)")
        line("<")
        line("< {{bytes \(whole - cut) from=\(cut)}}")
        var resumed = CallbackPlan(kind: .resumed, amount: (cut, whole))
        resumed.wrongSubject = ["0/\(whole)"]
        told("\(cut)/\(whole)", resumed)
        told(
            "{{bytes \(whole)}}",
            CallbackPlan(kind: .file, bytes: .bytes(KnownStream.bytes(whole)), wrongBytes: []))
        told("", CallbackPlan(kind: .finish))
    }

    mutating func caching() {
        let path = path()
        let (decision, storage) = (chance.one(of: ["", "no"]), chance.one(of: ["no", "memory", "disk"]))
        if !decision.isEmpty { covers("decisions", decision) }
        load("GET", path)
        let (_, connection, _) = request(RequestWish(method: "GET", path: path))
        let reply = reply(on: connection, fields: ["Cache-Control: max-age=60"])
        tellResponse(reply)
        if !reply.body.isEmpty { tellData(reply.body) }
        var plan = CallbackPlan(
            kind: .willCache, fields: [("storage", Worth(storage))], answer: decision.isEmpty ? "default" : decision)
        plan.wrongFields = [("storage", storage == "no" ? "disk" : "no")]
        told("storage=\(storage)" + (decision.isEmpty ? "" : " -> \(decision)"), plan)
        told("", CallbackPlan(kind: .finish))
    }

    mutating func informational() {
        let path = path()
        load("GET", path)
        let (_, connection, _) = request(RequestWish(method: "GET", path: path))
        for status in [100, 103] where chance.happens(70) {
            ours("< \(status)")
            if status == 103 { line("< Link: </a.css>") }
            var plan = CallbackPlan(kind: .informational, subject: [Worth("\(status)")])
            plan.wrongSubject = ["102"]
            if status == 103, chance.happens(50) {
                plan.header = [("Link", "</a.css>")]
                told("103", plan, below: ["Link: </a.css>"])
            } else {
                told("\(status)", plan)
            }
        }
        tellReply(reply(on: connection))
    }
}
