// DiagramGeometry.swift: turns the cells of a layout into coordinates.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

struct Point: Equatable {
    var x: Double
    var y: Double
}

struct Extent: Equatable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    var middle: Point { Point(x: x + width / 2, y: y + height / 2) }
    var right: Double { x + width }
    var bottom: Double { y + height }

    func meets(_ other: Extent) -> Bool {
        x < other.right && other.x < right && y < other.bottom && other.y < bottom
    }

    func contains(_ point: Point) -> Bool { point.x > x && point.x < right && point.y > y && point.y < bottom }
}

/// Coordinates of the boxes, the arrows and their labels. Sizes follow from the words in them.
struct DiagramGeometry {
    typealias Phase = Contract.PhaseNumber

    struct PlacedArrow {
        let arrow: StateDiagram.Arrow
        let points: [Point]
        let lines: [String]
        let label: Extent
    }

    private(set) var boxes: [Phase: Extent] = [:]
    private(set) var arrows: [PlacedArrow] = []
    private(set) var size = Point(x: 0, y: 0)
    private let diagram: StateDiagram
    private let layout: DiagramLayout

    init(_ diagram: StateDiagram, top: Double) {
        self.diagram = diagram
        layout = DiagramLayout.of(diagram.contract)
        place(top)
        arrows = diagram.arrows.map(placed)
        let right = (boxes.values.map(\.right) + arrows.map(\.label.right)).max() ?? 0
        let bottom = (boxes.values.map(\.bottom) + arrows.flatMap { $0.points.map(\.y) }).max() ?? 0
        size = Point(x: right + Self.margin, y: bottom + Self.margin)
    }

    // MARK: Boxes

    private mutating func place(_ top: Double) {
        let cells = layout.cells
        let columns = (cells.values.map(\.column).max() ?? 0) + 1
        let rows = (cells.values.map(\.row).max() ?? 0) + 1
        var widths = [Double](repeating: 0, count: columns)
        var heights = [Double](repeating: 0, count: rows)
        for box in diagram.boxes {
            let cell = cells[box.phase]!
            widths[cell.column] = max(widths[cell.column], Self.width(box, diagram))
            heights[cell.row] = max(heights[cell.row], Self.height(box, diagram))
        }
        let gaps = gaps(columns)
        for box in diagram.boxes {
            let cell = cells[box.phase]!
            let x = Self.margin + widths[..<cell.column].reduce(0, +) + gaps[..<cell.column].reduce(0, +)
            let y = top + Self.laneRoom(layout) + heights[..<cell.row].reduce(0, +) + Double(cell.row) * Self.rowGap
            let width = Self.width(box, diagram)
            let height = Self.height(box, diagram)
            boxes[box.phase] = Extent(
                x: x + (widths[cell.column] - width) / 2, y: y + (heights[cell.row] - height) / 2, width: width,
                height: height)
        }
    }

    /// The gaps between columns, wide enough for the label of an arrow between neighbours.
    private func gaps(_ columns: Int) -> [Double] {
        var gaps = [Double](repeating: Self.leastGap, count: columns)
        for arrow in diagram.arrows where layout.route(arrow.from, arrow.next) == nil {
            let (from, next) = (layout.cells[arrow.from]!, layout.cells[arrow.next]!)
            guard from.row == next.row, next.column == from.column + 1 else { continue }
            let width = Self.labelSize(Self.lines(arrow)).x + 34
            gaps[from.column] = max(gaps[from.column], width)
        }
        return gaps
    }

    static func isStart(_ phase: Phase, _ contract: Contract) -> Bool { phase == contract.firstPhase }

    static func width(_ box: StateDiagram.Box, _ diagram: StateDiagram) -> Double {
        if isStart(box.phase, diagram.contract) { return 26 }
        let about = diagram.contract.about(box.phase)
        var widest = max(textWidth(diagram.contract.title(box.phase), 15), textWidth(about, 11))
        for callback in box.repeated { widest = max(widest, textWidth(diagram.words(callback), 12) + 18) }
        for exit in box.exits { widest = max(widest, textWidth(exit.callback.label, 12) + 18) }
        return widest + 28
    }

    static func height(_ box: StateDiagram.Box, _ diagram: StateDiagram) -> Double {
        if isStart(box.phase, diagram.contract) { return 26 }
        var height = 50.0
        if !box.repeated.isEmpty { height += 10 + Double(box.repeated.count) * lineHeight }
        if !box.exits.isEmpty { height += 10 + Double(box.exits.count) * lineHeight }
        return height
    }

    // MARK: Arrows

    private func placed(_ arrow: StateDiagram.Arrow) -> PlacedArrow {
        let (from, next) = (boxes[arrow.from]!, boxes[arrow.next]!)
        let points: [Point]
        if let route = layout.route(arrow.from, arrow.next) {
            points = path(from, next, route)
        } else {
            let (one, other) = (layout.cells[arrow.from]!, layout.cells[arrow.next]!)
            let sides: (DiagramLayout.Edge, DiagramLayout.Edge) =
                one.column < other.column
                ? (.right(), .left()) : one.row < other.row ? (.bottom(), .top()) : (.top(), .bottom())
            points = [point(on: from, sides.0), point(on: next, sides.1)]
        }
        let lines = Self.lines(arrow)
        return PlacedArrow(
            arrow: arrow, points: points, lines: lines, label: label(points, lines, isPaired: isPaired(arrow)))
    }

    private func isPaired(_ arrow: StateDiagram.Arrow) -> Bool {
        diagram.arrows.contains { $0.from == arrow.next && $0.next == arrow.from }
    }

    private func path(_ from: Extent, _ next: Extent, _ route: DiagramLayout.Route) -> [Point] {
        let start = point(on: from, route.leaves)
        let end = point(on: next, route.arrives)
        if let lane = route.lane {
            let y = laneHeight(lane.row) + lane.shift
            return [start, Point(x: start.x, y: y), Point(x: end.x, y: y), end]
        }
        if abs(start.x - end.x) < 1 { return [start, Point(x: start.x, y: end.y)] }
        if abs(start.y - end.y) < 1 { return [start, Point(x: end.x, y: start.y)] }
        switch route.leaves {
        case .left, .right: return [start, Point(x: end.x, y: start.y), end]
        case .top, .bottom: return [start, Point(x: start.x, y: end.y), end]
        }
    }

    /// The height of a lane: the middle of the gap below a row; row -1 is above all rows.
    private func laneHeight(_ row: Int) -> Double {
        let above = layout.cells.filter { $0.value.row <= row }.compactMap { boxes[$0.key]?.bottom }.max()
        let below = layout.cells.filter { $0.value.row > row }.compactMap { boxes[$0.key]?.y }.min()
        switch (above, below) {
        case (let above?, let below?): return (above + below) / 2
        case (nil, let below?): return below - 34
        case (let above?, nil): return above + 34
        case (nil, nil): return 0
        }
    }

    private func point(on frame: Extent, _ side: DiagramLayout.Edge) -> Point {
        switch side {
        case .left(let shift): Point(x: frame.x, y: frame.middle.y + shift)
        case .right(let shift): Point(x: frame.right, y: frame.middle.y + shift)
        case .top(let shift): Point(x: frame.middle.x + shift, y: frame.y)
        case .bottom(let shift): Point(x: frame.middle.x + shift, y: frame.bottom)
        }
    }

    /// The frame of a label: on the longest horizontal stretch, else beside the vertical one.
    private func label(_ points: [Point], _ lines: [String], isPaired: Bool) -> Extent {
        let size = Self.labelSize(lines)
        let stretches = zip(points, points.dropFirst())
        let level = stretches.filter { $0.0.y == $0.1.y }.max { abs($0.0.x - $0.1.x) < abs($1.0.x - $1.1.x) }
        if let (one, other) = level, abs(one.x - other.x) > 60 {
            let left = min(one.x, other.x)
            let room = abs(one.x - other.x)
            // The label of a long stretch stands at its start.
            let x =
                room > size.x + 160
                ? (one.x < other.x ? left + 16 : left + room - 16 - size.x) : left + (room - size.x) / 2 - 4
            return Extent(x: x, y: one.y - size.y - 3, width: size.x, height: size.y)
        }
        // Of two arrows side by side, the one that leads down has its label on the left.
        let (one, other) = (points[0], points[1])
        let isLeft = isPaired && one.y < other.y
        return Extent(
            x: isLeft ? one.x - 8 - size.x : one.x + 8, y: (one.y + other.y - size.y) / 2, width: size.x, height: size.y
        )
    }

    /// The lines of an arrow's label.
    static func lines(_ arrow: StateDiagram.Arrow) -> [String] {
        if arrow.callbacks.isEmpty { return ["otherwise"] }
        return arrow.callbacks.map(\.label) + (arrow.isBare ? ["or nothing"] : [])
    }

    static func labelSize(_ lines: [String]) -> Point {
        Point(x: (lines.map { textWidth($0, 12) }.max() ?? 0) + 4, y: Double(lines.count) * lineHeight)
    }

    /// An estimate of a text's width in the usual sans-serif faces, rather too wide than too narrow.
    static func textWidth(_ text: String, _ size: Double) -> Double {
        var width = 0.0
        for character in text {
            switch character {
            case "i", "l", "j", "t", "f", "r", "I", " ", ".", ",", "(", ")", "'": width += 0.31
            case "m", "w", "M", "W": width += 0.86
            case "A"..."Z": width += 0.70
            default: width += 0.565
            }
        }
        return width * size
    }

    private static func laneRoom(_ layout: DiagramLayout) -> Double {
        layout.routes.contains { $0.lane?.row == -1 } ? 50 : 0
    }

    static let margin = 30.0
    static let lineHeight = 16.0
    private static let rowGap = 66.0
    private static let leastGap = 48.0
}
