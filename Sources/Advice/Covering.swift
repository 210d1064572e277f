// Covering.swift: beginnings of branches that take whatever a lower one is written for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario

extension [ReceiveLine] {
    /// Whether each request that fits the lines of the other head fits these, too, as far as that is certain without a
    /// run: patterns are held against literal text, and other values are the same on both sides.
    func coversHead(_ other: [ReceiveLine]) -> Bool {
        guard case .start(let method, let target, let version)? = first,
            case .start(let otherMethod, let otherTarget, let otherVersion)? = other.first,
            method.covers(otherMethod), target.covers(otherTarget), version == nil || version == otherVersion
        else { return false }
        var names: [String: [Template]] = [:]
        for line in dropFirst() {
            // Raw bytes, and rules for the head as a whole, are no pattern.
            guard case .field(let name, let value, false) = line else { return false }
            names[name.lowercased(), default: []].append(value)
        }
        return names.allSatisfy { name, values in
            let others = other.compactMap { line -> Template? in
                guard case .field(let otherName, let value, _) = line, otherName.lowercased() == name else {
                    return nil
                }
                return value
            }
            return values.count == others.count && zip(values, others).allSatisfy { $0.covers($1) }
        }
    }

    /// Whether each body that fits the other lines fits these, too, as far as that is certain. No line takes any body.
    func coversBody(_ other: [ReceiveLine]) -> Bool {
        let lines = filter(\.isOfContent)
        guard let first = lines.first else { return true }
        guard lines.count == 1, case .body(let template, _) = first, let value = template.soleValue else {
            return self == other
        }
        switch value.function {
        case .any, .capture: return value.transforms.isEmpty
        default: return self == other
        }
    }
}

extension ReceiveLine {
    fileprivate var isOfContent: Bool {
        switch self {
        case .body, .raw(_, .body), .trailer: true
        case .start, .field, .exactHead, .headEnd, .raw: false
        }
    }
}

extension Target {
    fileprivate func covers(_ other: Target) -> Bool {
        switch (self, other) {
        case (.path(let origin, let path), .path(let otherOrigin, let otherPath)):
            origin == otherOrigin && path.covers(otherPath)
        case (.text(let text), .text(let otherText)): text == otherText
        case (.path, .text), (.text, .path): false
        }
    }
}

extension Template {
    /// Whether all that fits the other template fits this one.
    func covers(_ other: Template) -> Bool {
        if isSame(as: other) { return true }
        // A field that may be missing has nothing to be taken.
        if other.isAbsent || other.takesMissing { return false }
        if isAnything { return true }
        guard let literal = other.literal, values.allSatisfy(\.isPattern) else { return false }
        return matches(literal, in: EmptyEnvironment()).fits
    }

    /// Whether the other template says the same, wherever it stands.
    private func isSame(as other: Template) -> Bool {
        pieces.count == other.pieces.count
            && zip(pieces, other.pieces).allSatisfy { one, other in
                switch (one, other) {
                case (.literal(let one), .literal(let other)): one == other
                case (.value(let one), .value(let other)):
                    one.function == other.function && one.transforms == other.transforms
                case (.literal, .value), (.value, .literal): false
                }
            }
    }

    /// `{{any}}` alone: of a field, it must be there.
    private var isAnything: Bool {
        guard let value = soleValue, value.transforms.isEmpty else { return false }
        switch value.function {
        case .any, .capture: return true
        default: return false
        }
    }
}

extension Value {
    /// It compares, and needs nothing of a run for that.
    fileprivate var isPattern: Bool { transforms.isEmpty && function.source == .nowhere }
}
