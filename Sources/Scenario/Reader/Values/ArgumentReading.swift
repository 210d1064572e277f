// ArgumentReading.swift: the arguments of the functions of `{{…}}`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainAuth
internal import QuintainNotation
internal import QuintainWords

extension ValueReader {
    /// `//secure/done`
    mutating func url(_ text: Text) -> Function? {
        let name = text.from(text.start + 2)
        let end = name.bytes.firstIndex { $0 == Byte.slash || $0 == Byte.question } ?? name.end
        guard let origin = originName(name.upTo(end)) else { return nil }
        return .url(origin: origin, path: text.from(end).string)
    }

    /// The name of an origin that the file has, or `main`.
    mutating func originName(_ text: Text) -> String? {
        let name = text.string
        if name == Origin.main.name || scope.origins.contains(name) { return name }
        if scope.proxies.contains(name) {
            faults.add(
                .unknownOrigin, text.place, "'\(name)' is a proxy, and no origin",
                help: "write the origin, such as '//main'; 'via \(name)' at its client line says how it comes")
            return nil
        }
        let known = scope.origins.sorted() + [Origin.main.name]
        faults.add(
            .unknownOrigin, (text.isEmpty ? text.line.whole : text).place, "no origin is called '\(name)'",
            help: NearestWord.suggestion(for: name, among: known)
                ?? "add the line: origin \(name.isEmpty ? "NAME" : name) http; a file of routes knows '//main' only")
        return nil
    }

    mutating func file(_ name: String, _ text: Text) -> [UInt8]? {
        switch shelf.bytes(of: name) {
        case .success(let bytes): return bytes
        case .failure(let fault):
            let reason =
                switch fault {
                case .missing: "there is no such file"
                case .outsideFolder: "it lies outside the folder of the scenarios"
                case .noFolder: "a text that is posted is in no folder"
                case .unreadable: "it cannot be read"
                case .notPlain: "it is a device or a pipe, not a file"
                case .tooLarge: "it is too large"
                }
            faults.add(.fileFault, text.place, "'\(name)': \(reason)", help: fault.help)
            return nil
        }
    }

    mutating func hex(_ argument: Argument) -> [UInt8]? {
        let digits = bytes(of: argument).filter { $0 != Byte.space }
        let values = digits.compactMap(Byte.hexValue)
        guard values.count == digits.count, digits.count % 2 == 0 else {
            faults.add(
                .badArgument, argument.value.place, "this is not hexadecimal",
                help: "two digits a byte: '{{hex \"00ff\"}}'")
            return nil
        }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    mutating func member(_ list: inout ArgumentList) -> Function? {
        guard let verb = next(&list, "'has' and a member: list has \"gzip\"") else { return nil }
        guard verb.text.equals("has") else {
            faults.add(
                .badArgument, verb.text.place, "a list cannot be asked for '\(verb.text.string)'",
                help: "write '{{list has \"gzip\"}}'")
            return nil
        }
        guard let argument = next(&list, "a member: list has \"gzip\"") else { return nil }
        let member = text(of: argument)
        guard CommaList.members(of: Array(member.utf8)).map({ String(decoding: $0, as: UTF8.self) }) == [member] else {
            faults.add(
                .badArgument, argument.text.place, "no member of a list is written so",
                help: "one member, without commas and without blanks around it: 'list has \"gzip\"'")
            return nil
        }
        return .listHas(member)
    }

    /// `alice:secret`; in routes either half may be `path.name`.
    mutating func credentials(_ list: inout ArgumentList) -> Credentials? {
        guard let argument = next(&list, "a user and a password: alice:secret") else { return nil }
        let text = bytes(of: argument)
        guard let colon = text.firstIndex(of: Byte.colon) else {
            faults.add(
                .badArgument, argument.value.place, "'\(String(decoding: text, as: UTF8.self))' has no password",
                help: "user and password with a colon between, in one string if they have blanks: alice:secret")
            return nil
        }
        let user = String(decoding: text[..<colon], as: UTF8.self)
        let password = String(decoding: text[(colon + 1)...], as: UTF8.self)
        if scope.isRoutes {
            for half in [user, password] where half.hasPrefix("path.") {
                checkPathName(String(half.dropFirst(5)), argument.value.place)
            }
        }
        return Credentials(user: user, password: password)
    }

    /// A number; or eight hexadecimal digits, as a count is written on the wire.
    private static func nonceCount(_ text: some Collection<UInt8>) -> Int? {
        guard text.count == 8 else { return Units.number(text) }
        let digits = String(decoding: text, as: UTF8.self)
        return digits.allSatisfy(\.isHexDigit) ? Int(digits, radix: 16) : nil
    }

    mutating func digest(_ list: inout ArgumentList) -> Function? {
        guard let credentials = credentials(&list) else { return nil }
        var demands = DigestDemands()
        if let algorithm = list.field("algorithm") {
            demands.algorithm = known(algorithm, DigestAlgorithm.self, "algorithm")?.rawValue
        }
        if let qop = list.field("qop") {
            demands.qop = known(qop, DigestProtection.self, "quality of protection")?.rawValue
        }
        if let count = list.field("nc") {
            demands.count = Self.nonceCount(count.value.bytes)
            if demands.count == nil {
                faults.add(
                    .badNumber, count.value.place, "'\(count.value.string)' is no count",
                    help: "such as nc=10, or as the client writes it, nc=0000000a")
            }
        }
        if let quoting = list.field("quoting") {
            demands.anyQuoting = quoting.value.equals("any")
            if !demands.anyQuoting {
                faults.add(
                    .badArgument, quoting.value.place, "'quoting' cannot be '\(quoting.value.string)'",
                    help: "quoting=any lets parameters be quoted or not, as the client likes")
            }
        }
        while let word = list.plain() {
            switch DigestWord(rawValue: word.text.string) {
            case .stale: demands.isStale = true
            case .userhash: demands.userHash = true
            case nil:
                let known = DigestWord.words + ["algorithm=", "qop=", "nc=", "quoting="]
                faults.addUnknown(.badArgument, word.text, "argument of 'digest'", among: known)
            }
        }
        return .digest(credentials, demands)
    }

    private mutating func known<Words: WordSet>(_ argument: Argument, _ set: Words.Type, _ what: String) -> Words? {
        let typed = text(of: argument)
        if let word = Words(rawValue: typed) { return word }
        faults.addUnknown(.badArgument, argument.value, what, among: Words.words)
        return nil
    }

    // MARK: - Routes

    /// `{{path name}}`
    mutating func pathSegment(_ list: inout ArgumentList) -> Function? {
        guard let argument = next(&list, "a name: path user") else { return nil }
        let name = argument.text.string
        guard Scanner.isName(argument.text.bytes) else {
            faults.add(.badArgument, argument.text.place, "'\(name)' is no name", help: "letters, digits and hyphens")
            return nil
        }
        guard !scope.pathNames.contains(name) else {
            faults.add(.duplicateName, argument.text.place, "this path has a '\(name)' already", help: "choose another")
            return nil
        }
        scope.pathNames.append(name)
        return .pathSegment(name)
    }

    /// `{{path.name}}`
    mutating func pathPart(_ text: Text) -> Function? {
        let name = String(text.string.dropFirst(5))
        guard scope.isRoutes else {
            faults.add(
                .notHere, text.place, "'path.\(name)' belongs in a file of routes",
                help:
                    "in a scenario '> GET /a/{{\(name) = any}}' keeps a part of the target, and '{{\(name)}}' sends it"
            )
            return nil
        }
        return checkPathName(name, text.place) ? .pathPart(name) : nil
    }

    @discardableResult
    mutating func checkPathName(_ name: String, _ place: Place) -> Bool {
        if scope.pathNames.contains(name) { return true }
        faults.add(
            .unknownFunction, place, "the path above has no '\(name)'",
            help: NearestWord.suggestion(for: name, among: scope.pathNames)
                ?? "write '{{path \(name)}}' where the segment stands in the path")
        return false
    }
}
