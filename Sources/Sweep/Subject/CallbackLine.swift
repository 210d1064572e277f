// CallbackLine.swift: a `*` line under another mark.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario

extension String {
    /// `*? response 200` of `* response 200`: the callback may be left out.
    package var optional: String {
        let (level, line) = strength
        let mark = line.prefix { $0 != " " }
        return mark.hasSuffix("?")
            ? self : level + mark.prefix { $0 != "+" && $0 != "&" } + "?" + line.dropFirst(mark.count)
    }
}
