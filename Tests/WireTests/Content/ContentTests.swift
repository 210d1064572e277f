// ContentTests.swift: types, dispositions, and the names of files.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@Suite struct `A media type` {
    /// The types of metadata/types, and others.
    @Test(
        arguments: [
            ("text/plain", "text/plain", nil), ("text/plain; charset=utf-8", "text/plain", "utf-8"),
            ("text/plain; charset=\"utf-8\"", "text/plain", "utf-8"),
            ("text/plain;charset=utf-8", "text/plain", "utf-8"),
            ("text/plain; a=b; charset=utf-8", "text/plain", "utf-8"), ("application/json", "application/json", nil),
            ("text/html; charset=iso-8859-1", "text/html", "iso-8859-1"),
            ("Text/HTML;Charset=\"UTF-8\"", "text/html", "utf-8"),
            ("text/plain ; charset = utf-8", "text/plain", "utf-8"),
            ("text/plain; charset=a; charset=b", "text/plain", "a"),
            ("text/plain; a=\"x;charset=b\"; charset=c", "text/plain", "c"),
            ("text/plain;;; charset=c;", "text/plain", "c"),
            ("text/plain; charset=\"u\\tf-8\"", "text/plain", "utf-8"), ("text/plain; charset=", "text/plain", nil),
            ("text/plain; charset=\"utf-8", "text/plain", "utf-8"), ("text/plain; utf-8", "text/plain", nil),
            ("image/svg+xml", "image/svg+xml", nil), ("text/plain; =x; charset=c", "text/plain", "c"),
        ] as [(String, String, String?)])
    func `has a name and perhaps a text encoding`(value: String, name: String, charset: String?) throws {
        let type = try #require(MediaType(value))
        #expect(type.description == name)
        #expect(type.charset == charset)
    }

    @Test(arguments: ["", "text", "text/", "/plain", "text/plain/x", "te xt/plain", ";charset=a", "text / plain"])
    func `is none without type and subtype`(value: String) {
        #expect(MediaType(value) == nil)
    }

    @Test func `is that of the last field that names one`() {
        let fields = [Field("Content-Type", "a/b"), Field("content-type", "c/d"), Field("Content-Type", "e")]
        #expect(fields.mediaType?.description == "c/d")
        #expect([Field("X", "a/b")].mediaType == nil)
    }

    @Test func `of several parts has a boundary`() {
        #expect(MediaType("multipart/x-mixed-replace; boundary=\"a b\"")?.boundary == Array("a b".utf8))
        #expect(MediaType("text/plain; boundary=a")?.boundary == nil)
    }
}

@Suite struct `A disposition` {
    /// RFC 6266 section 5, RFC 8187 section 3.2.2, and values that real servers send.
    @Test(
        arguments: [
            ("Attachment; filename=example.html", "attachment", "example.html"),
            ("INLINE; FILENAME= \"an example.html\"", "inline", "an example.html"),
            ("attachment; filename*= UTF-8''%e2%82%ac%20rates", "attachment", "\u{20AC} rates"),
            ("attachment; filename=\"EURO rates\"; filename*=utf-8''%e2%82%ac%20rates", "attachment", "\u{20AC} rates"),
            ("attachment; filename*=utf-8''a; filename=b", "attachment", "a"),
            ("attachment; filename*=iso-8859-1'en'%A3%20rates", "attachment", "\u{A3} rates"),
            ("attachment; filename*=koi8-r''%C1; filename=b", "attachment", "b"),
            ("attachment; filename*=UTF-8''%A3; filename=b", "attachment", "b"),
            ("attachment; filename*=UTF-8''a%; filename=b", "attachment", "b"),
            ("attachment; filename*=\"b", "attachment", nil),
            ("attachment; filename=\"f\\oo\\\"\\\\.html\"", "attachment", "foo\"\\.html"),
            ("attachment; filename=\"a;b.txt\"", "attachment", "a;b.txt"), ("inline", "inline", nil),
            ("attachment; filename=\"100%20.txt\"", "attachment", "100%20.txt"),
            ("form-data; filename=\"\"", "form-data", ""),
            ("attachment; filename=\"caf\u{E9}.txt\"", "attachment", "caf\u{E9}.txt"),
            ("attachment; filename=a b.txt", "attachment", "a b.txt"),
        ] as [(String, String, String?)])
    func `has a type and perhaps the name of a file`(value: String, type: String, name: String?) throws {
        let disposition = try #require(ContentDisposition(value))
        #expect(disposition.type == type)
        #expect(disposition.fileName == name)
    }

    @Test func `may be in ISO-8859-1, as its grammar is`() {
        #expect(ContentDisposition(Array("inline; filename=\"".utf8) + [0xE9, 0x22])?.fileName == "\u{E9}")
    }

    @Test func `is none without a type`() {
        #expect(ContentDisposition("") == nil)
        #expect(ContentDisposition("filename=\"a.txt\"") == nil)
    }
}

@Suite struct `The name of a file` {
    func name(_ target: String, _ disposition: String?, _ type: String? = "text/plain") throws -> String {
        var fields: [Field] = []
        if let type { fields.append(Field("Content-Type", type)) }
        if let disposition { fields.append(Field("Content-Disposition", disposition)) }
        return SuggestedFileName.name(for: try HTTPURL("http://example.com" + target), fields)
    }

    /// The names of metadata/file-names, and others.
    @Test(
        arguments: [
            ("/get?id=1", "attachment; filename=\"poem.txt\"", "poem.txt"),
            ("/get?id=1", "attachment; filename=poem.txt", "poem.txt"),
            ("/get?id=1", "inline; filename=\"poem.txt\"", "poem.txt"),
            ("/get", "attachment; filename=\"../poem.txt\"", "poem.txt"),
            ("/poems/rose.txt", "inline", "rose.txt"), ("/poems/rose.txt", nil, "rose.txt"),
            ("/poems/rose", nil, "rose.txt"),
            ("/a%20b.html", nil, "a b.html"), ("/..%2Fetc%2Fpasswd.x", nil, "passwd.x"), ("/", nil, "example.com.txt"),
            ("/folder/", nil, "example.com.txt"), ("/get", "attachment; filename=\"\"", "get.txt"),
            ("/get", "attachment; filename=\"..\"", "get.txt"), ("/get", "attachment; filename=\"poem\"", "poem.txt"),
            ("/get.bin", "attachment; filename*=UTF-8''caf%C3%A9", "caf\u{E9}.txt"),
        ] as [(String, String?, String)])
    func `is what the server says, else the end of the URL`(target: String, disposition: String?, file: String) throws {
        #expect(try name(target, disposition) == file)
    }

    @Test func `is what there is where nothing says one`() throws {
        #expect(try name("/", nil, nil) == "example.com")
        #expect(SuggestedFileName.name(disposition: nil, url: nil, type: nil) == "Unknown")
        #expect(SuggestedFileName.name(disposition: nil, url: nil, type: MediaType("image/png")) == "Unknown.png")
        #expect(try name("/film", nil, "x/y") == "film")
    }

    @Test(
        arguments: [
            ("a/b/c.txt", "c.txt"), ("C:\\dir\\c.txt", "c.txt"), ("/etc/passwd", "passwd"), ("a/", "a"),
            (".htaccess", "_htaccess"),
            ("...x", "_..x"), (".", nil), ("..", nil), ("/", nil), ("", nil), (" . ", nil), ("a\0b\r\nc", "abc"),
            ("a:b", "a_b"),
            ("  a.txt  ", "a.txt"), ("a.txt.", "a.txt"), ("\u{202E}txt.exe", "txt.exe"), ("a\u{9B}b", "ab"),
            ("../..", nil),
            ("\u{7}", nil), ("..\\..\\a", "a"), ("\u{200F}.a", "_a"),
        ] as [(String, String?)])
    func `does no harm`(given: String, harmless: String?) {
        #expect(SuggestedFileName.harmless(given) == harmless)
    }

    @Test func `is no longer than a file system takes`() throws {
        let long = String(repeating: "\u{E9}", count: 300)
        let short = try #require(SuggestedFileName.harmless(long + ".html"))
        #expect(short.utf8.count <= 255 && short.hasSuffix("\u{E9}.html"))
        // The end at the cut may not be one that a system would drop.
        #expect(SuggestedFileName.harmless("a" + String(repeating: " ", count: 300) + "b") == "a")
        #expect(try #require(SuggestedFileName.harmless("a." + long)).utf8.count <= 255)
        #expect(try name("/" + String(repeating: "a", count: 255), nil) == String(repeating: "a", count: 251) + ".txt")
    }
}
