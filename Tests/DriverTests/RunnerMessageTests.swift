// RunnerMessageTests.swift: what the runner says, as the protocol writes it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainNotation
import QuintainScenario
import QuintainTalk
import QuintainWire
import QuintainWords
import Testing

@Suite struct `What the runner says` {
    @Test func `a case`() {
        #expect(
            CaseOrder(number: 7, style: .urlsession, folder: "/tmp/x", resolve: ["web.test": "127.0.0.1"]).message
                .description == #"{"case":7,"style":"urlsession","folder":"/tmp/x","resolve":{"web.test":"127.0.0.1"}}"#
        )
        #expect(CaseOrder(number: 1, folder: "/f").message.description == #"{"case":1,"folder":"/f"}"#)
    }

    @Test func `a load with everything`() {
        var load = ResolvedLoad(number: 1, method: "POST", url: "http://x/submit", kind: .upload)
        load.fields = [Field("Content-Type", "text/plain"), Field("X", [0xFF])]
        load.body = [.bytes(Array("fido".utf8))]
        load.timeout = 2_000
        load.total = 9_000
        load.policy = "reload"
        load.keepsCookies = false
        load.anchor = "/ca.pem"
        load.proxy = "http://p"
        load.hasPriorKnowledge = true
        load.decisions = [
            PlannedDecision(.redirect, .to(Array("http://x/c".utf8))),
            PlannedDecision(.challenge, kind: "Basic", .use(user: Array("a".utf8), password: Array("b".utf8))),
            PlannedDecision(.challenge, kind: "Digest", isOfProxy: true, .plain(.none)),
            PlannedDecision(
                .challenge, kind: "ClientCertificate", .useCertificate(Array("/c.pem".utf8))),
        ]
        let expected = """
            {"load":1,"method":"POST","url":"http://x/submit","as":"upload",\
            "fields":[["Content-Type","text/plain"],["X",{"hex":"ff"}]],"body":{"text":"fido"},\
            "timeout":2000,"total":9000,"policy":"reload","cookies":false,"anchor":"/ca.pem","proxy":"http://p",\
            "prior-knowledge":true,"decisions":[{"callback":"redirect","decision":"to","values":["http://x/c"]},\
            {"callback":"challenge","kind":"Basic","decision":"use","user":"a","password":"b"},\
            {"callback":"challenge","kind":"Digest","proxy":true,"decision":"none"},\
            {"callback":"challenge","kind":"ClientCertificate","decision":"use","certificate":"/c.pem"}]}
            """
        #expect(load.message().description == expected)
    }

    @Test(arguments: [
        ([BodyPiece.bytes([0xFF, 0])], #"{"hex":"ff00"}"#), ([.bytes([])], #"{"text":""}"#),
        ([.bytes(Array("a".utf8)), .pattern(from: 0, count: 2)], #"{"hex":"61afcd"}"#),
    ])
    func `a body as text, or by its digits`(body: [BodyPiece], text: String) {
        var load = ResolvedLoad(number: 1, method: "POST", url: "/")
        load.body = body
        #expect(load.message()["body"]?.description == text)
        #expect(load.message(bodyFile: "/b")["body"]?.description == #"{"file":"/b"}"#)
    }

    @Test(arguments: [
        (ResolvedOrder.cancel(load: 1), #"{"act":"cancel","load":1}"#),
        (.suspend(load: 2), #"{"act":"suspend","load":2}"#),
        (.proceed(load: 2), #"{"act":"continue","load":2}"#),
        (.resume(load: 3, of: 1, "b"), #"{"act":"resume","load":3,"of":1}"#),
        (.trust(anchor: "/ca"), #"{"act":"trust","anchor":"/ca"}"#),
    ])
    func `an act`(order: ResolvedOrder, text: String) {
        #expect(order.act?.1.description == text)
    }

    @Test func `an answer`() {
        let use = ResolvedDecision.use(user: Array("alice".utf8), password: [0xFF])
        #expect(
            use.message(answering: 5).description == #"{"answer":5,"decision":"use","values":["alice",{"hex":"ff"}]}"#)
        let other = ResolvedDecision.to(Array("http://x/".utf8), header: [("X-Trace", Array("7".utf8))])
        #expect(
            other.message(answering: 1).description
                == #"{"answer":1,"decision":"to","values":["http://x/"],"header":[["X-Trace","7"]]}"#)
        let body = ResolvedDecision.body([0xFF], header: [("X-Trace", Array("7".utf8))])
        #expect(
            body.message(answering: 3).description
                == #"{"answer":3,"decision":"body","values":[{"hex":"ff"}],"header":[["X-Trace","7"]]}"#)
        let certificate = ResolvedDecision.useCertificate(Array("/a.pem".utf8))
        #expect(
            certificate.message(answering: 2).description
                == #"{"answer":2,"decision":"use","certificate":"/a.pem"}"#)
    }
}
