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
    case reportIndex = "report-index.js"
    case reportClients = "report-clients.js"
    case reportSweep = "report-sweep.js"
    case reportCompare = "report-compare.js"
    case report = "report.js"
    case liveLooks = "live.css"
    case liveServer = "live-server.js"
    case liveText = "live-text.js"
    case liveEditor = "live-editor.js"
    case liveFixtures = "live-fixtures.js"
    case liveTry = "live-try.js"
    case liveCommand = "live-command.js"
    case liveRoutes = "live-routes.js"
    case liveSessions = "live-sessions.js"
    case liveSession = "live-session.js"
    case live = "live.js"

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
        case .reportIndex: PackageResources.report_index_js
        case .reportClients: PackageResources.report_clients_js
        case .reportSweep: PackageResources.report_sweep_js
        case .reportCompare: PackageResources.report_compare_js
        case .report: PackageResources.report_js
        case .liveLooks: PackageResources.live_css
        case .liveServer: PackageResources.live_server_js
        case .liveText: PackageResources.live_text_js
        case .liveEditor: PackageResources.live_editor_js
        case .liveFixtures: PackageResources.live_fixtures_js
        case .liveTry: PackageResources.live_try_js
        case .liveCommand: PackageResources.live_command_js
        case .liveRoutes: PackageResources.live_routes_js
        case .liveSessions: PackageResources.live_sessions_js
        case .liveSession: PackageResources.live_session_js
        case .live: PackageResources.live_js
        }
    }

    /// The files that sequence diagrams need, in the order in which they are loaded.
    package static let drawing: [PageAsset] = [.theme, .diagramLooks, .page, .rows, .diagram]

    /// The files of the report of a run.
    package static let reporting: [PageAsset] =
        drawing + [
            .reportLooks, .matrix, .sides, .casePanel, .reportIndex, .reportClients, .reportSweep, .reportCompare,
            .report,
        ]

    /// The files of the live page.
    package static let living: [PageAsset] =
        drawing + [
            .liveLooks, .liveServer, .liveText, .liveEditor, .liveFixtures, .liveTry, .liveCommand, .liveRoutes,
            .liveSessions, .liveSession, .live,
        ]

    var isStyle: Bool { rawValue.hasSuffix(".css") }
}
