// Mutant+Fields.swift: fields that count where they should not, or do not where they should.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainWire

extension Mutant {
    static let ofFields: [Mutant] = [
        Mutant(
            "merges-trailers", "takes trailers for fields of the head", breaks: "RFC 9110 section 6.5.1", in: "framing",
            sabotage: .reading { bytes, _ in
                let text = String(decoding: bytes, as: UTF8.self)
                guard text.hasPrefix("HTTP/"), let last = text.firstRange(of: "\r\n0\r\n"),
                    let end = text[last.upperBound...].firstRange(of: "\r\n\r\n"),
                    let start = text.firstRange(of: "\r\n")
                else { return bytes }
                let trailers = text[last.upperBound..<end.upperBound].dropLast()
                return Array((text[..<start.upperBound] + trailers + text[start.upperBound...]).utf8)
            }),
        Mutant(
            "merges-hints", "takes the fields of a 103 for those of the response", breaks: "RFC 8297 section 2",
            in: "framing",
            sabotage: .happened { input, scene in
                switch input {
                case .arrived(.informational(let hints)):
                    scene.text = hints.fields.map { "\($0.name): \($0.text)" }.joined(separator: "\n")
                    return nil
                case .arrived(.head(var head)):
                    for line in (scene.text ?? "").split(separator: "\n") {
                        let name = line.prefix { $0 != ":" }
                        head.fields.append(Field(String(name), String(line.dropFirst(name.count + 2))))
                    }
                    return [.input(.arrived(.head(head)))]
                default: return nil
                }
            }),
        Mutant(
            "reads-lengths-as-octal", "takes a length with a zero ahead for an octal number",
            breaks: "RFC 9110 section 8.6", in: "framing",
            sabotage: .reading { bytes, _ in
                changed(bytes) { line in
                    let digits = line.drop { !$0.isNumber }
                    guard line.lowercased().hasPrefix("content-length:"), digits.hasPrefix("0"),
                        let length = Int(digits, radix: 8), length > 0
                    else { return [line] }
                    return ["Content-Length: \(length)"]
                }
            }),
        Mutant(
            "refuses-bytes-beyond-ascii", "takes a head for wrong that has bytes beyond ASCII",
            breaks: "RFC 9110 section 5.5", in: "framing",
            sabotage: .reading { bytes, _ in
                let head = changed(bytes) { line in line.utf8.contains { $0 >= 0x80 } ? [] : [line] }
                return head == bytes ? bytes : [0]
            }),
        Mutant(
            "reads-the-first-connection-field", "reads the first of two Connection fields alone",
            breaks: "RFC 9110 section 5.3", in: "connections",
            sabotage: .reading { bytes, _ in
                var hasOne = false
                return lines(bytes) { line in
                    guard line.lowercased().hasPrefix("connection:") else { return true }
                    defer { hasOne = true }
                    return !hasOne
                }
            }),
        Mutant(
            "takes-nothing-for-a-coding", "takes an empty element of Transfer-Encoding for a coding",
            breaks: "RFC 9110 section 5.6.1.2", in: "framing",
            sabotage: .reading { bytes, _ in
                changed(bytes) { line in
                    guard line.lowercased().hasPrefix("transfer-encoding:") else { return [line] }
                    let members = line.dropFirst(18).split(separator: ",", omittingEmptySubsequences: false)
                    return members.contains { $0.allSatisfy { $0 == " " } } ? ["Transfer-Encoding: nothing"] : [line]
                }
            }),
        Mutant(
            "knows-codings-in-small-letters", "knows the names of content codings in small letters alone",
            breaks: "RFC 9110 section 8.4.1", in: "codings",
            sabotage: .head { head, _ in
                guard let coding = head.first("Content-Encoding"), coding.contains(where: { 65...90 ~= $0 }) else {
                    return
                }
                head.remove("Content-Encoding")
            }),
        Mutant(
            "passes-over-long-fields", "passes over fields of more than four thousand bytes",
            breaks: "RFC 9110 section 5.4", in: "framing",
            sabotage: .head { head, _ in head.fields.removeAll { $0.text.utf8.count > 4_000 } }),
        Mutant(
            "counts-fields-to-eighty", "reads eighty fields of a head, and no more", breaks: "RFC 9110 section 5.4",
            in: "framing",
            sabotage: .head { head, _ in head.fields = Array(head.fields.prefix(80)) }),
        Mutant(
            "writes-locations-small", "follows a Location in small letters", breaks: "RFC 9110 section 4.2.3",
            in: "redirects",
            sabotage: .head { head, _ in head.replace("Location") { $0.lowercased() } }),
        Mutant(
            "knows-schemes-in-small-letters", "takes HTTP:// for a path", breaks: "RFC 3986 section 3.1",
            in: "redirects",
            sabotage: .head { head, _ in
                head.replace("Location") { $0.hasPrefix("HTTP:") ? "/" + $0 : $0 }
            }),
    ]
}
