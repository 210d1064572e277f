// GeneratorReading.swift: calls of generators, and where they may stand.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ValueReader {
    /// The generator of this name, if the file may call it.
    func generator(_ name: String) -> GeneratorWord? {
        GeneratorWord(rawValue: name).flatMap { scope.isOfHTTPBin || GeneratorWord.written.contains($0) ? $0 : nil }
    }

    mutating func generator(
        _ word: GeneratorWord, _ list: inout ArgumentList, whole: Text, _ side: ValueSide
    ) -> Function? {
        let name = word.rawValue
        guard scope.isRoutes else {
            faults.add(
                .notHere, whole.place, "'\(name)' belongs in a file of routes",
                help: "a file of routes begins with 'routes'; in a scenario the value itself is written")
            list.drop()
            return nil
        }
        guard side == .send else {
            faults.add(
                .produceOnly, whole.place, "'\(name)' is made of the request: it belongs in a '<' line",
                help: "what a request must be is written as a pattern, such as '{{json …}}' or '{{name = any}}'")
            list.drop()
            return nil
        }
        var call = GeneratorCall(name)
        if scope.isOfHTTPBin {
            // The file comes with the program: its calls are right.
            for argument in list.rest {
                guard let operand = operand(argument, .text) else { continue }
                if case .field(let name) = argument.form {
                    call.options.append(.init(name, operand))
                } else {
                    call.operands.append(operand)
                }
            }
            list.drop()
            return .generated(call)
        }
        switch word {
        case .status:
            guard let status = next(&list, "a status, or several with weights: 'status path.codes'") else { return nil }
            operand(status, .text).map { call.operands.append($0) }
        case .delay:
            guard let time = next(&list, "how long: 'delay path.seconds' or 'delay 2s'") else { return nil }
            if let written = Units.duration(text(of: time)), written > GeneratorWord.longestDelay {
                faults.add(
                    .badNumber, time.value.place, "a reply is delayed by 10 s at most",
                    help: "write 'delay 10s'; '! wait \(time.value.string)' above a status takes as long as it says")
            }
            operand(time, .duration).map { call.operands.append($0) }
        case .drip:
            guard let count = next(&list, "a number of bytes: 'drip 10 over=2s'") else { return nil }
            operand(count, .number).map { call.operands.append($0) }
            list.field("over").flatMap { operand($0, .duration) }.map { call.options.append(.init("over", $0)) }
        case .echo, .stream, .uuid, .random, .links, .countdown, .number, .unbase64, .site, .allow, .range, .events,
            .etag, .redirectTo, .setCookies, .deleteCookies, .queryFields, .digestAuth:
            break
        }
        return .generated(call)
    }

    /// The kind of an argument, if it is written out.
    private enum ArgumentKind {
        case number
        /// Written with a unit; what a request says is seconds.
        case duration
        case text
    }

    /// `path.n`, `query.seed`, a captured name, or what is written.
    private mutating func operand(_ argument: Argument, _ kind: ArgumentKind) -> GeneratorCall.Operand? {
        let typed = text(of: argument)
        let place = argument.value.place
        if !argument.isString {
            if typed.hasPrefix("path.") {
                let name = String(typed.dropFirst(5))
                return checkPathName(name, place) ? .path(name) : nil
            }
            if typed.hasPrefix("query.") { return .query(String(typed.dropFirst(6))) }
            if scope.captures.contains(typed) { return .captured(typed) }
        }
        switch kind {
        case .text: return .text(Array(typed.utf8))
        case .number:
            if Units.number(typed.utf8) != nil { return .text(Array(typed.utf8)) }
            faults.add(
                .badNumber, place, "'\(typed)' is no number",
                help: "such as 10, or what the request says: path.n, query.n")
        case .duration:
            if let milliseconds = Units.duration(typed) {
                return .text(Array("\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst())".utf8))
            }
            faults.add(
                .badNumber, place, "'\(typed)' is no time to wait",
                help: "such as 200ms or 5s, or the seconds that the request says: path.n, query.n")
        }
        return nil
    }

    // MARK: - Where they stand

    /// Reports generators within other values, and those of whole replies that do not stand where the status would.
    mutating func checkGenerators(of line: SendLine) {
        guard let template = line.template else { return }
        var isStart = false
        if case .start = line {
            isStart = true
            scope.reply = nil
        }
        for value in template.values.flatMap(\.all) {
            guard case .generated(let call) = value.function, let word = GeneratorWord(rawValue: call.name) else {
                continue
            }
            if isStart, word.makesReply, template.pieces == [template.pieces[0], .value(value)],
                value.transforms.isEmpty
            {
                scope.reply = word
            } else if word.makesReply || !template.values.contains(value) {
                let place =
                    word.makesReply ? "alone, where the status would" : "in a line, and not within another value"
                faults.add(
                    .generatorPlace, value.place, "'\(call.name)' stands \(place)", help: "such as '< {{\(call.name)}}'"
                )
            }
        }
    }

    /// Reports a body under a generator that makes the body itself: it would never be sent.
    mutating func checkGeneratedBody(_ line: SendLine, _ place: Place) {
        guard case .body = line, let word = scope.reply, !word.leavesBody else { return }
        faults.add(
            .generatedBody, place, "'\(word.rawValue)' makes the body itself: this is never sent",
            help: "take the body away; fields may stay")
        scope.reply = nil
    }
}
