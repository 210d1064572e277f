// CodingReading.swift: codings in `{{…}}`, and files that are coded already.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainCoding
internal import QuintainNotation

extension ValueReader {
    /// `gzip level=9 name="x"`, `deflate raw`, `macbinary type=TEXT` …
    mutating func coding(_ word: TransformWord, _ list: inout ArgumentList) -> Coding? {
        switch word {
        case .gzip:
            guard let level = level(&list, 0...9), let name = bytes("name", &list, 1...255) else { return nil }
            if let name, name.contains(0) {
                faults.add(
                    .badArgument, list.name.text.place, "a name in gzip ends before its first \\0",
                    help: "take the '\\0' away")
                return nil
            }
            return .gzip(level: level, name: name)
        case .deflate:
            guard let level = level(&list, 0...9) else { return nil }
            return takesRaw(&list) ? .rawDeflate(level: level) : .deflate(level: level)
        case .br: return level(&list, 0...11).map { .brotli(level: $0) }
        // Levels above need windows larger than the 8 MiB of RFC 9659.
        case .zstd: return level(&list, 1...19).map { .zstd(level: $0) }
        case .macbinary:
            guard let fields = macFields(&list), let version = version(&list) else { return nil }
            return .macBinary(fields, version)
        case .binhex: return macFields(&list).map { .binHex($0) }
        case .base64, .percent, .truncate, .corrupt, .else, .chunks:
            preconditionFailure("no coding")
        }
    }

    private mutating func takesRaw(_ list: inout ArgumentList) -> Bool {
        guard list.rest.contains(where: { $0.text.equals("raw") }) else { return false }
        return list.plain() != nil
    }

    /// The outer nil has left a fault.
    private mutating func level(_ list: inout ArgumentList, _ range: ClosedRange<Int>) -> Int?? {
        guard let argument = list.field("level") else { return .some(nil) }
        if let number = Units.number(argument.value.bytes), range.contains(number) { return number }
        faults.add(
            .badNumber, argument.value.place,
            "'\(argument.value.string)' is no level of '\(list.name.text.string)'",
            help: "a number from \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    /// The outer nil has left a fault.
    private mutating func bytes(
        _ name: String, _ list: inout ArgumentList, _ length: ClosedRange<Int>
    ) -> [UInt8]?? {
        guard let argument = list.field(name) else { return .some(nil) }
        let bytes = bytes(of: argument)
        if length.contains(bytes.count) { return bytes }
        let allowed =
            length.count == 1 ? "\(length.lowerBound) bytes" : "from \(length.lowerBound) to \(length.upperBound) bytes"
        faults.add(
            .badArgument, argument.value.place,
            "'\(name)' of '\(list.name.text.string)' has \(allowed), not \(bytes.count)",
            help: "a byte that is no letter is written '\\x00'")
        return nil
    }

    private mutating func macFields(_ list: inout ArgumentList) -> MacFields? {
        guard let name = bytes("name", &list, 1...MacFields.longestName), let type = bytes("type", &list, 4...4),
            let creator = bytes("creator", &list, 4...4),
            let resource = bytes("resource", &list, 0...MacFields.longestResource)
        else { return nil }
        return MacFields(name: name, type: type, creator: creator, resource: resource)
    }

    private mutating func version(_ list: inout ArgumentList) -> MacBinaryVersion? {
        guard let argument = list.field("version") else { return .three }
        if let version = Units.number(argument.value.bytes).flatMap({ MacBinaryVersion(rawValue: $0) }) {
            return version
        }
        faults.add(
            .badNumber, argument.value.place, "'\(argument.value.string)' is no version of MacBinary",
            help: "1, 2 and 3 are; without 'version' it is 3")
        return nil
    }

    // MARK: The whole value

    /// Makes no more of the stream of `bytes` than `truncate` keeps: `{{bytes 1GiB | truncate 10}}`.
    func shortened(_ value: Value) -> Value {
        guard case .bytes(let count, let from) = value.function, case .truncate(let most) = value.transforms.first
        else { return value }
        let rest = Array(value.transforms.dropFirst())
        return Value(.bytes(count: min(count, most), from: from), rest, at: value.place)
    }

    /// A transformed value is made as a whole, so its size is bounded.
    mutating func isOfSize(_ value: Value, _ text: Text) -> Bool {
        guard value.transforms.count <= FileLimits.transforms else {
            faults.add(
                .tooLongToTransform, text.place,
                "a value can have \(FileLimits.transforms) transforms at most, not \(value.transforms.count)",
                help: "write what the first ones make as the value: a string, or '{{file \"…\"}}'")
            return false
        }
        let isPlain = value.transforms.allSatisfy { if case .chunks = $0 { true } else { false } }
        guard !isPlain, case .bytes(let count, _) = value.function, count > FileLimits.transformed else { return true }
        faults.add(
            .tooLongToTransform, text.place,
            "\(count) bytes are too many for '\(value.transforms[0].name)': \(FileLimits.transformed >> 20) MiB at most",
            help: "send them as they are, or code them with another program and write '{{file \"NAME\"}}'")
        return false
    }

    /// A value to be sent is coded at once, while all else waits. A value that must come is decoded, which is quick.
    mutating func isQuick(_ value: Value, _ text: Text, _ side: ValueSide) -> Bool {
        guard var size = value.function.knownSize else { return true }
        let made = side.matches ? value.coded?.content ?? value : value
        for transform in made.transforms {
            if case .coding(let coding) = transform, size > coding.quickly {
                faults.add(
                    .tooLongToTransform, text.place,
                    "\(size) bytes are too many for '\(coding.name)' at this level: \(coding.quickly >> 10) KiB at most",
                    help:
                        "write a lower level, such as 'level=3', or code them with another program: '{{file \"NAME\"}}'"
                )
                return false
            }
            size = transform.size(of: size)
        }
        return true
    }

    /// MacBinary and BinHex name the file within: by the name that it has beside the scenario, if no other is given.
    func named(_ value: Value) -> Value {
        guard case .file(let path, _) = value.function else { return value }
        let leaf = path.split(separator: "/").last.map { Array($0.utf8.prefix(MacFields.longestName)) } ?? []
        var named = value
        for index in named.transforms.indices {
            guard case .coding(let coding) = named.transforms[index] else { continue }
            switch coding {
            case .macBinary(var fields, let version):
                fields.usualName = leaf
                named.transforms[index] = .coding(.macBinary(fields, version))
            case .binHex(var fields):
                fields.usualName = leaf
                named.transforms[index] = .coding(.binHex(fields))
            case .gzip, .deflate, .rawDeflate, .brotli, .zstd: continue
            }
        }
        return named
    }

    /// Refuses a byte to be inverted that the value does not have: what is sent would be right, and no client could fail.
    ///
    /// - Parameter steps: the text of each transform.
    mutating func refuseIdleCorruption(_ value: Value, _ steps: [Text]) {
        guard value.transforms.contains(where: \.isCorruption), var bytes = value.function.ownBytes else { return }
        for (transform, step) in zip(value.transforms, steps) {
            if case .corrupt(let offset) = transform, offset >= bytes.count {
                let end = bytes.isEmpty ? "" : ", and its last byte is 'at=\(bytes.count - 1)'"
                let size = bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
                faults.add(
                    .corruptsNothing, step.place, "this corrupts nothing: the value has \(size) here\(end)",
                    help: "write an offset within the value; its first byte is 'at=0'")
                return
            }
            guard let made = transform.coded(bytes) ?? transform.applied(to: bytes) else { return }
            bytes = made
        }
    }
}

extension Function {
    /// The most bytes that the function makes; nil: few.
    fileprivate var knownSize: Int? {
        switch self {
        case .bytes(let count, _): count
        case .requestBody: FileLimits.quotedBody
        default: ownBytes?.count
        }
    }
}

extension Transform {
    fileprivate var isCorruption: Bool { if case .corrupt = self { true } else { false } }

    /// The most bytes that come out of the transform, or nearly so.
    fileprivate func size(of count: Int) -> Int {
        switch self {
        case .coding(.macBinary), .coding(.binHex), .base64: count * 2
        case .percent: count * 3
        case .truncate(let most): min(count, most)
        case .otherwise(let bytes): max(count, bytes.count)
        case .lineEnds(let ends): count * max(1, ends?.count ?? 1)
        case .coding, .corrupt, .chunks: count
        }
    }
}

extension Coding {
    /// The number of bytes whose coding takes about a fifth of a second.
    fileprivate var quickly: Int {
        switch self {
        case .brotli(let level?) where level > 9: 128 << 10
        case .brotli(let level?) where level > 5: 1 << 20
        case .zstd(let level?) where level > 12: 512 << 10
        case .gzip, .deflate, .rawDeflate, .brotli, .zstd: 8 << 20
        case .macBinary, .binHex: FileLimits.transformed
        }
    }
}

extension Transform {
    fileprivate var name: String {
        switch self {
        case .coding(let coding): coding.name
        case .base64: "base64"
        case .percent: "percent"
        case .truncate: "truncate"
        case .corrupt: "corrupt"
        case .otherwise: "else"
        case .lineEnds: "event"
        case .chunks: "chunks"
        }
    }
}
