// MultipartTests.swift: forms in parts, right and wrong ones.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainGenerators
import Testing

@Suite struct `A form in parts` {
    private func told(_ body: String, boundary: String = "b") throws -> String {
        let asking = Asking(
            method: "POST", fields: ["Content-Type: multipart/form-data; boundary=\(boundary)"], body: Array(body.utf8))
        return try asking.value(call("echo", "form", "files", "data"))
    }

    private func part(_ disposition: String, _ content: String, more: String = "") -> String {
        "--b\r\nContent-Disposition: form-data; \(disposition)\r\n\(more)\r\n\(content)\r\n"
    }

    @Test func `has fields and files`() throws {
        let body =
            part(#"name="a""#, "1") + part(#"name="a""#, "2\r\n--x")
            + part(#"name="f"; filename="a;\"b.txt""#, "text", more: "Content-Type: text/plain\r\n")
            + part("name=g; filename=x", "\u{1}", more: "content-type: image/png\r\n") + "--b--\r\n"
        #expect(
            try told(body)
                == #"{"data":"","files":{"f":"text","g":"\u0001"},"form":{"a":["1","2\r\n--x"]}}"#)
    }

    @Test func `tells a file that is no text by its type`() throws {
        let head = "--b\r\nContent-Disposition: form-data; name=f; filename=x\r\nContent-Type: image/png\r\n\r\n"
        let body = Array(head.utf8) + [0xFF] + Array("\r\n--b--".utf8)
        let asking = Asking(method: "POST", fields: [#"Content-Type: multipart/form-data; boundary="b""#], body: body)
        #expect(try asking.value(call("echo", "files")) == #"{"files":{"f":"data:image/png;base64,/w=="}}"#)
    }

    @Test(arguments: [
        ("", "{}"), ("--b--", "{}"), ("--b", "{}"), ("--b\r\n", "{}"), ("--b\r\n--b--", "{}"),
        ("--b\r\n\r\nx\r\n--b--", "{}"),
        ("--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx", "{}"),
        ("--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\n--b--", "{}"),
        ("--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--", "{}"),
        ("--b\r\nContent-Disposition: attachment; name=a\r\n\r\nx\r\n--b--", "{}"),
        ("--b\r\nno field\r\n\r\nx\r\n--b--", "{}"), ("--bb\r\n\r\n\r\n--bb--", "{}"),
        ("preamble\r\n--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--b-- \r\nepilogue", #"{"a":""}"#),
        ("--b \t\r\nContent-Disposition: form-data; name=a\r\n\r\n--bx\r\n--b--", #"{"a":"--bx"}"#),
    ])
    func `counts only where its marks are whole`(body: String, form: String) throws {
        #expect(try told(body) == #"{"data":"","files":{},"form":\#(form)}"#)
    }

    @Test func `has no parts without a boundary, or with one that none has`() throws {
        for type in ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"\""] {
            let asking = Asking(
                method: "POST", fields: ["Content-Type: \(type)"], body: Array((part("name=a", "1") + "--b--").utf8))
            #expect(try asking.value(call("echo", "form")) == #"{"form":{}}"#)
        }
        #expect(try told("--b--", boundary: String(repeating: "b", count: 5_000)).contains(#""form":{}"#))
    }
}
