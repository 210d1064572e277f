// CallReading.swift: the calls of functions between `{{` and `}}`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// An argument of a function or a transform.
struct Argument {
    enum Form {
        case word
        case string
        case field(name: String)
    }

    let form: Form
    let text: Text
    /// The text behind `name=`, or the whole argument.
    let value: Text

    var isString: Bool { value.bytes.first == Byte.quote }
}

extension ValueReader {
    /// Reads a function and its transforms. A nil result has left a fault.
    mutating func call(_ inner: Text, whole: Text, _ side: ValueSide) -> Value? {
        guard !faults.isFull else { return nil }
        if let (word, behind) = Scanner.holdingWord(inner.line.bytes, from: inner.start, to: inner.end) {
            guard side != .route else { return badSegment("'\(word.rawValue)'", whole) }
            return valued(word, inner.from(behind).trimmed, whole: whole, side).map { Value($0, at: whole.place) }
        }
        if let matching = matching(inner, whole, side) { return matching.map { Value($0, at: whole.place) } }
        if isNested(inner) { return nil }
        let steps = Scanner.split(inner, at: Byte.pipe, strings: true, values: false)
        guard let first = arguments(steps[0].trimmed, of: whole) else { return nil }
        guard let function = function(first, whole: whole, side) else { return nil }
        var transforms: [Transform] = []
        for step in steps.dropFirst() {
            guard let arguments = arguments(step.trimmed, of: whole) else { return nil }
            guard let transform = transform(arguments) else { return nil }
            transforms.append(transform)
        }
        let value = shortened(Value(function, transforms, at: whole.place))
        if !transforms.isEmpty, function.onlyMatches {
            faults.add(
                .matchOnly, whole.place, "'\(first[0].text.string)' only compares: there is nothing to transform",
                help: "take the transform away, or write the value itself: '{{\"text\" | …}}'")
            return nil
        }
        guard isOfSize(value, steps[0].trimmed), isQuick(value, steps[0].trimmed, side) else { return nil }
        refuseIdleCorruption(value, steps.dropFirst().map(\.trimmed))
        return named(value)
    }

    /// `{{//main/items?page={{count}}}}`: the value would end at the first `}}`, and the rest go out as text.
    private mutating func isNested(_ inner: Text) -> Bool {
        let bytes = inner.line.bytes
        var index = inner.start
        while index < inner.end {
            if bytes[index] == Byte.quote {
                index = Scanner.endOfString(bytes, from: index, to: inner.end) ?? inner.end
            } else if Scanner.opensValue(bytes, at: index, to: inner.end) {
                faults.add(
                    .nestedValue, Text(inner.line, index..<(index + 2)).place, "a value cannot contain another value",
                    help: "close the first one before it, and write one behind the other")
                return true
            } else {
                index += 1
            }
        }
        return false
    }

    mutating func badSegment<Read>(_ what: String, _ whole: Text) -> Read? {
        faults.add(
            .badRoute, whole.place, "\(what) in the path of a route",
            help: "a path is made of text, '{{path NAME}}' and, at its end, '{{any}}'")
        return nil
    }

    private mutating func arguments(_ text: Text, of whole: Text) -> [Argument]? {
        guard !text.isEmpty else {
            faults.add(
                .missingValue, whole.place, "a function is missing here",
                help: "such as '{{any}}' or '{{\"text\" | base64}}'")
            return nil
        }
        let bytes = text.line.bytes
        var arguments: [Argument] = []
        var index = text.start
        while index < text.end {
            guard bytes[index] != Byte.space else {
                index += 1
                continue
            }
            let start = index
            var valueStart = start
            var mayBeName = true
            while index < text.end, bytes[index] != Byte.space {
                if bytes[index] == Byte.quote {
                    index = Scanner.endOfString(bytes, from: index, to: text.end) ?? text.end
                    // A string ends an argument, but inside a word it is part of it: `5;a="x y",6`.
                    if bytes[valueStart] == Byte.quote { break }
                    continue
                }
                if bytes[index] == Byte.equals, mayBeName {
                    mayBeName = false
                    if Scanner.isName(bytes[start..<index]) { valueStart = index + 1 }
                }
                index += 1
            }
            let whole = Text(text.line, start..<index)
            let value = Text(text.line, valueStart..<index)
            let form: Argument.Form =
                if valueStart > start {
                    .field(name: Text(text.line, start..<(valueStart - 1)).string)
                } else if bytes[start] == Byte.quote {
                    .string
                } else {
                    .word
                }
            arguments.append(Argument(form: form, text: whole, value: value))
        }
        return arguments
    }

    /// An argument's bytes: a string's content, or the word.
    mutating func bytes(of argument: Argument) -> [UInt8] {
        argument.isString ? string(argument.value) : Array(argument.value.bytes)
    }

    mutating func text(of argument: Argument) -> String {
        String(decoding: bytes(of: argument), as: UTF8.self)
    }
}

/// The arguments behind a name, taken one after the other.
struct ArgumentList {
    let name: Argument
    private(set) var rest: [Argument]

    init(_ arguments: [Argument]) {
        name = arguments[0]
        rest = Array(arguments.dropFirst())
    }

    /// Takes the first argument that is no field.
    mutating func plain() -> Argument? {
        let index = rest.firstIndex { if case .field = $0.form { false } else { true } }
        return index.map { rest.remove(at: $0) }
    }

    mutating func field(_ name: String) -> Argument? {
        let index = rest.firstIndex { if case .field(name) = $0.form { true } else { false } }
        return index.map { rest.remove(at: $0) }
    }

    /// Gives up the rest, after a fault.
    mutating func drop() { rest = [] }
}

extension ValueReader {
    mutating func next(_ list: inout ArgumentList, _ what: String) -> Argument? {
        if let argument = list.plain() { return argument }
        missing(list, what)
        list.drop()
        return nil
    }

    mutating func missing(_ list: ArgumentList, _ what: String) {
        faults.addMissing(behind: list.name.text, what)
    }

    /// Reports the arguments that the function does not take.
    mutating func finish(_ list: inout ArgumentList) {
        guard let extra = list.rest.first else { return }
        let name = list.name.text.string
        faults.add(
            .badArgument, extra.text.place, "'\(name)' takes no '\(extra.text.string)' here",
            help: "take it away; 'quintain explain \(name)' says what it takes")
    }

    mutating func size(_ argument: Argument) -> Int? {
        let text = text(of: argument)
        if let size = Units.size(text) { return size }
        faults.add(
            .badNumber, argument.value.place, "'\(text)' is no number of bytes", help: "such as 600, 10KB or 1MiB")
        return nil
    }
}
