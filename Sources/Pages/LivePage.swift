// LivePage.swift: the page of a running `quintain serve`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The page has no data of the server: its scripts request what they show.
package struct LivePage: Sendable {
    package let html: [UInt8]
    /// The value of the field Content-Security-Policy; the page has it in its head as well.
    package let policy: String

    package init() {
        var page = Page(title: "Quintain", assets: PageAsset.living)
        page.asksItsServer = true
        html = page.html
        policy = page.policy
    }
}
