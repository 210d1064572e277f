// Parts+Plain.swift: exchanges, redirects, credentials.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainWords
import QuintainTranscript

extension Draft {
    mutating func exchange() {
        let origin = origins.contains("other") && chance.happens(40) ? "other" : "main"
        let path = path()
        let method = chance.one(of: ["GET", "POST", "POST", "POST", "PUT", "PUT", "DELETE", "HEAD", "OPTIONS"])
        anyLoad(method, origin == "main" ? path : "//\(origin)\(path)")
        var wish = RequestWish(method: method, path: path, origin: origin)
        if origin == "main", chance.happens(8) {
            covers("functions, by value", "query")
            let query = chance.one(of: ["a=1&b=two", "b=%74wo&a=1"])
            wish.target = "\(path)?{{query a=1 b=two}}"
            wish.comes = .made { _ in Array("\(path)?\(query)".utf8) }
        }
        let (_, connection, _) = request(wish)
        let status = chance.one(of: [200, 201, 204, 404, 500])
        let reply = reply(status, on: connection, toHead: method == "HEAD")
        tellReply(reply, path: origin == "main" ? path : nil)
    }

    mutating func redirect() {
        let (first, second) = (path(), path())
        let far = origins.contains("other") && chance.happens(30)
        let decision = chance.one(of: ["no", "to", ""])
        let status = chance.one(of: [301, 302, 303, 307, 308])
        load("GET", first)
        let (_, connection, _) = request(RequestWish(method: "GET", path: first))
        let location = far ? "//other\(second)" : second
        let reply = reply(
            status, on: connection, fields: ["Location: " + (far ? "{{//other\(second)}}" : second)],
            body: chance.happens(20))
        let absolute = url(second, far ? "other" : "main")
        var plan = CallbackPlan(kind: .redirect, subject: [Worth("\(status)"), Worth(absolute)])
        plan.wrongSubject = ["\(status)", url("/elsewhere")]
        plan.fields = [("method", Worth("GET"))]
        var text = "\(status) \(location)"
        if chance.happens(40) {
            text += " method=GET"
            plan.wrongFields = [("method", "POST")]
        }
        var below: [String] = []
        let third = path()
        if !decision.isEmpty {
            covers("decisions", decision)
            text += " -> \(decision)" + (decision == "to" ? " \(third)" : "")
            if decision == "to", chance.happens(50) { below = ["X-Trace: 7"] }
        }
        plan.answer = decision.isEmpty ? "default" : decision == "to" ? "to \(url(third))" : decision
        if decision != "to", chance.happens(30) {
            plan.header.append(("X-New", "1"))
            below.append("X-New: 1")
        }
        let asked = told(text, plan, below: below)
        if !far, tells(.redirect) {
            // The path as `Location` has it, instead of the resolved URL.
            program.mistakes.append(
                Mistake(family: .callbackValue, line: asked, slugs: [.wrongValue], lines: [asked]) { moves, _ in
                    moves.changeCallback(at: moves.firstIndex { $0.line == asked }!) {
                        $0.subject = [Worth("\(status)"), Worth(second)]
                    }
                })
        }
        guard decision != "no" else {
            goesOn(to: second, on: connection, at: asked)
            return tellReply(reply)
        }
        let target = decision == "to" ? third : second
        let origin = far && decision != "to" ? "other" : "main"
        let (_, next, _) = request(RequestWish(method: "GET", path: target, origin: origin))
        let final = self.reply(on: next)
        tellReply(final, path: origin == "main" ? target : nil)
    }

    /// The client follows a redirect that its delegate has refused.
    private mutating func goesOn(to path: String, on connection: String, at line: Int) {
        // The request may come after the last line has happened, and is then a failure at any level.
        guard program.levels[line] ?? .must == .must else { return }
        let move = Move(
            line: line, stretch: program.stretches, strand: Move.Strand(isWire: true, lane: ""),
            deed: .request(
                RequestPlan(
                    connection: connection, method: "GET", target: Worth(path), host: authority("main"))), group: group)
        program.mistakes.append(
            Mistake(
                family: .goesOnAllTheSame, line: line, slugs: [.unexpectedRequest], lines: [nil], needsOneLevel: true
            ) { moves, _ in
                let index = moves.firstIndex { $0.line == line }!
                moves.insert(move, at: index + 1)
            })
    }

    mutating func canonical() {
        let (path, other) = (path(), path())
        let decision = chance.one(of: ["", "to"])
        if !decision.isEmpty { covers("decisions", decision) }
        load("GET", path)
        var plan = CallbackPlan(kind: .canonical, subject: [Worth(url(path))])
        plan.wrongSubject = [url("/elsewhere")]
        plan.answer = decision == "to" ? "to \(url(other))" : "default"
        told(path + (decision == "to" ? " -> to \(other)" : ""), plan)
        let (_, connection, _) = request(RequestWish(method: "GET", path: decision == "to" ? other : path))
        tellReply(reply(on: connection))
    }

    // MARK: Credentials

    mutating func basic() {
        let path = path()
        let decision = chance.one(of: ["use", "none", "", "no", "hold"])
        if !decision.isEmpty { covers("decisions", decision == "none" ? "use" : decision) }
        let realm = word()
        load("GET", path)
        let (_, connection, _) = request(RequestWish(method: "GET", path: path))
        let refused = reply(401, on: connection, fields: ["WWW-Authenticate: Basic realm=\"\(realm)\""])
        var plan = CallbackPlan(kind: .challenge, subject: [Worth("Basic")])
        plan.wrongSubject = ["NTLM"]
        plan.fields = [
            ("realm", Worth(realm)), ("failures", Worth("0")), ("proxy", Worth("no")), ("host", Worth("127.0.0.1")),
        ]
        var text = "Basic"
        for (name, value, wrong) in [("realm", realm, "other"), ("failures", "0", "1"), ("proxy", "no", "yes")]
        where chance.happens(30) {
            text += " \(name)=\(value)"
            plan.wrongFields.append((name, wrong))
        }
        let use = "use alice:secret"
        if !decision.isEmpty { text += " -> " + (decision == "use" ? use : decision == "none" ? "use none" : decision) }
        plan.answer = decision.isEmpty ? "default" : decision == "use" ? "use alice:secret" : decision
        plan.isHeld = decision == "hold"
        told(text, plan)
        if decision == "hold" {
            covers("orders", "answer")
            ours("client answer \(use)")
        }
        guard ["use", "hold"].contains(decision) else {
            if chance.happens(30) { told("", CallbackPlan(kind: .challengeCancelled), mark: "?") }
            return tellReply(refused)
        }
        matching("basic")
        let answer = PlannedField(
            name: "Authorization", value: Worth("Basic YWxpY2U6c2VjcmV0"), wrong: Array("Basic YWxpY2U6b3RoZXI=".utf8))
        let (_, next, _) = request(
            RequestWish(method: "GET", path: path, fields: [("Authorization: {{basic alice:secret}}", answer)]))
        tellReply(reply(on: next))
    }

    mutating func digest() {
        let path = path()
        let algorithm = chance.one(of: DigestSums.algorithms)
        let (realm, nonce) = (word(), word())
        producing("nonce")
        let isFirst = chance.happens(50)
        load("GET", path)
        let (_, connection, _) = request(RequestWish(method: "GET", path: path))
        let refused = reply(
            401, on: connection,
            fields: [
                "WWW-Authenticate: Digest realm=\"\(realm)\", qop=\"auth\", algorithm=\(algorithm), nonce=\"{{nonce \(nonce)}}\""
            ], body: false)
        covers("decisions", "use")
        var plan = CallbackPlan(kind: .challenge, subject: [Worth("Digest")])
        plan.wrongSubject = ["Basic"]
        plan.answer = "use alice:secret"
        told("Digest -> use alice:secret", plan)
        _ = (refused, isFirst)
        var sums = DigestSums(algorithm: algorithm, realm: realm, connection: connection, method: "GET", uri: path)
        let demands = ["", " algorithm=\(algorithm)", " qop=auth", " nc=1"].filter { _ in chance.happens(60) }.joined()
        digestRequest(path, sums, demands)
        guard chance.happens(60) else { return }
        // With the same nonce again the count grows, even if no line checks it.
        beginGroup()
        let second = self.path()
        load("GET", second)
        sums.uri = second
        sums.count = 2
        digestRequest(second, sums, chance.happens(50) ? " nc=2" : "", mayRepeat: true)
    }

    /// The server names the next nonce; a client that goes on with the old one is wrong.
    mutating func nextNonce() {
        let (first, second) = (path(), path())
        let (realm, one, two) = (word(), word(), word())
        load("GET", first)
        let (_, connection, _) = request(RequestWish(method: "GET", path: first))
        reply(
            401, on: connection,
            fields: [
                "WWW-Authenticate: Digest realm=\"\(realm)\", qop=\"auth\", algorithm=SHA-256, nonce=\"{{nonce \(one)}}\""
            ],
            body: false)
        told(
            "Digest -> use alice:secret",
            CallbackPlan(kind: .challenge, subject: [Worth("Digest")], answer: "use alice:secret"))
        let sums = DigestSums(algorithm: "SHA-256", realm: realm, connection: connection, method: "GET", uri: first)
        let (_, again, _) = request(
            RequestWish(
                method: "GET", path: first,
                fields: [
                    (
                        "Authorization: {{digest alice:secret}}",
                        PlannedField(name: "Authorization", value: .made { sums.field($0) })
                    )
                ]))
        tellReply(reply(on: again, fields: ["Authentication-Info: {{digest-info nextnonce=\(two)}}"]))
        beginGroup()
        load("GET", second)
        var next = sums
        next.uri = second
        next.place = (again, "nextnonce=\"")
        let (_, last, plan) = request(
            RequestWish(
                method: "GET", path: second,
                fields: [
                    (
                        "Authorization: {{digest alice:secret nc=1}}",
                        PlannedField(name: "Authorization", value: .made { next.field($0) })
                    )
                ]))
        var old = sums
        old.uri = second
        spoilField("Authorization", at: plan.fields.first { $0.name == "Authorization" }!.line!, .oldNonce) {
            old.field($0)
        }
        tellReply(reply(on: last))
    }

    /// The bytes of a request, exactly as they came.
    mutating func rawRequest() {
        let path = path()
        let (name, value) = ("X-\(word())", word())
        producing("raw")
        load("POST", path)
        let connection = connection()
        var plan = RequestPlan(connection: connection, method: "POST", target: Worth(path), host: authority("main"))
        plan.isExact = true
        let start = line("> POST \(path)")
        plan.fields.append(
            PlannedField(name: "Host", value: Worth(authority("main")), line: line("> Host: {{authority main}}")))
        let raw = line("> {{raw \"\(name):\(value)\\r\\n\"}}")
        plan.fields.append(PlannedField(name: "", value: Worth("\(name):\(value)\r\n")))
        plan.fields.append(PlannedField(name: "X-Last", value: Worth("1"), line: line("> X-Last: 1"), wrong: nil))
        if chance.happens(50) {
            plan.fields.append(PlannedField(name: "Content-Length", value: Worth("3")))
            line(">")
            plan.bodyLine = line("> {{raw \"abc\"}}")
            plan.body = Worth("abc")
            plan.wrongBody = []
        }
        theirs(start, wire: "", .request(plan))
        for (family, text) in [
            (Family.rawOtherwise, "Not-\(name):\(value)\r\n"), (.rawOtherwise, "\(name): \(value)\r\n"),
            (.rawOtherwise, "\(name):\(value)9\r\n"),
        ] {
            program.mistakes.append(
                Mistake(family: family, line: raw, slugs: [.wrongField], lines: [raw]) { moves, _ in
                    moves.changeRequest(at: start) { $0.fields[1].value = Worth(text) }
                })
        }
        program.mistakes.append(
            Mistake(family: .rawElsewhere, line: raw, slugs: [.wrongField], lines: [raw]) { moves, _ in
                moves.changeRequest(at: start) { $0.fields.swapAt(0, 1) }
            })
        tellReply(reply(on: connection))
    }

    private mutating func digestRequest(_ path: String, _ sums: DigestSums, _ demands: String, mayRepeat: Bool = false)
    {
        matching("digest")
        let answer = PlannedField(name: "Authorization", value: .made { sums.field($0) })
        let (_, connection, plan) = request(
            RequestWish(
                method: "GET", path: path, fields: [("Authorization: {{digest alice:secret\(demands)}}", answer)]))
        let line = plan.fields.first { $0.name == "Authorization" }!.line!
        var wrongs: [(Family, (inout DigestSums) -> Void)] = [
            (.wrongPassword, { $0.password = "other" }), (.unknownNonce, { $0.nonce = "made-up" }),
            (.otherRealm, { $0.realmSaid = "other" }), (.otherURI, { $0.uri = "/elsewhere" }),
            (.otherAlgorithm, { $0.algorithm = $0.algorithm == "MD5" ? "SHA-256" : "MD5" }),
        ]
        if demands.contains("nc=") { wrongs.append((.wrongCount, { $0.count += 1 })) }
        if mayRepeat { wrongs.append((.sameCount, { $0.count = 1 })) }
        for (family, spoil) in wrongs {
            var wrong = sums
            spoil(&wrong)
            spoilField("Authorization", at: line, family) { wrong.field($0) }
        }
        var fields: [String] = []
        if chance.happens(40) {
            producing("digest-info")
            fields = ["Authentication-Info: {{digest-info}}"]
        }
        tellReply(reply(on: connection, fields: fields))
    }

    /// A client with another value of this field.
    private mutating func spoilField(
        _ name: String, at line: Int, _ family: Family, _ make: @escaping (Stand) -> [UInt8]
    ) {
        program.mistakes.append(
            Mistake(family: family, line: line, slugs: [.wrongField], lines: [line], findings: 9) { moves, _ in
                moves.changeRequest(withFieldAt: line) { plan in
                    for index in plan.fields.indices where plan.fields[index].line == line {
                        plan.fields[index].value = .made(make)
                    }
                }
            })
    }
}
