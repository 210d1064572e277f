// CookieReading.swift: laws that hold for any cookie, however hostile.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainStores
import QuintainWire

/// The fuzz harness and the tests check the same laws.
enum CookieReading {
    /// The law that these fields, one a line, break; nil: none.
    static func fault(in input: [UInt8]) -> String? {
        for line in input.split(separator: UInt8(ascii: "\n")) {
            if let fault = faultInField(Array(line)) { return fault }
        }
        return faultInStore(input.split(separator: UInt8(ascii: "\n")).map { Field("Set-Cookie", Array($0)) })
    }

    /// A cookie that was read can be written, and reads back the same.
    private static func faultInField(_ field: [UInt8]) -> String? {
        guard let set = SetCookie(field) else { return nil }
        if let date = set.expires, !earliest.contains(date) { return "the date \(date)" }
        if set.name.isEmpty || set.path.map({ $0.utf8.first != UInt8(ascii: "/") }) ?? false { return "\(set)" }
        var again = set.name + Array("=".utf8) + set.value
        if let path = set.path { again += Array("; Path=\(path)".utf8) }
        if let age = set.maxAge { again += Array("; Max-Age=\(age)".utf8) }
        if let domain = set.domain { again += Array("; Domain=.\(domain)".utf8) }
        if let site = set.sameSite { again += Array("; SameSite=\(site.rawValue)".utf8) }
        if let date = set.expires {
            again += Array("; Expires=".utf8) + HTTPDate.bytes(secondsSinceEpoch: Int(date))
        }
        let read = SetCookie(again)
        let isSame =
            read?.name == set.name && read?.value == set.value && read?.maxAge == set.maxAge
            && read?.sameSite == set.sameSite && read?.expires == set.expires
        // Bytes that are no UTF-8 grow when they become text, which may make an attribute too long.
        let isText = String(validating: field, as: UTF8.self) != nil
        return isSame && (!isText || read?.path == set.path && read?.domain == set.domain)
            ? nil : "\(set) became \(String(describing: read))"
    }

    private static func faultInStore(_ fields: [Field]) -> String? {
        guard let open = try? HTTPURL("http://www.a.example/x/y"), let safe = try? HTTPURL("https://www.a.example/x/y"),
            let above = try? HTTPURL("http://a.example/x/y"), let other = try? HTTPURL("https://www.b.example/x/y")
        else { return "a URL is none" }
        var store = CookieStore()
        let taken = store.received(fields, from: open, at: now)
        if let cookie = taken.first(where: \.isSecure) { return "\(cookie) is not from a secure host" }
        store.received(fields, from: safe, at: now)
        if store.count > fields.count * 2 { return "\(store.count) cookies of \(fields.count) fields" }
        for cookie in store.all(at: now) {
            guard cookie.path.utf8.first == UInt8(ascii: "/"),
                cookie.domain == "www.a.example" || cookie.domain == "a.example",
                cookie.pair.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == Octet.tab }),
                cookie.expires.map({ $0 > now }) ?? true
            else { return "\(cookie) is kept" }
        }
        if store.field(for: other, at: now) != nil { return "another site is sent a cookie" }
        if store.cookies(for: open, at: now).contains(where: \.isSecure) { return "a secure cookie goes in the open" }
        if store.cookies(for: above, at: now).contains(where: \.isHostOnly) { return "a host's own cookie goes above" }
        let sent = store.cookies(for: safe, at: now)
        for (one, next) in zip(sent, sent.dropFirst()) where one.path.utf8.count < next.path.utf8.count {
            return "\(one.path) goes before \(next.path)"
        }
        for cookie in store.all(at: now) { store.remove(cookie) }
        return store.count == 0 ? nil : "\(store.count) cookies cannot be removed"
    }

    private static let now: Int64 = 1_700_000_000
    /// The years 1601 to 9999.
    private static let earliest: ClosedRange<Int64> = -11_644_473_600...253_402_300_799
}
