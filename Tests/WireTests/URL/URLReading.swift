// URLReading.swift: laws that hold for any bytes read as a URL, as a reference or as a host.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

@testable import QuintainWire

/// The fuzz harness and the tests check the same laws.
enum URLReading {
    /// The first line is a URL, and each further one a reference in its document. nil: no law is broken.
    static func fault(in input: [UInt8]) -> String? {
        let lines = input.split(separator: Octet.lf, maxSplits: 8, omittingEmptySubsequences: false).map { Array($0) }
        for line in lines {
            let text = String(decoding: line, as: UTF8.self)
            if let fault = faultInParts(text) ?? faultInHost(text) ?? faultInPunycode(text) ?? faultInAddress(text) {
                return fault
            }
        }
        switch read({ () throws(URLFault) in try HTTPURL(lines[0]) }) {
        case .success(let url):
            if let fault = faultInURL(url, of: lines[0].count) { return fault }
            for reference in lines.dropFirst() {
                if let fault = faultInReference(reference, at: url) { return fault }
            }
            return nil
        case .failure(let fault): return faultInRefusal(fault, of: lines[0])
        }
    }

    // MARK: Parts

    /// RFC 3986 appendix B: the components are all that there is, and dots are gone at once.
    private static func faultInParts(_ text: String) -> String? {
        let parts = URLParts(text)
        guard same(parts.description, text) else { return "'\(text)' is put together as '\(parts)'" }
        let path = URLParts.removingDotSegments(parts.path)
        guard same(URLParts.removingDotSegments(path), path) else { return "'\(path)' has dots still" }
        if path.utf8.count > parts.path.utf8.count { return "'\(path)' has grown" }
        guard let authority = parts.authority.flatMap(Authority.init), let port = authority.port else { return nil }
        return 0...65_535 ~= port ? nil : "the port \(port)"
    }

    // MARK: Hosts

    /// A name in Punycode stays the same, in any case of its letters, and decodes to what was written.
    private static func faultInHost(_ text: String) -> String? {
        guard let name = InternationalHost.ascii(text) else { return nil }
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return "'\(name)' is not in ASCII" }
        if name.utf8.count > 254 { return "a host of \(name.utf8.count) bytes" }
        guard InternationalHost.ascii(name).map({ same($0, name) }) ?? false else { return "'\(name)' is no host" }
        let louder = String(decoding: text.utf8.map { $0 &- 0x61 < 26 ? $0 - 0x20 : $0 }, as: UTF8.self)
        guard InternationalHost.ascii(louder).map({ same($0, name) }) ?? false else {
            return "'\(text)' depends on the case of its letters"
        }
        return nil
    }

    /// RFC 3492: encoded text decodes to the same text.
    private static func faultInPunycode(_ text: String) -> String? {
        let scalars = Array(text.unicodeScalars.prefix(100))
        guard let code = Punycode.encoded(scalars) else { return nil }
        guard code.utf8.allSatisfy({ $0 < 0x80 }) else { return "'\(code)' is not in ASCII" }
        return PunycodeReading.scalars(of: code) == scalars ? nil : "'\(code)' is not what was written"
    }

    /// RFC 5952 has one form for each address.
    private static func faultInAddress(_ text: String) -> String? {
        guard let words = IPAddress.version6(text) else { return nil }
        if words.count != 8 { return "'\(text)' has \(words.count) words" }
        let written = IPAddress.text(words)
        return IPAddress.version6(written) == words ? nil : "'\(text)' becomes '\(written)'"
    }

    // MARK: URLs

    /// A URL that is read is in one form, which reads the same again, and cannot break a line or a field.
    private static func faultInURL(_ url: HTTPURL, of count: Int) -> String? {
        let text = url.description
        var bare = url
        bare.credentials = nil
        guard (try? HTTPURL(text)) == bare else { return "'\(text)' is read otherwise" }
        guard (try? url.resolving(text)) == bare else { return "'\(text)' means something else where it stands" }
        for form in [text, url.absoluteForm, url.originForm, url.authorityForm, url.hostField] {
            guard form.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return "'\(form)' cannot be sent" }
        }
        guard url.originForm.utf8.first == UInt8(ascii: "/"), same(URLParts.removingDotSegments(url.path), url.path)
        else { return "the path '\(url.path)'" }
        if url.absoluteForm.utf8.contains(UInt8(ascii: "#")) { return "a fragment is sent" }
        if url.hostField.utf8.contains(UInt8(ascii: "@")) { return "credentials are sent" }
        if let port = url.port, !(0...65_535 ~= port) || port == url.scheme.defaultPort { return "the port \(port)" }
        guard (try? URLHost(url.host.text, isLiteral: url.host.kind == .ipv6)) == url.host else {
            return "'\(url.host.text)' is another host"
        }
        // Each byte may need three; a host has a bound of its own.
        return text.utf8.count <= 3 * count + 300 ? nil : "\(text.utf8.count) bytes of \(count)"
    }

    private static func faultInReference(_ reference: [UInt8], at url: HTTPURL) -> String? {
        switch read({ () throws(URLFault) in try url.resolving(reference) }) {
        case .failure(let fault): return faultInRefusal(fault, of: reference)
        case .success(let target):
            if let fault = faultInURL(target, of: reference.count + url.description.utf8.count) { return fault }
            let parts = URLParts(String(decoding: reference, as: UTF8.self))
            if parts.scheme == nil, parts.authority == nil {
                if target.origin != url.origin { return "'\(parts)' leads to \(target.origin)" }
                if target.credentials != url.credentials { return "'\(parts)' loses the credentials" }
            }
            if let whole = try? HTTPURL(reference), whole != target { return "'\(whole)' is not '\(target)'" }
            guard let led = try? url.redirected(to: reference) else { return "'\(parts)' leads nowhere" }
            return led.fragment == target.fragment ?? url.fragment ? nil : "the fragment of '\(led)'"
        }
    }

    private static func faultInRefusal(_ fault: URLFault, of bytes: [UInt8]) -> String? {
        if fault.sentence.isEmpty || fault.citation.isEmpty { return "\(fault) is told without a sentence" }
        if case .control(let offset) = fault, !bytes.indices.contains(offset) { return "\(fault) is not in the text" }
        return nil
    }

    private static func read(_ make: () throws(URLFault) -> HTTPURL) -> Result<HTTPURL, URLFault> {
        do throws(URLFault) { return .success(try make()) } catch { return .failure(error) }
    }

    /// Compared by bytes: Swift's strings are equal if they only look alike.
    private static func same(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
}

/// RFC 3492 section 6.2, which the product has no use for.
private enum PunycodeReading {
    static func scalars(of code: String) -> [Unicode.Scalar]? {
        let bytes = Array(code.utf8)
        let hyphen = bytes.lastIndex(of: UInt8(ascii: "-"))
        var points = bytes[..<(hyphen ?? 0)].map { Int($0) }
        var rest = bytes[(hyphen.map { $0 + 1 } ?? 0)...]
        var (point, index, bias) = (128, 0, 72)
        while !rest.isEmpty {
            let before = index
            var (weight, place) = (1, 36)
            while true {
                guard let byte = rest.popFirst(), weight < 1 << 40 else { return nil }
                let digit = Int(byte) - (Octet.isDigit(byte) ? 0x30 - 26 : 0x61)
                guard 0..<36 ~= digit else { return nil }
                index += digit * weight
                let threshold = min(max(place - bias, 1), 26)
                if digit < threshold { break }
                weight *= 36 - threshold
                place += 36
            }
            var (delta, added) = ((index - before) / (before == 0 ? 700 : 2), 0)
            delta += delta / (points.count + 1)
            while delta > 455 { (delta, added) = (delta / 35, added + 36) }
            bias = added + 36 * delta / (delta + 38)
            point += index / (points.count + 1)
            index %= points.count + 1
            points.insert(point, at: index)
            index += 1
        }
        let scalars = points.compactMap { UInt32(exactly: $0).flatMap(Unicode.Scalar.init) }
        return scalars.count == points.count ? scalars : nil
    }
}
