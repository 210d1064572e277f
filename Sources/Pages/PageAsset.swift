// PageAsset.swift: the files that pages are made of.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A style sheet or a script of `Sources/Pages/Assets`. Its bytes are in the program: no file is read.
package enum PageAsset: String, CaseIterable, Sendable {
    case theme = "theme.css"
    case diagramLooks = "diagram.css"
    case reportLooks = "report.css"
    case page = "page.js"
    case rows = "rows.js"
    case diagram = "diagram.js"
    case matrix = "matrix.js"
    case sides = "sides.js"
    case casePanel = "case.js"
    case report = "report.js"

    package var bytes: [UInt8] {
        switch self {
        case .theme: PackageResources.theme_css
        case .diagramLooks: PackageResources.diagram_css
        case .reportLooks: PackageResources.report_css
        case .page: PackageResources.page_js
        case .rows: PackageResources.rows_js
        case .diagram: PackageResources.diagram_js
        case .matrix: PackageResources.matrix_js
        case .sides: PackageResources.sides_js
        case .casePanel: PackageResources.case_js
        case .report: PackageResources.report_js
        }
    }

    /// What a page needs to draw sequence diagrams, in the order in which it needs it.
    package static let drawing: [PageAsset] = [.theme, .diagramLooks, .page, .rows, .diagram]

    /// What the report of a run needs.
    package static let reporting: [PageAsset] = drawing + [.reportLooks, .matrix, .sides, .casePanel, .report]

    var isStyle: Bool { rawValue.hasSuffix(".css") }
}
