// MultipartForm.swift: the parts of multipart/form-data, as strictly as a client must write them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The parts of a whole body, RFC 7578 and RFC 2046 section 5.1.1.
///
/// Recipients read over much of what is refused here; a client may send none of it.
struct MultipartForm {
    /// The parts, or a sentence about what is none of such a form.
    enum Reading {
        case parts([FormPart])
        case fault(String)
    }

    private struct Fault: Error {
        let sentence: String
    }

    /// A line that begins with the boundary.
    private struct Delimiter {
        /// The place of the line end above it, which belongs to it.
        var above: Int
        /// The place behind its own line end.
        var behind: Int
        var isLast: Bool
    }

    private let body: [UInt8]
    private let boundary: [UInt8]
    private var mark: [UInt8] { Array("--".utf8) + boundary }

    /// - Parameter contentType: the field that names the boundary; nil: there is none.
    static func read(_ body: [UInt8], _ contentType: [UInt8]?) -> Reading {
        do throws(Fault) {
            return .parts(try MultipartForm(body, try Self.boundary(contentType)).parts())
        } catch {
            return .fault(error.sentence)
        }
    }

    private init(_ body: [UInt8], _ boundary: [UInt8]) {
        self.body = body
        self.boundary = boundary
    }

    private static func boundary(_ contentType: [UInt8]?) throws(Fault) -> [UInt8] {
        guard let contentType else {
            throw Fault(sentence: "its boundary is not known, because the request has no Content-Type")
        }
        let field = MIMEField(contentType)
        guard field.word == "multipart/form-data" else {
            throw Fault(sentence: "the Content-Type is \(Quoting.excerpt(contentType)), not multipart/form-data")
        }
        if let fault = field.fault { throw Fault(sentence: "in the Content-Type \(fault)") }
        guard let boundary = field["boundary"]?.value else {
            throw Fault(sentence: "the Content-Type names no boundary (RFC 7578 section 4.1)")
        }
        let isRight =
            (1...70).contains(boundary.count) && boundary.last != UInt8(ascii: " ")
            && boundary.allSatisfy { MIMEField.isAlphanumeric($0) || "'()+_,-./:=? ".utf8.contains($0) }
        guard isRight else {
            throw Fault(
                sentence: "\(Quoting.excerpt(boundary)) is no boundary: it has 1 to 70 letters, digits and marks of "
                    + "RFC 2046 section 5.1.1")
        }
        return boundary
    }

    private func parts() throws(Fault) -> [FormPart] {
        var parts: [FormPart] = []
        guard !body.isEmpty else { throw Fault(sentence: "there is none, and a form must come") }
        guard var delimiter = try next(from: 0) else {
            throw Fault(
                sentence:
                    "the boundary that the Content-Type names, \(Quoting.quoted(mark)) on a line of its own, does "
                    + "not stand in it\(bareLineFeed(from: 0))")
        }
        while !delimiter.isLast {
            guard let end = try next(from: delimiter.behind) else {
                throw Fault(
                    sentence: "its last boundary, \(Quoting.quoted(mark + "--".utf8)), is missing behind "
                        + "\(Self.nth(parts.count + 1))\(bareLineFeed(from: delimiter.behind))")
            }
            // Of a part without even a head both delimiters have one line end.
            let bytes = body[delimiter.behind..<max(delimiter.behind, end.above)]
            do throws(Fault) {
                parts.append(try Self.part(bytes))
            } catch {
                throw Fault(sentence: "\(Self.nth(parts.count + 1)) \(error.sentence)")
            }
            delimiter = end
        }
        if try next(from: delimiter.behind) != nil {
            throw Fault(sentence: "another boundary stands behind the last one, which ends in '--'")
        }
        return parts
    }

    /// The next delimiter whose line end stands at this place or behind it; the first one may stand at the very start.
    private func next(from start: Int) throws(Fault) -> Delimiter? {
        if start == 0, body.starts(with: mark) { return try delimiter(above: 0, at: 0) }
        // The line end of the delimiter above may be the one above this one, too.
        guard let index = place(of: Array("\r\n".utf8) + mark, from: max(0, start - 2)) else { return nil }
        return try delimiter(above: index, at: index + 2)
    }

    private func place(of text: [UInt8], from start: Int) -> Int? {
        var finder = OccurrenceFinder(text, from: start)
        return body.withUnsafeBytes { finder.next(in: $0, from: start) }
    }

    private func delimiter(above: Int, at line: Int) throws(Fault) -> Delimiter {
        var index = line + mark.count
        let isLast = body[index...].starts(with: "--".utf8)
        if isLast { index += 2 }
        if Self.isLineEnd(body, at: index) { return Delimiter(above: above, behind: index + 2, isLast: isLast) }
        if isLast, index == body.count { return Delimiter(above: above, behind: index, isLast: true) }
        let came = index == body.count ? "the body ends" : "\(Quoting.quoted(body[index...].prefix(8))) stands"
        throw Fault(
            sentence: "\(came) behind the boundary at byte \(line), and not CRLF\(isLast ? "" : " or '--'") "
                + "(RFC 2046 section 5.1.1)")
    }

    /// What to add to a sentence about a boundary that is missing: it stands there, below a bare LF.
    private func bareLineFeed(from start: Int) -> String {
        let place = place(of: Array("\n".utf8) + mark, from: start)
        return place.map { "; below byte \($0) it stands behind a LF without its CR" } ?? ""
    }

    private static func part(_ bytes: ArraySlice<UInt8>) throws(Fault) -> FormPart {
        var part = FormPart()
        var index = bytes.startIndex
        var isDisposed = false
        // RFC 2046 section 5.1.1: behind a head the empty line may be that of the boundary below.
        while index < bytes.endIndex {
            guard let end = lineEnd(in: bytes, from: index) else {
                throw Fault(sentence: "has no empty line that ends its head")
            }
            let line = bytes[index..<end]
            index = end + 2
            if line.isEmpty { break }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                !line[..<colon].isEmpty, line[..<colon].allSatisfy(MIMEField.isToken)
            else { throw Fault(sentence: "has a line in its head that is no field: \(Quoting.excerpt(line))") }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            let value = MIMEField.trimmed(line[(colon + 1)...])
            guard name == "content-disposition" else {
                guard part.marks.updateValue([value], forKey: name == "content-type" ? "type" : name) == nil else {
                    throw Fault(sentence: "has two fields \(name)")
                }
                continue
            }
            if isDisposed { throw Fault(sentence: "has two fields content-disposition") }
            isDisposed = true
            try dispose(&part, value)
        }
        guard isDisposed else {
            throw Fault(sentence: "has no Content-Disposition, which names it (RFC 7578 section 4.2)")
        }
        part.content = Array(bytes[index...])
        return part
    }

    private static func dispose(_ part: inout FormPart, _ value: [UInt8]) throws(Fault) {
        let field = MIMEField(value)
        guard field.word == "form-data" else {
            throw Fault(
                sentence: "has the Content-Disposition \(Quoting.excerpt(value)), and not form-data "
                    + "(RFC 7578 section 4.2)")
        }
        if let fault = field.fault { throw Fault(sentence: "has a Content-Disposition in which \(fault)") }
        guard let name = field["name"] else {
            throw Fault(sentence: "has no name in its Content-Disposition (RFC 7578 section 4.2)")
        }
        part.names = name.readings
        for mark in ["filename", "filename*"] { part.marks[mark] = field[mark]?.readings }
    }

    private static func isLineEnd(_ bytes: [UInt8], at index: Int) -> Bool {
        bytes[min(index, bytes.count)...].starts(with: "\r\n".utf8)
    }

    private static func lineEnd(in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        var index = start
        while index + 1 < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "\r"), bytes[index + 1] == UInt8(ascii: "\n") { return index }
            index += 1
        }
        return nil
    }

    private static func nth(_ number: Int) -> String { "part \(number) of it" }
}

/// A part of a form.
struct FormPart {
    /// How its name may be read.
    var names: [[UInt8]] = []
    /// What its head says besides, by the names that a file has for it, each with the ways to read it: `filename`,
    /// `filename*`, `type`, and fields by their names in lower case.
    var marks: [String: [[UInt8]]] = [:]
    var content: [UInt8] = []

    /// The sentence about what no client may put into the head, and the file does not ask for.
    func forbidden(besides asked: Set<String>) -> String? {
        let known: Set = ["filename", "type", "content-transfer-encoding"]
        let others = marks.keys.filter { !known.contains($0) && !asked.contains($0) }.sorted()
        if others.contains("filename*") { return "has 'filename*', which RFC 7578 section 4.2 forbids" }
        if let field = others.first { return "has the field \(field), which RFC 7578 section 4.8 forbids" }
        if !asked.contains("type"), let type = marks["type"]?.first, MIMEField(type).word.hasPrefix("multipart/") {
            return "is \(Quoting.excerpt(type)): each file is a part of its own (RFC 7578 section 4.3)"
        }
        return nil
    }
}

extension ValueComparison {
    /// Parts are compared as members of a form are, and then what is written of their heads.
    mutating func differences(of parts: [FormPart], from pattern: PairsPattern) -> [String] {
        let written = Set(pattern.list.map(\.name))
        let named = parts.map { ($0.names.first(where: written.contains) ?? $0.names[0], $0) }
        var found = differences(of: named.map { ($0, $1.content) }, from: pattern, each: "the part")
        var rest = Dictionary(grouping: named, by: \.0).mapValues { $0.map(\.1)[...] }
        for pair in pattern.list where !pair.value.isAbsent && found.count < Self.mostTold {
            guard let part = rest[pair.name]?.popFirst() else { continue }
            found += differences(of: part, from: pair.marks, "the part \(Quoting.quoted(pair.name.prefix(60)))")
        }
        return found
    }

    private mutating func differences(
        of part: FormPart, from marks: [PairsPattern.Mark], _ subject: String
    ) -> [String] {
        var found: [String] = []
        for mark in marks {
            let there = part.marks[mark.name]
            if mark.value.isAbsent {
                if let there {
                    found.append("\(subject) must have no \(mark.name), but has \(Quoting.excerpt(there[0]))")
                }
                continue
            }
            // RFC 7578 section 4.4: what a part is that does not say so.
            guard let readings = there ?? (mark.name == "type" ? [Array("text/plain".utf8)] : nil) else {
                found.append("\(subject) has no \(mark.name)")
                continue
            }
            if readings.contains(where: { fits(mark.value, $0) }) { continue }
            found.append("\(subject) has the \(mark.name) \(difference(of: readings[0], from: mark.value))")
        }
        return found + [part.forbidden(besides: Set(marks.map(\.name)))].compactMap { $0.map { "\(subject) \($0)" } }
    }
}
