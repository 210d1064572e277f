// JSONBodyAdvice.swift: bodies of replies that are no JSON, though their heads say so.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension Advice {
    /// Warns of `{"id": 1,}` below `Content-Type: application/json`. A type that is written as a string is left alone.
    mutating func warnOfBrokenJSON(_ scenario: Scenario, _ lines: [Line]) {
        // A file in which a load fails may have such a body on purpose.
        let mayFail = lines.contains {
            if case .callback(let callback) = $0.deed { callback.kind == .fail } else { false }
        }
        guard !mayFail else { return }
        var bodies = JSONBodies(faults, madeLines: scope.madeLines)
        bodies.follow(scenario.nodes)
        bodies.finish()
        faults = bodies.faults
    }
}

/// The bodies that are being sent, gone through as they stand in the file.
private struct JSONBodies {
    private(set) var faults: Faults
    private let madeLines: Set<Int>
    private var bodies: [Lane: JSONBody] = [:]
    private var block = 0
    private var blockCount = 0

    init(_ faults: Faults, madeLines: Set<Int>) {
        self.faults = faults
        self.madeLines = madeLines
    }

    mutating func follow(_ nodes: [Node]) {
        for node in nodes {
            switch node {
            case .line(let line): follow(line)
            case .repeated(let block): within(block.nodes)
            case .either(let either): for branch in either.branches { within(branch.nodes) }
            case .anyOrder(let block): for part in block.parts { within(part.nodes) }
            }
        }
    }

    /// A body that goes on in a block, or behind one, is not known.
    private mutating func within(_ nodes: [Node]) {
        let outer = block
        blockCount += 1
        block = blockCount
        follow(nodes)
        block = outer
    }

    private mutating func follow(_ line: Line) {
        switch line.deed {
        case .send(let sent):
            if sent.startsMessage {
                bodies[line.lane]?.finish(&faults)
                bodies[line.lane] = JSONBody(block: block)
            }
            if bodies[line.lane]?.block != block {
                if case .body = sent { bodies[line.lane] = nil }
                return
            }
            bodies[line.lane]?.follow(sent, line.place, madeLines)
        case .act(let act) where act.has(.endsSending): bodies[line.lane]?.isCut(by: act)
        default: break
        }
    }

    mutating func finish() {
        for lane in bodies.keys.sorted(by: { $0.name < $1.name }) { bodies[lane]?.finish(&faults) }
    }
}

private struct JSONBody {
    let block: Int
    private var isJSON = false
    private var isFramed = false
    private var isOff = false
    private var bytes: [UInt8] = []
    private var lines: [(start: Int, place: Place)] = []

    init(block: Int) { self.block = block }

    mutating func follow(_ sent: SendLine, _ place: Place, _ madeLines: Set<Int>) {
        switch sent {
        case .start, .headEnd, .trailer: break
        case .raw: isOff = true
        case .field(let field, let name, _):
            switch name {
            case nil, "content-encoding": isOff = true
            case "content-length", "transfer-encoding": isFramed = true
            case "content-type":
                guard !madeLines.contains(place.line), let text = field.literalText else { return isOff = true }
                let type = text.drop { $0 != ":" }.dropFirst().prefix { $0 != ";" }.trimmed.lowercased()
                isJSON = type == "application/json" || type.hasSuffix("+json")
            default: break
            }
        case .body(let line, let newline):
            if !lines.isEmpty { bytes += newline.bytes }
            lines.append((bytes.count, place))
            for piece in line.pieces {
                switch piece {
                case .literal(let text): bytes += text
                // A digit is JSON by itself, and within a string.
                case .value(let value):
                    guard value.function.isOneValue, value.transforms.isEmpty else { return isOff = true }
                    bytes.append(UInt8(ascii: "0"))
                }
            }
        }
    }

    /// Bytes are missing behind what was sent, unless the close is the end of the body.
    mutating func isCut(by act: Act) {
        if case .close = act, !isFramed { return }
        isOff = true
    }

    func finish(_ faults: inout Faults) {
        guard isJSON, !isOff, !bytes.allSatisfy({ $0 == Byte.space || $0 == Byte.newline }) else { return }
        do throws(JSONFault) {
            _ = try JSONText(parsingForeign: bytes)
        } catch {
            guard error.isOfGrammar, let line = lines.last(where: { $0.start <= error.offset }) else { return }
            let rest = bytes[min(error.offset, bytes.count)...]
            let word = rest.prefix { $0 > Byte.space }.prefix(20)
            let place = word.isEmpty ? "at its end" : "before \(Quoting.quoted(word))"
            let isComma =
                [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(rest.first ?? 0)
                && bytes[..<error.offset].last { $0 > Byte.space } == UInt8(ascii: ",")
            faults.add(
                .brokenJSON, line.place,
                "the head says JSON, and the body is none: "
                    + "\(isComma ? "a ',' stands behind the last of them" : error.message), \(place)",
                help: "if it is meant, write the type as a string: '< Content-Type: {{\"application/json\"}}'")
        }
    }
}

extension Function {
    /// Whether it stands for one value of JSON, or for a part of a string.
    fileprivate var isOneValue: Bool {
        switch self {
        case .captured, .count, .nonce, .url, .authority, .requestHeader, .now, .valued(.json): true
        default: false
        }
    }
}
