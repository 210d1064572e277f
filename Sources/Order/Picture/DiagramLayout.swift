// DiagramLayout.swift: the place of each phase in a contract's picture, and the course of its arrows.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A grid of columns and rows. Arrows between neighbours are straight; the others have a listed route.
struct DiagramLayout {
    typealias Phase = Contract.PhaseNumber

    struct Cell {
        let column: Int
        let row: Int
    }

    /// The side of a box at which an arrow leaves or arrives, with its distance from the middle.
    enum Edge {
        case left(Double = 0)
        case right(Double = 0)
        case top(Double = 0)
        case bottom(Double = 0)
    }

    struct Route {
        let from: Phase
        let next: Phase
        let leaves: Edge
        let arrives: Edge
        /// The gap below this row in which the arrow runs horizontally, `shift` off its middle. nil: it bends once at
        /// most.
        let lane: (row: Int, shift: Double)?

        init(_ from: Phase, _ next: Phase, _ leaves: Edge, _ arrives: Edge, lane: (row: Int, shift: Double)? = nil) {
            self.from = from
            self.next = next
            self.leaves = leaves
            self.arrives = arrives
            self.lane = lane
        }
    }

    let cells: [Phase: Cell]
    let routes: [Route]

    func route(_ from: Phase, _ next: Phase) -> Route? { routes.first { $0.from == from && $0.next == next } }

    private init<Kind: RawRepresentable>(
        _ cells: [(Kind, Int, Int)], _ routes: [(Kind, Kind, Edge, Edge, (Int, Double)?)]
    )
    where Kind.RawValue == Phase {
        self.cells = Dictionary(uniqueKeysWithValues: cells.map { ($0.0.rawValue, Cell(column: $0.1, row: $0.2)) })
        self.routes = routes.map { route in
            Route(
                route.0.rawValue, route.1.rawValue, route.2, route.3,
                lane: route.4.map { (row: $0.0, shift: $0.1) })
        }
    }

    static func of(_ contract: Contract) -> DiagramLayout {
        switch contract {
        case .urlsessionData: sessionLoad
        case .urlsessionDownload: sessionDownload
        case .urlsessionHandler: sessionHandler
        case .nsurlconnectionData: connectionLoad
        case .nsurlconnectionDownload: connectionDownload
        case .nsurldownload: fileDownload
        case .urlprotocolClient: protocolClient
        }
    }

    private static let sessionLoad = DiagramLayout(
        [
            (SessionLoad.Phase.new, 0, 1), (.loading, 1, 1), (.responded, 2, 1), (.receiving, 3, 1), (.cached, 4, 1),
            (.ended, 5, 1), (.measuredEarly, 1, 0), (.measured, 3, 0), (.measuredCached, 4, 0), (.becoming, 2, 2),
            (.downloaded, 3, 2), (.measuredWriting, 2, 3), (.measuredFile, 3, 3),
        ],
        [
            (.measured, .ended, .top(), .top(18), (-1, 0)), (.measuredCached, .ended, .right(), .top(-18), nil),
            (.receiving, .ended, .bottom(30), .bottom(-24), (1, 0)), (.downloaded, .ended, .right(), .bottom(0), nil),
            (.measuredFile, .ended, .right(), .bottom(24), nil),
        ])

    private static let sessionDownload = DiagramLayout(
        [
            (SessionDownload.Phase.new, 0, 1), (.loading, 1, 1), (.resumed, 1, 0), (.writing, 2, 1),
            (.downloaded, 3, 1), (.ended, 4, 1), (.measuredEarly, 2, 2), (.measured, 3, 2),
        ],
        [
            (.resumed, .writing, .right(), .top(), nil), (.measured, .ended, .right(), .bottom(), nil),
        ])

    private static let sessionHandler = DiagramLayout(
        [(SessionHandler.Phase.new, 0, 0), (.loading, 1, 0), (.returned, 2, 0)], [])

    private static let connectionLoad = DiagramLayout(
        [
            (ConnectionLoad.Phase.new, 0, 1), (.loading, 1, 1), (.challenged, 1, 2), (.cachedEarly, 1, 0),
            (.receiving, 2, 1), (.cached, 3, 1), (.ended, 4, 1),
        ],
        [
            (.loading, .challenged, .bottom(-20), .top(-20), nil), (.challenged, .loading, .top(20), .bottom(20), nil),
            (.receiving, .ended, .bottom(), .bottom(), (1, 0)),
        ])

    private static let connectionDownload = DiagramLayout(
        [
            (ConnectionDownload.Phase.new, 0, 0), (.loading, 1, 0), (.challenged, 1, 1), (.writing, 2, 0),
            (.ended, 3, 0),
        ],
        [
            (.loading, .challenged, .bottom(-20), .top(-20), nil), (.challenged, .loading, .top(20), .bottom(20), nil),
        ])

    private static let fileDownload = DiagramLayout(
        [
            (FileDownload.Phase.new, 0, 1), (.begun, 1, 1), (.loading, 2, 1), (.challenged, 2, 2),
            (.responded, 3, 1), (.named, 3, 0), (.created, 4, 1), (.ended, 5, 1),
        ],
        [
            (.loading, .challenged, .bottom(-20), .top(-20), nil), (.challenged, .loading, .top(20), .bottom(20), nil),
            (.named, .created, .right(), .top(), nil),
        ])

    private static let protocolClient = DiagramLayout(
        [
            (ProtocolClient.Phase.new, 0, 1), (.started, 1, 1), (.challenged, 1, 2), (.validated, 1, 0),
            (.receiving, 2, 1), (.ended, 3, 1), (.stopped, 4, 1),
        ],
        [
            (.started, .challenged, .bottom(-20), .top(-20), nil), (.challenged, .started, .top(20), .bottom(20), nil),
            (.validated, .receiving, .right(), .top(), nil),
        ])
}
