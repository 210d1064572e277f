// DriverTask.swift: the scenarios with which a driver is tested.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainWords

/// A small scenario that every client passes if its driver is right, also a client that asks again where that is safe.
struct DriverTask: Sendable {
    /// What the driver does, as `driver-test` tells it.
    let subject: String
    let text: String
    /// What the driver's author reads if it is wrong.
    let rule: ProtocolSentence
    /// The task is skipped if the client does something else before it reports this callback, which is its own doing.
    var once: CallbackKind?
    /// The task is skipped if the client's loads report everything at their end.
    var isWithinLoad = false
    /// The task is for drivers that do not tell how loads end, and for no others.
    var isForThoseWithoutEnds = false

    var scenario: Scenario {
        let reading = ScenarioReader.read(Array("# \(subject)\n\(text)".utf8), file: "driver-test") { _ in
            .failure(.missing)
        }
        return reading.scenarios[0]
    }

    static let all = loading + redirecting + answering + downloading + failing + atTheEnd

    private static let loading = [
        DriverTask(
            subject: "loads",
            text: """
                client GET /plain?q=1
                       X-Trial: one
                > GET /plain?q=1
                > X-Trial: one
                < 200
                < Content-Type: text/plain
                <
                < hello
                * response 200
                * data "hello"
                * finish
                """, rule: .request),
        DriverTask(
            subject: "passes over members that it does not know",
            text: """
                > GET /again
                < 204
                * response 204
                * finish
                """, rule: .unknown),
        DriverTask(
            subject: "sends a body",
            text: """
                client POST /text
                       Content-Type: text/plain
                       body "f\\xc3\\xa4\\r\\n\\0"
                > POST /text
                >
                > {{"f\\xc3\\xa4\\r\\n\\0"}}
                < 200
                * response 200
                * finish
                """, rule: .body),
        DriverTask(
            subject: "sends a body that is no text",
            text: """
                client POST /bytes
                       Content-Type: application/octet-stream
                       body {{hex "ff00fe"}}
                > POST /bytes
                >
                > {{hex "ff00fe"}}
                < 200
                * response 200
                * finish
                """, rule: .body),
        DriverTask(
            subject: "sends a long body, from a file",
            text: """
                client POST /long
                       Content-Type: application/octet-stream
                       body {{bytes 300000}}
                > POST /long
                >
                > {{bytes 300000}}
                < 200
                * response 200
                * finish
                """, rule: .body),
        DriverTask(
            subject: "reports a long body",
            text: """
                > GET /long
                < 200
                < Content-Type: application/octet-stream
                <
                < {{bytes 1MB}}
                * response 200
                * data {{bytes 1MB}}
                * finish
                """, rule: .bytes),
        DriverTask(
            subject: "hands on data as they come",
            text: """
                > GET /halves
                < 200
                < Content-Type: application/octet-stream
                < Content-Length: 10
                <
                < {{raw "12345"}}
                * response 200
                * data "12345"
                < {{raw "67890"}}
                * data "67890"
                * finish
                """, rule: .asTheyCome, isWithinLoad: true),
        DriverTask(
            subject: "reports an empty body",
            text: """
                > GET /empty
                < 200
                * response 200
                * finish
                """, rule: .everyEnd),
    ]

    private static let answering = [
        DriverTask(
            subject: "uses a password, and tells realm and failures of a challenge where its client is asked",
            text: """
                > GET /vault
                < 401
                < WWW-Authenticate: Basic realm="trial"
                * challenge Basic realm="trial" failures=0 -> use alice:secret
                > GET /vault
                > Authorization: {{basic alice:secret}}
                < 200
                * response 200
                * finish
                """,
            rule: .decisions, once: .challenge),
        DriverTask(
            subject: "uses a password for a Digest challenge, if its client has Digest",
            text: """
                > GET /safe
                < 401
                < WWW-Authenticate: Digest realm="trial", qop="auth", algorithm=MD5, nonce="{{nonce}}", opaque="{{nonce}}"
                * challenge Digest -> use alice:secret
                > GET /safe
                > Authorization: {{digest alice:secret quoting=any}}
                < 200
                * response 200
                * finish
                """, rule: .kindOfChallenge, once: .challenge),
        DriverTask(
            subject: "tells a realm without what quotes it",
            text: """
                needs  challenge
                > GET /quotes
                < 401
                < WWW-Authenticate: Basic realm="the \\"trial\\" of a\\\\b"
                * challenge Basic realm="the \\"trial\\" of a\\\\b" -> use alice:secret
                > GET /quotes
                > Authorization: {{basic alice:secret}}
                < 200
                * response 200
                * finish
                """, rule: .parameters, once: .challenge),
        DriverTask(
            subject: "goes through a proxy",
            text: """
                needs  proxy
                proxy  gate http
                client GET /behind via gate
                > GET /behind
                < 200
                * response 200
                * finish
                """, rule: .proxy),
        DriverTask(
            subject: "uses a password for a proxy",
            text: """
                needs  proxy
                proxy  gate http
                client GET /gate via gate
                > GET /gate
                < 407
                < Proxy-Authenticate: Basic realm="gate"
                * challenge Basic realm="gate" proxy=yes -> use bob:gatepass
                > GET /gate
                > Proxy-Authorization: {{basic bob:gatepass}}
                > Authorization: {{absent}}
                < 200
                * response 200
                * finish
                """, rule: .challengeOfProxy, once: .challenge),
        DriverTask(
            subject: "goes through a proxy that speaks TLS",
            text: """
                needs  proxy tls
                proxy  gate https
                client GET /secured via gate anchor=ca
                *? challenge ServerTrust -> default
                > GET /secured
                < 200
                * response 200
                * finish
                """, rule: .anchor),
        DriverTask(
            subject: "trusts the authority of a load",
            text: """
                needs  tls
                origin web https
                client GET //web/anchored anchor=ca
                *? challenge ServerTrust -> default
                > GET //web/anchored
                < 200
                * response 200
                * finish
                """, rule: .anchor),
        DriverTask(
            subject: "trusts an authority from the order on",
            text: """
                needs  tls
                origin web https
                client GET //web/one
                *? challenge ServerTrust -> default
                * fail {{any}}
                client trust ca
                client GET //web/two
                *? challenge ServerTrust -> default
                > GET //web/two
                < 200
                * response 200
                * finish
                client GET //web/three
                *? challenge ServerTrust -> default
                > GET //web/three
                < 200
                * response 200
                * finish
                """, rule: .trust),
        DriverTask(
            subject: "trusts a server that it is told to trust",
            text: """
                needs  tls
                origin web https certificate=self-signed
                client GET //web/
                * challenge ServerTrust -> trust
                > GET //web/
                < 200
                * response 200
                * finish
                """, rule: .decisions),
        DriverTask(
            subject: "tells length, URL and text encoding of a response, or that it does not know them",
            text: """
                client GET /measured
                > GET /measured
                < 200
                < Content-Type: text/plain; charset=utf-8
                < Content-Length: 5
                <
                < hello
                * response 200 text/plain length=5 url=/measured encoding=utf-8
                * data "hello"
                * finish
                client GET /unmeasured
                > GET /unmeasured
                < 200
                < Content-Type: application/octet-stream
                < Transfer-Encoding: chunked
                <
                < hello
                * response 200 length={{absent}} encoding={{absent}}
                * data "hello"
                * finish
                """, rule: .values),
        DriverTask(
            subject: "reports the fields of a response",
            text: """
                > GET /fields
                < 200
                < X-Trial: one
                * response 200
                       X-Trial: one
                * finish
                """, rule: .header),
        DriverTask(
            subject: "tells a challenge that nobody answers, before the response to it",
            text: """
                needs  challenge
                > GET /closed
                < 401
                < WWW-Authenticate: Basic realm="trial"
                * challenge Basic -> default
                * response 401
                * finish
                """, rule: .listed),
        DriverTask(
            subject: "cancels at a challenge",
            text: """
                needs  fail
                > GET /shut
                < 401
                < WWW-Authenticate: Basic realm="trial"
                * challenge Basic -> cancel
                * fail cancelled
                ! quiet 100ms
                """, rule: .cancelling, once: .challenge),
        DriverTask(
            subject: "cancels at a response",
            text: """
                needs  fail
                > GET /unwanted
                < 200
                <
                < hello
                * response 200 -> cancel
                *? data
                * fail cancelled
                """, rule: .cancelling),
        DriverTask(
            subject: "cancels",
            text: """
                needs  fail
                > GET /slow
                < 200
                < Content-Length: 10
                <
                < {{raw "12345"}}
                * response 200
                * data "12345"
                client cancel
                * fail cancelled
                """, rule: .acts),
        DriverTask(
            subject: "loads again behind a cancel",
            text: """
                needs  fail
                client GET /slow
                > GET /slow
                < 200
                < Content-Length: 10
                <
                < {{raw "12345"}}
                * response 200
                * data "12345"
                client cancel
                * fail cancelled
                client GET /next
                > GET /next
                < 200
                * response 200
                * finish
                """, rule: .acts),
    ]

    private static let atTheEnd = [
        DriverTask(
            subject: "has two loads under way",
            text: """
                client GET /one lane=a
                client GET /two lane=b
                >a GET /one
                >b GET /two
                <b 200
                *b response 200
                *b finish
                <a 200
                *a response 200
                *a finish
                """, rule: .lanes),
        DriverTask(
            subject: "begins a load when the one before it has ended, since it does not tell ends",
            text: """
                client GET /one lane=a
                >a GET /one
                client GET /two lane=b
                ! quiet 200ms
                <a 200
                >b GET /two
                <b 200
                """, rule: .serial, isForThoseWithoutEnds: true),
        DriverTask(
            subject: "ends in the middle of a load",
            text: """
                > GET /endless
                < 200
                < Content-Length: 10
                <
                < {{raw "12345"}}
                * response 200
                *? data
                """, rule: .end, isWithinLoad: true),
        DriverTask(
            subject: "loads after that",
            text: """
                > GET /last
                < 200
                <
                < the end
                * response 200
                * data "the end"
                * finish
                """, rule: .request),
    ]
}
