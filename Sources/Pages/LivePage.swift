// LivePage.swift: the page that `quintain serve` shows of itself.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// It holds nothing of the server: what it shows it asks for.
package struct LivePage: Sendable {
    package let html: [UInt8]
    /// For the field Content-Security-Policy; the page says it as well.
    package let policy: String

    package init() {
        var page = Page(title: "Quintain", assets: PageAsset.living)
        page.asksItsServer = true
        html = page.html
        policy = page.policy
    }
}
