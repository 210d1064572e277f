// BodyReading.swift: laws that hold for anything a request's body or cookies can bring: forms, files, JSON, cookies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainWire

@testable import QuintainGenerators

/// The fuzz harness and the tests check the same laws.
enum BodyReading {
    /// The first line is a `Content-Type`, the second one a `Cookie`, the rest is the body. nil: no law is broken.
    static func fault(in input: [UInt8]) -> String? {
        let lines = input.split(separator: 10, maxSplits: 2, omittingEmptySubsequences: false).map { Array($0) }
        let type = lines[0]
        let cookie = lines.count > 1 ? lines[1] : []
        let body = lines.count > 2 ? lines[2] : []
        return faultInEcho(type, cookie, body) ?? faultInForm(type, body) ?? faultInCookies(cookie)
    }

    // MARK: All of it

    /// The echo is one JSON object, and not much longer than the input.
    private static func faultInEcho(_ type: [UInt8], _ cookie: [UInt8], _ body: [UInt8]) -> String? {
        let members = ["args", "cookies", "data", "files", "form", "headers", "json", "method", "origin", "url"]
        let call = GeneratorCall("echo", members.map { .text(Array($0.utf8)) }, [])
        return asking(type, cookie, body) { occasion in
            var generator = Generator(occasion)
            do throws(GeneratorRefusal) {
                let told = Array(try generator.value(call).joined())
                guard let json = try? JSONText(parsingForeign: told), json.members?.map(\.0) == members else {
                    return "'\(String(decoding: told, as: UTF8.self))' is not what was asked for"
                }
                let most = 12 * (type.count + cookie.count + body.count) + 1_000
                return told.count <= most ? nil : "\(told.count) bytes are told of \(body.count)"
            } catch {
                return error.sentence.isEmpty ? "it is refused without a sentence" : nil
            }
        }
    }

    // MARK: Forms

    /// A form reads the same when it is sent again as names and values, or in parts.
    private static func faultInForm(_ type: [UInt8], _ body: [UInt8]) -> String? {
        guard let read = form(type, body), !read.isCut else { return nil }
        let pairs = read.form.list
        if pairs.contains(where: { $0.name.utf8.count + $0.value.utf8.count > 3 * body.count }) {
            return "it has grown"
        }
        let written = pairs.map { encoded($0.name) + Array("=".utf8) + encoded($0.value) }
        let urlencoded = Array(written.joined(separator: Array("&".utf8)))
        let again = form(Array("application/x-www-form-urlencoded".utf8), urlencoded)
        if !same(again?.form.list ?? [], pairs) { return "the form is another one as names and values" }
        // Compared by bytes: two names that only look alike are different.
        let names = Set(pairs.map { Array($0.name.utf8) }).count
        if read.form.json.members?.count != names { return "\(names) names are told as \(read.form.json)" }
        return faultInParts(read)
    }

    private static func faultInParts(_ read: SubmittedBody) -> String? {
        let isLine: (String) -> Bool = { !$0.utf8.contains { $0 == 13 || $0 == 10 } && $0.utf8.count < 2_000 }
        let parts =
            read.form.list.map { ($0.name, String?.none, Array($0.value.utf8)) }
            + read.files.map { ($0.name, $0.file.filename, Array($0.file.bytes)) }
        guard parts.allSatisfy({ isLine($0.0) && isLine($0.1 ?? "") }) else { return nil }
        let content = parts.flatMap(\.2)
        var mark = Array("q".utf8)
        while content.indices.contains(where: { content[$0...].starts(with: mark) }), mark.count < 100 { mark += mark }
        var body: [UInt8] = []
        for (name, file, bytes) in parts {
            let head =
                "Content-Disposition: form-data; name=\(quoted(name))" + (file.map { "; filename=\(quoted($0))" } ?? "")
            body += Array("--".utf8) + mark + Array("\r\n\(head)\r\n\r\n".utf8) + bytes + Array("\r\n".utf8)
        }
        body += Array("--".utf8) + mark + Array("--\r\n".utf8)
        let again = form(Array("multipart/form-data; boundary=".utf8) + mark, body)
        guard same(again?.form.list ?? [], read.form.list) else { return "the form is another one in parts" }
        let isSame = again?.files.elementsEqual(read.files) { one, other in
            one.name.utf8.elementsEqual(other.name.utf8) && one.file.bytes == other.file.bytes
                && (one.file.filename ?? "").utf8.elementsEqual((other.file.filename ?? "").utf8)
        }
        return isSame ?? false ? nil : "the files are others in parts"
    }

    private static func form(_ type: [UInt8], _ body: [UInt8]) -> SubmittedBody? {
        asking(type, [], body) { SubmittedBody($0) }
    }

    private static func encoded(_ text: String) -> [UInt8] { PercentCoding.encoded(text.utf8) }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }

    // MARK: Cookies

    /// A cookie that is set as the echo has it is echoed the same.
    private static func faultInCookies(_ cookie: [UInt8]) -> String? {
        guard let cookies = asking([], cookie, [], CookieCoding.cookies) else { return nil }
        for (name, value) in cookies.list where CookieCoding.isName(name) {
            let set = CookieCoding.setting(name, value).value
            let pair = Array(set.prefix { $0 != UInt8(ascii: ";") })
            if pair.contains(where: { !(0x20...0x7E ~= $0) }) { return "'\(name)' is set as what no field has" }
            let again = asking([], pair, [], CookieCoding.cookies)?.list ?? []
            if !same(again, [(name, value)]) { return "'\(name)' is '\(value)', and comes back as \(again)" }
        }
        return nil
    }

    private static func same(
        _ one: [(name: String, value: String)], _ other: [(name: String, value: String)]
    ) -> Bool {
        one.elementsEqual(other) {
            $0.name.utf8.elementsEqual($1.name.utf8) && $0.value.utf8.elementsEqual($1.value.utf8)
        }
    }

    // MARK: Requests

    /// nil: no client can send such fields.
    private static func asking<Answer>(
        _ type: [UInt8], _ cookie: [UInt8], _ body: [UInt8], _ use: (Occasion) -> Answer?
    ) -> Answer? {
        var head = Array("POST /a?x=1 HTTP/1.1\r\nHost: h\r\n".utf8)
        for (name, value) in [("Content-Type", type), ("Cookie", cookie)] where !value.isEmpty {
            head += Array("\(name): ".utf8) + value + Array("\r\n".utf8)
        }
        head += Array("\r\n".utf8)
        var parser = HeadParser()
        return head.withUnsafeBytes { bytes in
            body.withUnsafeBytes { body in
                guard parser.parse(bytes) == .complete else { return nil }
                var view = parser.view(in: bytes)
                view.body = body
                return use(
                    Occasion(
                        view, path: Array("a".utf8), query: Array("x=1".utf8), segments: [:], captures: [:],
                        visit: Visit(peer: "192.0.2.7", authority: "h", seed: 1)))
            }
        }
    }
}
