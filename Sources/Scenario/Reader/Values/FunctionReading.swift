// FunctionReading.swift: the functions of `{{…}}`, one by one.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension ValueReader {
    mutating func function(_ arguments: [Argument], whole: Text, _ side: ValueSide) -> Function? {
        var list = ArgumentList(arguments)
        let function = function(&list, whole: whole, side)
        if function != nil { finish(&list) }
        return function
    }

    private mutating func function(
        _ list: inout ArgumentList, whole: Text, _ side: ValueSide
    ) -> Function? {
        if case .string = list.name.form { return .text(string(list.name.value)) }
        let name = list.name.text.string
        if name.hasPrefix("//") { return url(list.name.text) }
        if let known = counted(name, list.name.text) {
            guard case .now = known, side.matches else { return known }
            refuse(.produceOnly, list.name.text, "now", "is another time here: only by chance would it be equal")
            return nil
        }
        if name.hasPrefix("path.") { return pathPart(list.name.text) }
        if list.rest.isEmpty, scope.captures.contains(name) {
            return .captured(name)
        }
        if let word = generator(name) { return generator(word, &list, whole: whole, side) }
        guard let word = FunctionWord(rawValue: name) else {
            unknownFunction(name, list)
            return nil
        }
        guard allowed(word, list, whole: whole, side) else { return nil }
        return function(word, &list, side)
    }

    private mutating func function(_ word: FunctionWord, _ list: inout ArgumentList, _ side: ValueSide) -> Function? {
        switch word {
        case .bytes:
            guard let argument = next(&list, "a number of bytes: bytes 600"), let count = size(argument) else {
                return nil
            }
            guard let from = list.field("from") else { return .bytes(count: count, from: 0) }
            return size(from).map { .bytes(count: count, from: $0) }
        case .file:
            guard let argument = next(&list, "a file's name: file \"poem.txt\"") else { return nil }
            let name = text(of: argument)
            return file(name, argument.value).map { .file(name: name, bytes: $0) }
        case .hex:
            guard let argument = next(&list, "hexadecimal digits: hex \"00ff\"") else { return nil }
            return hex(argument).map { .hex($0) }
        case .raw: return next(&list, "a string: raw \"…\"").map { .raw(bytes(of: $0)) }
        case .nonce: return .nonce(name: list.plain().map { text(of: $0) })
        case .length: return .length
        case .authority, .port:
            guard let argument = next(&list, "the name of an origin: \(word.rawValue) main") else { return nil }
            return originName(argument.value).map { .authority(origin: $0, onlyPort: word == .port) }
        case .requestHeader:
            return next(&list, "a field's name: request.header Accept").map {
                .requestHeader(text(of: $0))
            }
        case .requestBody: return .requestBody
        case .ca: return .authorityCertificate(certificateForm(&list))
        case .absent: return .absent
        case .any: return .any
        case .upTo: return .upTo
        case .list: return member(&list)
        case .path: return pathSegment(&list)
        case .basic: return credentials(&list).map { .basic($0) }
        case .digest: return digest(&list)
        case .digestInfo:
            let next = list.field("nextnonce").map { text(of: $0) }
            return .digestConfirmation(nextNonce: next)
        // With arguments these have been read before, because values may stand in them.
        case .event:
            missing(list, "something to send: \(word.example)")
            return nil
        case .json, .query, .form, .multipart, .cookies:
            missing(list, "something to compare with: \(word.example)")
            return nil
        case .exactly, .now, .count: return nil  // Read before, with what may stand behind the word.
        }
    }

    private mutating func certificateForm(_ list: inout ArgumentList) -> CertificateForm {
        demands.insert(.tls)
        guard let argument = list.plain() else { return .path }
        let typed = text(of: argument)
        if let form = CertificateForm(rawValue: typed) { return form }
        faults.addUnknown(
            .badArgument, argument.text, "form of a certificate", among: CertificateForm.allCases.map(\.rawValue))
        return .path
    }

    /// `now`, `now+1h`, `count`, `count+1`
    private mutating func counted(_ name: String, _ text: Text) -> Function? {
        let plain = name.utf8.prefix { Byte.isLetter($0) }
        let word = String(decoding: plain, as: UTF8.self)
        let offset = name.dropFirst(word.count)
        guard offset.isEmpty || offset.hasPrefix("+") || offset.hasPrefix("-") else { return nil }
        switch word {
        case "now":
            if offset.isEmpty { return .now(offset: 0) }
            if let seconds = Units.dateOffset(offset) { return .now(offset: seconds) }
            faults.add(
                .badNumber, text.place, "'\(offset)' is no distance in time", help: "such as +1h, -30d, +90s or +5m")
            return .now(offset: 0)
        case "count":
            if scope.rounds == 0 {
                faults.add(
                    .notHere, text.place, "'count' is the round of a 'repeat', and none is open here",
                    help: "write it between 'repeat 3' and its 'end'")
            }
            if offset.isEmpty { return .count(offset: 0) }
            if let number = Units.number(offset.utf8.dropFirst(), atMost: FileLimits.rounds) {
                return .count(offset: offset.hasPrefix("-") ? -number : number)
            }
            faults.add(.badNumber, text.place, "'\(offset)' is no whole number", help: "such as +1 or -1")
            return .count(offset: 0)
        default: return nil
        }
    }

    mutating func allowed(_ word: FunctionWord, _ list: ArgumentList, whole: Text, _ side: ValueSide) -> Bool {
        let isBare = list.rest.isEmpty
        let (slug, reason): (Slug, String)
        switch (word, side) {
        case (_, .send) where word.onlyMatches, (_, .order) where word.onlyMatches:
            (slug, reason) = (.matchOnly, "only compares: it cannot produce what is needed here")
        case (.exactly, _):
            (slug, reason) = (.notHere, "stands alone on a line between the fields of a request")
        case (.nonce, .receive) where isBare, (.nonce, .report) where isBare, (.nonce, .route) where isBare:
            (slug, reason) = (.produceOnly, "without a name is a new one each time: nothing can equal it")
        case (.requestHeader, .receive), (.requestBody, .receive):
            (slug, reason) = (.produceOnly, "in a request would be compared with itself")
        case (.raw, .report), (.raw, .order), (.length, .report), (.length, .order), (.requestHeader, .order),
            (.requestBody, .order), (.basic, .report), (.digest, .report):
            (slug, reason) = (.notHere, "belongs in a '>' or a '<' line")
        case (.digestInfo, .receive), (.digestInfo, .report), (.digestInfo, .order):
            (slug, reason) = (.notHere, "belongs in a '<' line: it confirms what the request said")
        case (.path, .receive), (.path, .report):
            (slug, reason) = (
                .notHere, "belongs in the target of a route; in a scenario '{{NAME = any}}' takes a part"
            )
        case (_, .route) where word != .path && word != .any && word != .nonce:
            (slug, reason) = (.badRoute, "cannot stand in the path of a route")
        default: return true
        }
        refuse(slug, whole, word.rawValue, reason)
        return false
    }

    /// Reports a function that cannot stand here.
    private mutating func refuse(_ slug: Slug, _ typed: Text, _ name: String, _ reason: String) {
        faults.add(slug, typed.place, "'\(name)' \(reason)", help: "'quintain explain \(name)' says where it may stand")
    }

    /// `json {"a": 1}`, `query a=1`, `form a=1`, `multipart a=1`, `cookies a=1`, whose values may hold others; nil: no such function, or a
    /// fault was left.
    mutating func valued(_ word: FunctionWord, _ rest: Text, whole: Text, _ side: ValueSide) -> Function? {
        let before = faults.errors
        if word == .multipart, !partsAllowed(whole, side) { return nil }
        let pattern: ValuePattern? =
            switch word {
            case .json: json(rest, whole: whole, side).map { .json($0) }
            case .query: pairs(rest, side).map { .query($0) }
            case .multipart: parts(rest, side).map { .multipart($0) }
            case .cookies: cookies(rest, side).map { .cookies($0) }
            default: pairs(rest, side).map { .form($0) }
            }
        guard faults.errors == before, let pattern else { return nil }
        let function = Function.valued(pattern)
        if let nonce = Value(function, at: whole.place).all.first(where: { $0.function == .nonce(name: nil) }) {
            faults.add(
                .notHere, nonce.place, "'nonce' without a name cannot stand in '\(word.rawValue)'",
                help: "give it one: '{{nonce a}}'")
            return nil
        }
        return function
    }

    private mutating func unknownFunction(_ name: String, _ list: ArgumentList) {
        if let extra = list.rest.first, scope.columns.contains(name) || scope.captures.contains(name) {
            faults.add(
                .badArgument, extra.text.place, "'\(name)' is a value, and takes no '\(extra.text.string)' here",
                help: "'{{\(name)}}' stands alone")
            return
        }
        let names = FunctionWord.words + scope.captures.sorted() + scope.columns.sorted()
        let ofRoutes =
            scope.isRoutes ? scope.pathNames.map { "path.\($0)" } + GeneratorWord.written.map(\.rawValue) : []
        let old = scope.isRoutes ? OldWord.generator.now(name) : nil
        faults.add(
            .unknownFunction, list.name.text.place, "no function, column or value captured above is called '\(name)'",
            help: old ?? OldWord.function.now(name) ?? NearestWord.suggestion(for: name, among: names + ofRoutes)
                ?? "'{{\(name) = any}}' in a '>' line above takes a value; text with braces is a string: '{{\"{{\"}}'"
        )
    }
}
