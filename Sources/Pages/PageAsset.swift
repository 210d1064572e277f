// PageAsset.swift: the files that pages are made of.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A style sheet or a script of `Sources/Pages/Assets`. Its bytes are in the program: no file is read.
package enum PageAsset: String, CaseIterable, Sendable {
    case theme = "theme.css"
    case diagramLooks = "diagram.css"
    case page = "page.js"
    case rows = "rows.js"
    case diagram = "diagram.js"

    package var bytes: [UInt8] {
        switch self {
        case .theme: PackageResources.theme_css
        case .diagramLooks: PackageResources.diagram_css
        case .page: PackageResources.page_js
        case .rows: PackageResources.rows_js
        case .diagram: PackageResources.diagram_js
        }
    }

    /// What a page needs to draw sequence diagrams, in the order in which it needs it.
    package static let drawing: [PageAsset] = [.theme, .diagramLooks, .page, .rows, .diagram]

    var isStyle: Bool { rawValue.hasSuffix(".css") }
}
