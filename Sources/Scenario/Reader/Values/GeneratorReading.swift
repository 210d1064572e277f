// GeneratorReading.swift: calls of generators, and where they may stand.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension ValueReader {
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
                help: "what a request must be is written as a pattern, such as '{{json …}}' or '{{capture name}}'")
            list.drop()
            return nil
        }
        var call = GeneratorCall(name)
        let operands = word.operands + (list.hasPlain ? word.optionalOperands : [])
        for (kind, what) in operands {
            guard let argument = next(&list, what), let operand = operand(argument, kind) else { return nil }
            if word == .delay, let written = Units.duration(self.text(of: argument)),
                written > GeneratorWord.longestDelay
            {
                faults.add(
                    .badNumber, argument.value.place, "a reply is delayed by 10 s at most",
                    help: "write 'delay 10s'; '! wait \(argument.value.string)' above a status takes as long as it says"
                )
            }
            call.operands.append(operand)
        }
        if word.takesMembers { members(&list, &call) }
        options(of: word, &list, &call)
        if word.takesMembers, call.operands.count + call.options.count == word.operands.count {
            missing(list, "what to tell: \(name) \(EchoMember.words.joined(separator: " "))")
        }
        return .generated(call)
    }

    private mutating func members(_ list: inout ArgumentList, _ call: inout GeneratorCall) {
        while let argument = list.plain() {
            let typed = text(of: argument)
            if EchoMember(rawValue: typed) == nil {
                faults.addUnknown(.badArgument, argument.text, "member of a request", among: EchoMember.words)
            }
            call.operands.append(.text(Array(typed.utf8)))
        }
    }

    private mutating func options(of word: GeneratorWord, _ list: inout ArgumentList, _ call: inout GeneratorCall) {
        while let (name, argument) = list.anyField() {
            let known = word.options.first { $0.name == name }
            guard known != nil || word.takesMembers else {
                let names = word.options.map { "\($0.name)=" }
                faults.add(
                    .badArgument, argument.text.place, "'\(call.name)' takes no '\(argument.text.string)'",
                    help: names.isEmpty
                        ? "take it away" : NearestWord.suggestionOrList(for: "\(name)=", among: names))
                continue
            }
            if call.option(name) != nil {
                faults.add(
                    .duplicateName, argument.text.place, "'\(name)=' stands there already",
                    help: "take one of them away")
            }
            guard let operand = operand(argument, known?.argument ?? .text) else { continue }
            call.options.append(GeneratorCall.Option(name, operand))
        }
    }

    /// `path.n`, `query.seed`, a captured name, or what is written.
    private mutating func operand(
        _ argument: Argument, _ kind: GeneratorWord.Argument
    ) -> GeneratorCall.Operand? {
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

    /// Reports generators that make more than fits where they stand.
    mutating func checkGenerators(of line: SendLine) {
        switch line {
        case .start(let template):
            scope.reply = nil
            for (word, value) in generators(in: template) where word.place != .value {
                let isAlone = template.pieces.count == 2 && value.transforms.isEmpty
                if word.place == .reply, isAlone { scope.reply = word } else { misplaced(word, value) }
            }
        case .field(let template, let name, _):
            for (word, value) in generators(in: template) where word.place != .value {
                let isAlone = template.pieces.count == 1 && value.transforms.isEmpty && name == nil
                if word.place != .fields || !isAlone { misplaced(word, value) }
            }
        case .body(let template, _), .raw(let template, _), .trailer(let template):
            for (word, value) in generators(in: template) where word.place != .value { misplaced(word, value) }
        case .headEnd: break
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

    private func generators(in template: Template) -> [(GeneratorWord, Value)] {
        template.values.compactMap { value in
            guard case .generated(let call) = value.function else { return nil }
            return GeneratorWord(rawValue: call.name).map { ($0, value) }
        }
    }

    private mutating func misplaced(_ word: GeneratorWord, _ value: Value) {
        let line = word.place == .reply ? "where the status would" : "on a line of the head"
        faults.add(
            .generatorPlace, value.place, "'\(word.rawValue)' stands alone \(line)",
            help: "such as '< {{\(word.rawValue) …}}'")
    }
}
