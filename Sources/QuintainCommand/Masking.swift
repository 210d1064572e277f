// Masking.swift: which fields reports do not show, as --mask says.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainReport
import QuintainWire

extension Usage.Option {
    static let masking = Usage.Option(
        "--mask", "NAME",
        "a field that reports mask where no line names it, as they do Authorization, Cookie and the like; 'none' masks nothing",
        mayRepeat: true)
}

extension Arguments {
    /// The fields that reports do not show.
    func masked() throws(WrongUse) -> MaskedFields {
        let given = values(Usage.Option.masking.name)
        for name in given where name.isEmpty || !name.utf8.allSatisfy({ Octet.isToken($0) }) {
            throw WrongUse("'\(name)' is no name of a field for '--mask'", help: "write one as '--mask X-Session'")
        }
        guard given.contains(Self.none) else { return MaskedFields(more: Set(given.map { $0.lowercased() })) }
        guard given.count == 1 else {
            throw WrongUse("'--mask none' masks nothing, and '--mask' names fields", help: "leave one of them out")
        }
        return .none
    }

    private static let none = "none"
}
