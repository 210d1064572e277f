// CallbackKind+Traits.swift: the traits of a callback, looked up in its table.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension CallbackKind {
    package var isAlwaysCounted: Bool { has(.isAlwaysCounted) }

    package var hasHeader: Bool { has(.hasHeader) }

    package var endsLoad: Bool { has(.endsLoad) }

    package var steersLoad: Bool { has(.steersLoad) }

    package var isQuestion: Bool { has(.isQuestion) }

    package var hasBytes: Bool { has(.hasBytes) }

    package var hasAmount: Bool { has(.hasAmount) }

    package var decisions: [DecisionWord] { traits.decisions }

    package var fieldNames: [String] { traits.fields }

    package var styles: [APIStyle] { traits.styles }

    // MARK: - Values

    /// How many values stand behind the name; nil: any number, joined to one.
    package var subjectCount: ClosedRange<Int>? {
        let traits = traits
        guard !hasBytes else { return nil }
        return traits.values.count...(traits.values.count + (traits.optionalValue == nil ? 0 : 1))
    }

    /// The forms of the values, in the reference's words: `STATUS URL`.
    package var subjectForm: String {
        let traits = traits
        let optional = traits.optionalValue.map { ["[\($0.form)]"] } ?? []
        return (traits.values.map(\.form) + optional).joined(separator: " ")
    }

    /// The kind of the value at this place, the optional one included.
    package func value(at index: Int) -> CallbackValue? {
        let traits = traits
        return index < traits.values.count
            ? traits.values[index] : index == traits.values.count ? traits.optionalValue : nil
    }
}
