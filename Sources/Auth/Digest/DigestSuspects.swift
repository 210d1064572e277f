// DigestSuspects.swift: finds the mistake that may have led a client to its response.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainWire

/// Tries common mistakes of clients, one at a time, until one gives the client's response.
struct DigestSuspects {
    private let check: DigestCheck
    private let answer: DigestAnswer
    private let input: DigestInput
    private var found: String?

    init(check: DigestCheck, answer: DigestAnswer, input: DigestInput) {
        self.check = check
        self.answer = answer
        self.input = input
    }

    /// The mistake, if it is one of these; otherwise a sentence that it is none of them.
    mutating func sentence() -> String {
        if answer.response.map(Octet.lowercased) == input.response {
            return "its hexadecimal digits must be in lower case"
        }
        tryAlgorithms()
        tryMethods()
        tryTargets()
        tryNonces()
        tryProtections()
        tryNames()
        tryBodies()
        return found ?? formFault ?? "it was computed for another password, or wrongly in a way that is not known here"
    }

    /// No password gives a response of this form.
    private var formFault: String? {
        let (came, due) = (answer.response, input.response.count)
        guard came.count != due || !Hexadecimal.isLowerCase(came.map(Octet.lowercased)) else { return nil }
        return "it is \(Quoting.quoted(came.prefix(80))), and must be \(due) hexadecimal digits"
    }

    private mutating func attempt(_ sentence: @autoclosure () -> String, _ change: (inout DigestInput) -> Void) {
        guard found == nil else { return }
        var other = input
        change(&other)
        if other.response == answer.response { found = sentence() }
    }

    private mutating func tryAlgorithms() {
        let asked = input.algorithm
        for algorithm in DigestAlgorithm.allCases where algorithm != asked {
            attempt("it was computed with \(algorithm.rawValue), and the challenge asks for \(asked.rawValue)") {
                $0.algorithm = algorithm
                $0.session = nil
            }
        }
        if input.session != nil {
            attempt(
                "its key was made of the nonces of this request, and a session keeps those of its first one"
                    + " (RFC 7616 section 3.4.2)"
            ) { $0.session = nil }
        }
    }

    private mutating func tryMethods() {
        let method = Quoting.escaped(input.method)
        for other in Self.methods + [method.lowercased(), ""] where other != method {
            let name = other.isEmpty ? "without a method" : "for the method \(other)"
            attempt("it was computed \(name), and the request is a \(method)") { $0.method = Array(other.utf8) }
        }
    }

    private mutating func tryTargets() {
        let path = Array(input.uri.prefix { $0 != UInt8(ascii: "?") })
        let shown = Quoting.quoted(input.uri.prefix(120))
        var others = [path, PercentCoding.decoded(input.uri), PercentCoding.decoded(path), [UInt8(ascii: "/")], []]
        others += check.request.targets
        for other in others where other != input.uri {
            attempt("it was computed for the uri \(Quoting.quoted(other.prefix(120))), and the uri is \(shown)") {
                $0.uri = other
            }
        }
    }

    private mutating func tryNonces() {
        for nonce in check.otherNonces where nonce != input.nonce {
            attempt("it was computed with \(Quoting.quoted(nonce.prefix(80))), the nonce of another challenge") {
                $0.nonce = nonce
                $0.session = nil
            }
        }
        let there = input.count
        let short = there.drop { $0 == UInt8(ascii: "0") }
        attempt("it was computed with an nc that has not all eight digits") { $0.count = Array(short) }
        if let number = answer.number {
            for other in [number - 1, number + 1, 1] where other > 0 && other != number {
                let digits = String(other, radix: 16)
                let written = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
                attempt("it was computed with nc=\(written), and nc is \(Quoting.escaped(there))") {
                    $0.count = Array(written.utf8)
                }
            }
        }
        for (name, part) in Self.quotable {
            attempt("it was computed with the quotes of \(name), which do not belong to its value") {
                $0[keyPath: part] = Self.quoted($0[keyPath: part])
            }
        }
        attempt("it was computed with the realm as it is written between the quotes, its backslashes included") {
            $0.realm = AuthParameter.escaped($0.realm)
        }
    }

    private mutating func tryProtections() {
        if let there = input.protection {
            attempt("it was computed without qop, nc and cnonce, as in RFC 2069") { $0.protection = nil }
            let other = there == .auth ? DigestProtection.authInt : .auth
            attempt("it was computed for qop=\(other.rawValue), and qop is \(there.rawValue)") { $0.protection = other }
        } else {
            attempt("it was computed for qop=auth, which the challenge does not offer") { $0.protection = .auth }
        }
    }

    private mutating func tryNames() {
        if case .hashed(let name) = answer.name {
            attempt("it was computed with the hashed name, and must be with the plain one") { $0.user = name }
        }
        attempt("it was computed with user and password changed round") { swap(&$0.user, &$0.password) }
        attempt("it was computed without a password") { $0.password = [] }
        attempt("it was computed without the realm") { $0.realm = [] }
        if let user = Latin1.bytes(of: check.user), let password = Latin1.bytes(of: check.password) {
            attempt("user and password are in ISO-8859-1, and the challenge says charset=UTF-8") {
                $0.user = user
                $0.password = password
            }
        }
    }

    private mutating func tryBodies() {
        guard input.protection == .authInt else { return }
        let count = input.body.count
        attempt("it was computed for an empty body, and the request has one of \(count) bytes") {
            $0.body = []
        }
        attempt("it was computed over the body itself, and must be over its hash") { input in
            input.uri += [UInt8(ascii: ":")] + input.body
            input.protection = .auth
        }
    }

    private static func quoted(_ bytes: [UInt8]) -> [UInt8] { [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")] }

    private static let methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE"]

    private static var quotable: [(String, WritableKeyPath<DigestInput, [UInt8]>)] {
        [
            ("username", \.user), ("realm", \.realm), ("nonce", \.nonce), ("cnonce", \.clientNonce), ("uri", \.uri),
        ]
    }
}
