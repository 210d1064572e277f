// RequestReading.swift: laws that hold for any answer of a route.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainNotation
import QuintainReply
import QuintainReply
import QuintainRoutes
import QuintainScenario
import QuintainWire

/// The fuzz harness and the tests check the same laws.
enum RequestReading {
    /// What is wrong with an answer to the request in these bytes; nil: nothing.
    static func fault(in input: [UInt8]) -> String? {
        var parser = HeadParser()
        return input.withUnsafeBytes { bytes in
            guard parser.parse(bytes) == .complete else { return nil }
            var view = parser.view(in: bytes)
            let surroundings = Guarded()
            let finding = routes.find(view, in: surroundings)
            // A route that needs no body must not wait for one.
            if case .found(let route) = finding, let fault = faultInAnswer(route, view, surroundings) { return fault }
            view.body = UnsafeRawBufferPointer(rebasing: bytes[parser.length...])
            switch routes.find(view, in: surroundings) {
            case .found(let route):
                if case .found(let other) = finding, other.place != route.place { return "the body makes a difference" }
                return faultInAnswer(route, view, surroundings)
            case .needsBody: return "there is a body, and it is waited for"
            case .none:
                if case .found = finding { return "a body makes it a route for nobody" }
                let diagnosis = routes.diagnosis(of: view, in: surroundings)
                return diagnosis.isEmpty || diagnosis.utf8.count > 20_000
                    ? "\(diagnosis.utf8.count) bytes of advice" : nil
            }
        }
    }

    /// The answer is one whole response, in which no part of the request has added a line; and it is the same again.
    private static func faultInAnswer(
        _ route: FoundRoute, _ request: RequestView, _ surroundings: Guarded
    ) -> String? {
        let method = String(decoding: request.method, as: UTF8.self)
        guard let told = written(route, request, surroundings) else { return "it waits for too long, or says too much" }
        guard let again = written(route, request, surroundings), again == told else { return "it says something else" }
        // `/status/100` answers with an interim response, and no other follows.
        if told.starts(with: "HTTP/1.1 1".utf8) { return nil }
        var reader = ResponseReader(answering: method)
        reader.append(told)
        reader.inputEnded(cleanly: true)
        var isWhole = false
        while let part = reader.next() {
            switch part {
            case .fault(let fault): return "to \(method) it says \(fault) in \(text(told))"
            // `/status/901` answers with that status.
            case .deviation(let deviation) where deviation.rule == .statusOutOfRange: break
            case .deviation(let deviation): return "it deviates: \(deviation) in \(text(told))"
            case .head(let head):
                // There the query chooses the fields, and may choose this one.
                if String(decoding: request.target, as: UTF8.self).contains("fields") { continue }
                let own = head.fields.filter { $0.isNamed("X-Own") }
                if own.count != 1 || own[0].text != "here" {
                    return "its own field is gone, or there twice: \(text(told))"
                }
            case .end: isWhole = true
            case .informational, .body, .trailers: break
            }
        }
        if !isWhole { return "it has no end: \(text(told))" }
        return reader.leftOver == 0 ? nil : "\(reader.leftOver) bytes follow: \(text(told))"
    }

    /// All bytes of the answer, without waiting; nil: too many, or too slow.
    private static func written(_ route: FoundRoute, _ request: RequestView, _ surroundings: Guarded) -> [UInt8]? {
        var output = OutputBytes()
        let acts = route.answer(request, in: surroundings, into: &output)
        var bytes = output.array
        var waits = 0
        for act in acts {
            switch act {
            case .bytes(let more): bytes += more
            case .pattern(let from, let count): bytes += PatternBytes.array(count, from: from)
            case .strike(.wait(let time)): waits += time
            case .field, .strike: break
            }
        }
        return waits <= 2 * 600_000 && bytes.count <= 16 << 20 ? bytes : nil
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes.prefix(600), as: UTF8.self) }

    /// The values that a server has, with a clock that stands still.
    private final class Guarded: TemplateEnvironment, DigestJudge {
        private var digestGuard = DigestGuard(key: [1])

        func bytes(of function: Function) -> [UInt8]? {
            switch function {
            case .now: HTTPDate.bytes(secondsSinceEpoch: 784_111_777)
            case .nonce: Array("n0nce".utf8)
            default: nil
            }
        }

        func judge(
            _ credentials: [UInt8], user: String, password: String, _ request: DigestRequest
        ) -> DigestGuard.Ruling {
            digestGuard.judge(credentials, user: user, password: password, nil, request, at: 0)
        }

        /// The clock stands still and a nonce never expires, because the same request is sent twice.
        func note(_ input: DigestInput) {}
    }

    private static let routes: RouteTable = {
        let reading = ScenarioReader.read(Array(text.utf8), file: "any.routes") { _ in .failure(.missing) }
        guard let file = reading.routes, !reading.hasErrors else { fatalError("\(reading.diagnostics)") }
        return RouteTable([file])
    }()

    /// Each kind of value that a request can influence.
    private static let text = """
        routes httpbin
        fields X-Own: here
               X-Origin: {{request.header Origin | else "*"}}

        > GET /part/{{path one}}/{{path two}}
        < 200
        < X-One: {{path.one}}
        < ETag: "{{path.two}}"
        <
        < {{path.two}} and {{request.header User-Agent}}

        > GET /range/{{path n}}
        < {{range path.n over=query.over chunk=query.chunk}}

        > GET /etag/{{path tag}}
        < {{etag path.tag}}
        < Content-Type: application/json
        <
        < {{echo args cookies headers origin url}}

        > GET /to
        < {{redirect-to query.url status=query.status}}

        > GET /fields
        < {{query-fields}}

        > GET /cookies
        < {{set-cookies}}

        > GET /cookies/{{path name}}/{{path value}}
        < {{set-cookies path.name path.value}}

        > {{/GET|POST/}} /status/{{path codes}}
        < {{status path.codes}}

        > GET /drip
        < {{drip query.n over=query.over after=query.after status=query.code}}

        > GET /stream/{{path n}}
        < 200
        < Transfer-Encoding: chunked
        <
        < {{stream path.n args headers url}}

        > GET /bytes/{{path n}}
        < 200
        < Transfer-Encoding: chunked
        <
        < {{random path.n seed=query.seed chunk=query.chunk}}

        > GET /links/{{path n}}/{{path own}}
        < 200
        <
        < {{links path.n path.own}}

        > GET /base64/{{path value}}
        < 200
        <
        < {{unbase64 path.value}}

        > GET /basic/{{path user}}/{{path password}}
        > Authorization: {{basic path.user:path.password}}
        < 200

        > GET /basic/{{path user}}/{{path password}}
        < 401
        < WWW-Authenticate: Basic realm="{{path.user}}"

        > GET /digest
        > Authorization: {{digest alice:secret}}
        < 200

        > GET /digest/{{path qop}}/{{path user}}
        < {{digest-auth user=path.user password=path.user qop=path.qop}}

        > GET /bearer
        > Authorization: Bearer {{token = any}}
        < 200
        < X-Token: {{token}}

        > GET /if
        > If-None-Match: {{/.*v1.*/}}
        < 304

        > GET /if
        > Accept: {{list has "text/html"}}
        < 406

        > GET /query?{{query a=1 b={{any}}}}
        < 204

        > POST /json
        > Content-Type: {{/application/json.*/}}
        >
        > {{json {"id": {{any}}, "name": "fido"}}}
        < 201
        <
        < {{request.body}}

        > POST /form
        >
        > {{form a=1 b={{b = any}}}}
        < 200
        < X-B: b
        <
        < {{echo form files data json}}

        > POST /{{path rest}}
        < 200
        <
        < {{echo form files data json}}

        """
}
