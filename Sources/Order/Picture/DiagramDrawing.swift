// DiagramDrawing.swift: a state diagram as SVG.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension StateDiagram {
    /// A complete SVG document on a light background, with its legend.
    package var svg: String {
        let geometry = DiagramGeometry(self, top: 92)
        let legend = DiagramLegend(contract, top: geometry.size.y + 8, width: max(geometry.size.x, 1200))
        let width = Int(max(geometry.size.x, 1200).rounded(.up))
        let height = Int(legend.bottom.rounded(.up))
        var lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
            style="max-width: 100%; height: auto" font-family="Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif" font-size="12">
            """,
            "<title>\(SVG.escaped(contract.name)): \(SVG.escaped(contract.about))</title>",
            Self.styles,
            "<rect width=\"\(width)\" height=\"\(height)\" fill=\"#ffffff\"/>",
            SVG.text(contract.name, 30, 44, "h1"), SVG.text(contract.about, 30, 66, "about"),
        ]
        lines += geometry.arrows.map { SVG.path($0.points, isDashed: $0.arrow.callbacks.isEmpty) }
        lines += boxes.flatMap { drawn($0, geometry.boxes[$0.phase]!) }
        lines += geometry.arrows.flatMap(labelled)
        lines += legend.lines
        lines.append("</svg>")
        return lines.joined(separator: "\n")
    }

    private func drawn(_ box: Box, _ frame: Extent) -> [String] {
        let middle = frame.middle
        if DiagramGeometry.isStart(box.phase, contract) {
            return ["<circle cx=\"\(SVG.number(middle.x))\" cy=\"\(SVG.number(middle.y))\" r=\"10\" class=\"start\"/>"]
        }
        let isEnd = contract.hasEnded(box.phase)
        var lines = [SVG.rect(frame, isEnd ? "box end" : "box")]
        if isEnd {
            let inner = Extent(x: frame.x + 4, y: frame.y + 4, width: frame.width - 8, height: frame.height - 8)
            lines.append(SVG.rect(inner, "inner"))
        }
        lines.append(SVG.text(contract.title(box.phase), middle.x, frame.y + 22, "title"))
        lines.append(SVG.text(contract.about(box.phase), middle.x, frame.y + 39, "phase"))
        var y = frame.y + 50
        if !box.repeated.isEmpty {
            lines.append(SVG.line(frame.x, y, frame.right))
            y += 4
            for callback in box.repeated {
                y += DiagramGeometry.lineHeight
                lines.append(SVG.text("↻", frame.x + 12, y - 3, "again"))
                lines.append(SVG.text(words(callback), frame.x + 28, y - 3, "name"))
            }
            y += 6
        }
        if !box.exits.isEmpty {
            lines.append(SVG.line(frame.x, y, frame.right))
            y += 4
            for exit in box.exits {
                y += DiagramGeometry.lineHeight
                let isStop = exit.callback == .stopLoading
                lines.append(SVG.text(isStop ? "■" : "✗", frame.x + 12, y - 3, isStop ? "stop" : "fail"))
                lines.append(SVG.text(exit.callback.label, frame.x + 28, y - 3, isStop ? "stop" : "fail"))
            }
        }
        return lines
    }

    private func labelled(_ placed: DiagramGeometry.PlacedArrow) -> [String] {
        placed.lines.enumerated().map { index, line in
            let isRemark = placed.arrow.isBare && index == placed.lines.count - 1
            let y = placed.label.y + Double(index + 1) * DiagramGeometry.lineHeight - 4
            return SVG.text(line, placed.label.x + 2, y, isRemark ? "remark" : "name halo")
        }
    }

    private static let styles = """
        <style>
        text { fill: #1d2733; }
        .h1 { font-size: 22px; font-weight: bold; }
        .about { font-size: 14px; fill: #53606e; }
        .h2 { font-size: 14px; font-weight: bold; }
        .box { fill: #eef4fb; stroke: #41618a; stroke-width: 1.4; }
        .end { fill: #e6f4e8; stroke: #2e7d43; }
        .inner { fill: none; stroke: #2e7d43; stroke-width: 1; }
        .start { fill: #1d2733; }
        .title { font-size: 15px; font-weight: bold; text-anchor: middle; }
        .phase { font-size: 11px; fill: #53606e; text-anchor: middle; }
        .rule { stroke: #b7c7da; stroke-width: 1; }
        .name { font-size: 12px; }
        .halo { paint-order: stroke; stroke: #ffffff; stroke-width: 4px; }
        .again { fill: #41618a; }
        .remark { font-size: 12px; font-style: italic; fill: #53606e; paint-order: stroke; stroke: #ffffff; stroke-width: 4px; }
        .fail { fill: #b3261e; }
        .stop { fill: #6b4a9c; }
        .arrow { fill: none; stroke: #41618a; stroke-width: 1.6; }
        .bare { stroke-dasharray: 6 4; }
        .code { font-family: Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: 12px; white-space: pre; }
        .key { font-weight: bold; }
        .small { font-size: 12px; fill: #53606e; }
        .good { fill: #2e7d43; }
        .warn { fill: #8a5a00; }
        </style>
        <defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">\
        <path d="M0 0 L10 5 L0 10 z" fill="#41618a"/></marker></defs>
        """
}

/// The few SVG shapes that a diagram needs, as text.
enum SVG {
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    static func text(_ text: String, _ x: Double, _ y: Double, _ style: String) -> String {
        "<text x=\"\(number(x))\" y=\"\(number(y))\" class=\"\(style)\">\(escaped(text))</text>"
    }

    static func rect(_ frame: Extent, _ style: String) -> String {
        """
        <rect x="\(number(frame.x))" y="\(number(frame.y))" width="\(number(frame.width))" \
        height="\(number(frame.height))" rx="7" class="\(style)"/>
        """
    }

    static func line(_ x: Double, _ y: Double, _ end: Double) -> String {
        """
        <line x1="\(number(x))" y1="\(number(y))" x2="\(number(end))" y2="\(number(y))" class="rule"/>
        """
    }

    /// A path with rounded corners.
    static func path(_ points: [Point], isDashed: Bool) -> String {
        var path = "M\(number(points[0].x)) \(number(points[0].y))"
        for index in points.indices.dropFirst() {
            let point = points[index]
            guard index + 1 < points.count else {
                path += " L\(number(point.x)) \(number(point.y))"
                break
            }
            let before = toward(points[index - 1], from: point)
            let after = toward(points[index + 1], from: point)
            path += " L\(number(before.x)) \(number(before.y))"
            path += " Q\(number(point.x)) \(number(point.y)) \(number(after.x)) \(number(after.y))"
        }
        return "<path d=\"\(path)\" class=\"arrow\(isDashed ? " bare" : "")\" marker-end=\"url(#head)\"/>"
    }

    private static func toward(_ other: Point, from point: Point) -> Point {
        let (x, y) = (other.x - point.x, other.y - point.y)
        let length = max(abs(x), abs(y))
        let step = min(8, length / 2) / max(length, 1)
        return Point(x: point.x + x * step, y: point.y + y * step)
    }
}
