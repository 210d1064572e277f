// HostileValueTests.swift: field values that no server would write.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@Suite struct `A hostile value` {
    static let values = [
        "text/html; charset=\"utf-8\\\"; a=b", "attachment; filename*=UTF-8''%e2%82%ac.txt; filename=\"..\\\\a\"",
        "max-age=60, private=\"a, b\", no-store", "W/\"a\", \"b\"", "bytes 42-1233/1234",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994", "http://u:p@[2001:db8::7]:80/a/../b%20c?d#e", "../..//a?b#c", "127.0.0.1",
    ]

    /// What is wrong with the readers of values, as this one shows; nil: nothing.
    func fault(_ bytes: [UInt8]) throws -> String? {
        _ = MediaType(bytes)?.charset
        let name = SuggestedFileName.name(
            disposition: ContentDisposition(bytes), url: try? HTTPURL(bytes), type: MediaType(bytes))
        if name.isEmpty || name.contains("/") || name.hasPrefix(".") || name.utf8.count > 255 { return "name \(name)" }
        _ = CacheControl([bytes]).seconds("max-age")
        _ = Age.seconds([Field("age", bytes)])
        let tags = EntityTag.list(bytes)
        if !tags.allSatisfy({ EntityTag($0.description.utf8)?.isWeak == $0.isWeak }) { return "tags \(tags)" }
        if let range = ContentRange(bytes)?.range, range.isEmpty { return "an empty range" }
        _ = HTTPDate.seconds(bytes, now: 1_767_225_600)
        _ = CookieDate.seconds(bytes)
        let base = try HTTPURL("http://a/b/c/d;p?q")
        // Escaping makes it longer, maybe longer than the limit for reading.
        guard let url = try? base.redirected(to: bytes), url.description.utf8.count < 16_000 else { return nil }
        if try HTTPURL(url.description).description != url.description { return "URL \(url)" }
        let head = try RequestWriter(method: "GET", target: .origin(url.originForm), host: url.hostField).head()
        let reading = Reading(head)
        return reading.breaches.isEmpty && reading.heads.count == 1 ? nil : "request \(head)"
    }

    @Test(arguments: values)
    func `does no harm with any one byte changed, left out or said twice`(value: String) throws {
        let bytes = Array(value.utf8)
        for index in bytes.indices {
            for byte in [0, 10, 32, 34, 37, 44, 47, 58, 59, 64, 91, 92, 127, 195] as [UInt8] {
                var changed = bytes
                changed[index] = byte
                #expect(try fault(changed) == nil)
            }
            #expect(try fault(Array(bytes[..<index]) + bytes[(index + 1)...]) == nil)
            #expect(try fault(Array(bytes[...index]) + bytes[index...]) == nil)
            #expect(try fault(Array(bytes[..<index])) == nil)
        }
    }

    @Test func `may be as long as it likes`() throws {
        for unit in ["a=b;", "\"", ",", "\\", "/", "../", "%", ".", ":", "a", "0", "\u{FF}"] {
            #expect(try fault(Array(String(repeating: unit, count: 30_000).utf8)) == nil)
        }
    }
}
