// EchoTests.swift: which parts of a request are echoed, and how.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainGenerators
import Testing

@Suite struct `An echo` {
    @Test func `tells what it is asked for, by name`() throws {
        let asking = Asking(
            method: "POST", target: "/a/b?x=1&y=a%20b+c&x=2&z", fields: ["Host: h.example:81", "x-ONE: 1", "X-One: 2"])
        #expect(
            try asking.value(call("echo", "url", "args", "headers", "origin", "method"))
                == #"{"args":{"x":["1","2"],"y":"a b c","z":""},"headers":{"Host":"h.example:81","X-One":"1,2"},"#
                + #""method":"POST","origin":"192.0.2.7","url":"http://h.example:81/a/b?x=1&y=a%20b+c&x=2&z"}"#)
    }

    @Test func `tells all if it is asked for nothing`() throws {
        let fields = ["Host: h", "Cookie: a=1", "User-Agent: me", "Content-Type: application/json"]
        let asking = Asking(method: "POST", target: "/a?b=c", fields: fields, body: Array("[1]".utf8))
        #expect(
            try asking.value(call("echo"))
                == #"{"args":{"b":"c"},"cookies":{"a":"1"},"data":"[1]","files":{},"form":{},"headers":"#
                + #"{"Content-Type":"application/json","Cookie":"a=1","Host":"h","User-Agent":"me"},"json":[1],"#
                + #""method":"POST","origin":"192.0.2.7","url":"http://h/a?b=c","user-agent":"me"}"#)
    }

    @Test func `puts in what the author says, as JSON or as text`() throws {
        let asking = Asking(target: "/?q=1", segments: ["who": "J%C3%BCrgen%22"], captures: ["token": "true"])
        let options = [
            ("a", "true"), ("b", "12"), ("c", "null"), ("d", "text"), ("e", "path.who"), ("f", "captured.token"),
            ("g", "query.q"),
        ]
        #expect(
            try asking.value(call("echo", options: options))
                == #"{"a":true,"b":12,"c":null,"d":"text","e":"Jürgen\"","f":"true","g":"1"}"#)
    }

    @Test func `leaves out what proxies have added, unless it is asked for`() throws {
        let fields = ["Via: a", "X-Forwarded-For: 10.0.0.1", "Accept: */*", "X-Forwarded-Proto: https", "Host: h"]
        let plain = try Asking(target: "/", fields: fields).value(call("echo", "headers", "origin", "url"))
        #expect(plain == #"{"headers":{"Accept":"*/*","Host":"h"},"origin":"10.0.0.1","url":"https://h/"}"#)
        let shown = try Asking(target: "/?show_env=1", fields: fields).value(call("echo", "headers"))
        #expect(shown.contains(#""Via":"a""#) && shown.contains(#""X-Forwarded-For":"10.0.0.1""#))
    }

    @Test func `tells names apart that only look alike`() throws {
        let asking = Asking(target: "/?caf%C3%A9=1&cafe%CC%81=2", fields: ["Cookie: caf\u{E9}=1; cafe\u{301}=2"])
        #expect(
            try asking.value(call("echo", "args", "cookies"))
                == "{\"args\":{\"cafe\u{301}\":\"2\",\"caf\u{E9}\":\"1\"},"
                + "\"cookies\":{\"caf\u{E9}\":\"1\",\"cafe\u{301}\":\"2\"}}")
    }

    @Test func `says null where there is no User-Agent, and knows itself without Host`() throws {
        #expect(
            try Asking(target: "/x").value(call("echo", "user-agent", "url"))
                == #"{"url":"http://127.0.0.1:8080/x","user-agent":null}"#)
    }

    @Test(arguments: [
        ("text/plain", "hello", #"{"data":"hello","files":{},"form":{},"json":null}"#),
        (
            "application/json", #" {"b": [1, 2.50, 1e400, -0], "a": null, "a": "\ud83d\ude00"} "#,
            #"{"data":" {\"b\": [1, 2.50, 1e400, -0], \"a\": null, \"a\": \"\\ud83d\\ude00\"} ","files":{},"form":{},"#
                + #""json":{"b":[1,2.50,1e400,0],"a":"😀"}}"#
        ),
        ("", "[1.]", #"{"data":"[1.]","files":{},"form":{},"json":null}"#),
        (
            "application/x-www-form-urlencoded; charset=utf-8", "a=1&b=%E2%82%AC&a=2&&=x",
            #"{"data":"","files":{},"form":{"":"x","a":["1","2"],"b":"€"},"json":null}"#
        ),
        ("APPLICATION/X-WWW-FORM-URLENCODED", "%zz=%", #"{"data":"","files":{},"form":{"%zz":"%"},"json":null}"#),
    ])
    func `reads a body as its type says`(type: String, body: String, told: String) throws {
        let asking = Asking(method: "POST", fields: ["Content-Type: \(type)"], body: Array(body.utf8))
        #expect(try asking.value(call("echo", "data", "form", "files", "json")) == told)
    }

    @Test func `tells bytes that are no text as a URL`() throws {
        let asking = Asking(method: "POST", body: [1, 2, 3, 0x81, 0x82, 0x83])
        #expect(
            try asking.value(call("echo", "data"))
                == #"{"data":"data:application/octet-stream;base64,AQIDgYKD"}"#)
    }

    @Test func `tells cookies, quoted ones as well, and hides those of measuring sticks`() throws {
        let asking = Asking(fields: [#"Cookie: a=1; b="x\073\"y"; a=2; =z; c; __utma=q"#, "Cookie: d=4"])
        #expect(try asking.value(call("echo", "cookies")) == #"{"cookies":{"a":"1","b":"x;\"y","c":"","d":"4"}}"#)
    }

    @Test func `is given out as a stream, with numbers`() throws {
        let pieces = try Asking(target: "/x", segments: ["n": "3"]).pieces(call("stream", "path.n", "method"))
        #expect(
            pieces.map { String(decoding: $0, as: UTF8.self) } == (0..<3).map { "{\"method\":\"GET\",\"id\":\($0)}\n" })
        #expect(
            try Asking(segments: ["n": "99999999999999999999"]).pieces(call("stream", "path.n", "url")).count == 100)
    }

    @Test func `refuses more names than it looks at`() {
        let form = Array(String(repeating: "a&", count: 10_001).utf8)
        let asking = Asking(
            method: "POST", fields: ["Content-Type: application/x-www-form-urlencoded"], body: form)
        #expect { try asking.value(call("echo", "form")) } throws: { ($0 as? GeneratorRefusal)?.status == 413 }
    }
}
