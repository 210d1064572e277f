// BodyChoiceTests.swift: requests whose heads are alike, and whose bodies tell which line takes them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import Testing

@Suite struct `Requests with the same head` {
    private let json = """
        # t
        any-order
        > POST /order
        >
        > {{json {"id": 1, "name": "fido"}}}
        < 201
        or
        > POST /order
        >
        > {{json {"id": 2, "name": "rex"}}}
        < 202
        end
        """

    private func order(_ id: Int, _ name: String) -> String { "POST /order\n\n{\"name\": \"\(name)\", \"id\": \(id)}" }

    @Test(arguments: [[1, 2], [2, 1]])
    func `are told apart by their bodies, and each gets its own reply`(ids: [Int]) throws {
        let play = try Rehearsal(json)
        let connections = ids.map { play.send(order($0, $0 == 1 ? "fido" : "rex")) }
        for (id, connection) in zip(ids, connections) {
            #expect(play.text(on: connection).hasPrefix("HTTP/1.1 20\(id)"))
        }
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `wait for their bodies, however these interleave`() throws {
        let play = try Rehearsal(json)
        let (one, two) = (play.connect(), play.connect())
        for connection in [one, two] {
            play.bytes(
                "POST /order HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nContent-Length: 24\r\n\r\n{\"id\": ", on: connection)
        }
        play.bytes("2, \"name\": \"rex\"}", on: one)
        #expect(play.text(on: one).hasPrefix("HTTP/1.1 202"))
        #expect(play.text(on: two) == "")
        play.bytes("1,\"name\":\"fido\"} ", on: two)
        #expect(play.text(on: two).hasPrefix("HTTP/1.1 201"))
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `are told apart by the parts of their forms`() throws {
        let part = { (id: Int) in "> POST /a\n>\n> {{multipart id=\(id)}}\n< 20\(id)\n" }
        let play = try Rehearsal("# t\nany-order\n\(part(1))or\n\(part(2))end\n")
        for id in [2, 1] {
            let form = "--x\r\nContent-Disposition: form-data; name=\"id\"\r\n\r\n\(id)\r\n--x--\r\n"
            let connection = play.connect()
            play.bytes(
                "POST /a HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nContent-Type: multipart/form-data; boundary=x\r\n"
                    + "Content-Length: \(form.utf8.count)\r\n\r\n\(form)", on: connection)
            #expect(play.text(on: connection).hasPrefix("HTTP/1.1 20\(id)"))
        }
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `are held against the nearest body where none fits`() throws {
        let values = try Rehearsal(json)
        values.send(order(2, "rix"))
        values.send(order(1, "fido"))
        #expect(values.slugs == [.wrongBody])
        #expect(values.brokenLines == [10])
        let text = "# t\nany-order\n> POST /a\n>\n> apple\n< 201\nor\n> POST /a\n>\n> pears\n< 202\nend\n"
        for (body, line) in [("peach", 10), ("apples", 5), ("", 5), ("pear", 10)] {
            let play = try Rehearsal(text)
            play.send("POST /a\nContent-Length: \(body.utf8.count)\n\n\(body)")
            #expect(play.slugs == [.wrongBody])
            #expect(play.brokenLines == [line], "\(body)")
        }
    }

    @Test func `are taken by the upper part where both fit, and a part without a body takes any`() throws {
        let text = "# t\nany-order\n> POST /a\n>\n> {{any}}\n< 201\nor\n> POST /a\n>\n> pear\n< 202\nend\n"
        let play = try Rehearsal(text)
        #expect(play.text(on: play.send("POST /a\n\npear")).hasPrefix("HTTP/1.1 201"))
        let last = "# t\nany-order\n> POST /a\n>\n> pear\n< 201\nor\n> POST /a\n< 202\nend\n"
        let other = try Rehearsal(last)
        #expect(other.text(on: other.send("POST /a\n\nplum")).hasPrefix("HTTP/1.1 202"))
        #expect(other.text(on: other.send("POST /a\n\npear")).hasPrefix("HTTP/1.1 201"))
        #expect(other.end().verdict == .pass, "\(other.sentences)")
    }

    @Test func `with a mistake in the head are still told apart by their bodies`() throws {
        let part = "> POST /a\n> X: 1\n>\n> "
        let play = try Rehearsal("# t\nany-order\n\(part)one\n< 201\nor\n\(part)two\n< 202\nend\n")
        #expect(play.text(on: play.send("POST /a\nX: 2\n\ntwo")).hasPrefix("HTTP/1.1 202"))
        #expect(play.text(on: play.send("POST /a\nX: 1\n\none")).hasPrefix("HTTP/1.1 201"))
        #expect(play.slugs == [.wrongField])
        #expect(play.brokenLines == [10])
    }

    @Test func `choose a branch by their bodies, and wait where a lane takes them`() throws {
        let branches = """
            # t
            either asks for one
            > POST /a
            >
            > one
            < 201
            or asks for two
            > POST /a
            >
            > two
            < 202
            end
            """
        for (body, status) in [("one", "201"), ("two", "202")] {
            let play = try Rehearsal(branches)
            #expect(play.text(on: play.send("POST /a\n\n\(body)")).hasPrefix("HTTP/1.1 \(status)"))
            #expect(play.end().verdict == .pass, "\(play.sentences)")
        }
        let lanes = """
            # t
            client POST /a lane=a
                   body "one"
            client POST /a lane=b
                   body "two"
            >a POST /a
            >a
            >a one
            >b POST /a
            >b
            >b two
            <a 201
            <b 202
            """
        let play = try Rehearsal(lanes)
        let two = play.send("POST /a\n\ntwo")
        let one = play.send("POST /a\n\none")
        #expect(play.text(on: one).hasPrefix("HTTP/1.1 201"))
        #expect(play.text(on: two).hasPrefix("HTTP/1.1 202"))
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `are decided by what has come when their time is over, or nothing more comes`() throws {
        let text = "# t\nany-order\n> POST /a\n>\n> apple\n< 201\nor\n> POST /a\n>\n> pears\n< 202\nend\n"
        let head = "POST /a HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nContent-Length: 5\r\n\r\n"
        let late = try Rehearsal(text)
        late.bytes(head + "pea", on: late.connect())
        late.pass(milliseconds: 10_000)
        #expect(late.slugs == [.neverCame])
        #expect(late.brokenLines == [10])
        #expect(late.sentences[0].contains("the request has not arrived whole, 3 of 5 bytes of its body have come"))
        for how in [Closing.fin, .reset] {
            let closed = try Rehearsal(text)
            let connection = closed.connect()
            closed.bytes(head + "pea", on: connection)
            closed.close(connection, how)
            #expect(closed.brokenLines == [10])
            #expect(closed.sentences[0].contains("after 3 body bytes of the request"))
        }
        let ended = try Rehearsal(text)
        ended.bytes(head + "pea", on: ended.connect())
        #expect(ended.end().breaches.first?.slug == .neverCame)
        #expect(ended.sentences[0].contains("3 of 5 bytes of its body have come"))
    }

    @Test func `are decided once more of the body has come than is kept`() throws {
        let long = String(repeating: "x", count: 300_000)
        let play = try Rehearsal(
            "# t\nany-order\n> POST /a\n>\n> a\(long)\n< 201\nor\n> POST /a\n>\n> b\(long)\n< 202\nend\n")
        let connection = play.connect()
        play.bytes("POST /a HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nContent-Length: 300001\r\n\r\nb", on: connection)
        for _ in 0..<30 { play.bytes(String(repeating: "x", count: 10_000), on: connection) }
        #expect(play.reading[connection] != false)
        #expect(play.text(on: connection).hasPrefix("HTTP/1.1 202"))
    }

    @Test func `are taken by the upper part at once where it is cut short`() throws {
        let play = try Rehearsal(
            """
            # t
            any-order
            > POST /a
            >
            > on
            < 201
            > {{any}}
            or
            > POST /a
            >
            > two
            < 202
            end
            """)
        let connection = play.connect()
        play.bytes("POST /a HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nContent-Length: 3\r\n\r\non", on: connection)
        #expect(play.text(on: connection).hasPrefix("HTTP/1.1 201"))
    }
}
