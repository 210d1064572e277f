// CallbackLine.swift: a `*` line under another mark.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension String {
    /// `*? response 200` of `* response 200`: the callback may be left out.
    package var optional: String {
        let mark = prefix { $0 != " " }
        return mark.hasSuffix("?") ? self : mark.prefix { $0 != "+" && $0 != "&" } + "?" + dropFirst(mark.count)
    }
}
