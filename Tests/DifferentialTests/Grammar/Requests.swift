// Requests.swift: requests that must come.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario

/// What to draw of a request.
struct RequestWish {
    var method: String?
    var path: String
    var origin = "main"
    var lane = ""
    /// Fields besides the drawn ones: as they are written, and as they come.
    var fields: [(text: String, field: PlannedField)] = []
    var drawsFields = true
    /// nil: drawn, if the method may have a body.
    var hasBody: Bool?
    /// As it is written; nil: made of the path and the origin.
    var target: String?
    var comes: Worth?
    var isOnNew: Bool?
}

extension Draft {
    /// Writes the request, and lets the client send it. Gives the start line and the connection.
    @discardableResult
    mutating func request(_ wish: RequestWish) -> (line: Int, connection: String, plan: RequestPlan) {
        let mark = ">\(wish.lane)"
        let method = wish.method ?? chance.one(of: ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"])
        let connection = connection(wish.origin, isNew: wish.isOnNew)
        let target = wish.target ?? (wish.origin == "main" ? wish.path : "//\(wish.origin)\(wish.path)")
        var plan = RequestPlan(
            connection: connection, origin: port(of: wish.origin), method: method,
            target: wish.comes ?? Worth(wish.path),
            host: authority(wish.origin))
        let start = line("\(mark) \(method) \(target)")
        for (text, field) in wish.fields {
            var field = field
            field.line = line("\(mark) \(text)")
            plan.fields.append(field)
        }
        if wish.drawsFields { drawFields(&plan, mark) }
        let mayHaveBody = ["POST", "PUT"].contains(method)
        if wish.hasBody ?? (mayHaveBody && chance.happens(60)) {
            drawBody(&plan, mark, wish.lane)
        } else if mayHaveBody, chance.happens(30) {
            line(mark)
            matching("absent")
            plan.bodylessLine = line("\(mark) {{absent}}")
        }
        theirs(start, wire: wish.lane, .request(plan))
        return (start, connection, plan)
    }

    private mutating func drawFields(_ plan: inout RequestPlan, _ mark: String) {
        for _ in 0..<chance.roll(4) {
            let name = "X-\(word())"
            let own = !isShort && chance.happens(8) ? chance.one(of: Level.allCases) : nil
            switch chance.roll(8) {
            case 0:
                matching("absent")
                plan.forbidden.append((name, line("\(mark) \(name): {{absent}}", at: own)))
            case 1:
                // Several fields of one name, in their order.
                for _ in 0..<2 {
                    let value = word()
                    plan.fields.append(
                        PlannedField(
                            name: name, value: Worth(value), line: line("\(mark) \(name): \(value)", at: own), wrong: []
                        ))
                }
            case 2 where captured == nil:
                let value = word()
                let key = "k\(number())"
                plan.fields.append(
                    PlannedField(
                        name: name, value: Worth(value), line: line("\(mark) \(name): {{\(key) = any}}", at: own),
                        wrong: nil))
                captured = (key, value)
            default:
                let sample = fieldSample()
                plan.fields.append(
                    PlannedField(
                        name: name, value: sample.fits, line: line("\(mark) \(name): \(sample.text)", at: own),
                        wrong: sample.wrong, isList: sample.text.hasPrefix("{{list ")))
            }
        }
    }

    private mutating func drawBody(_ plan: inout RequestPlan, _ mark: String, _ lane: String) {
        let sample = bodySample()
        plan.body = .bytes(sample.fits)
        plan.wrongBody = sample.wrong
        if let type = sample.type {
            plan.fields.append(PlannedField(name: "Content-Type", value: Worth(type), line: nil, wrong: nil))
        }
        if sample.lines.count == 1, sample.lines[0].hasPrefix("{{"), sample.lines[0].hasSuffix("}}"),
            sample.wrong.isEmpty, chance.happens(50)
        {
            // The sizes of chunks are checked if they are written.
            transform("chunks")
            let first = chance.roll(1...3)
            plan.chunks = [first]
            line("\(mark) Transfer-Encoding: chunked")
            line(mark)
            plan.bodyLine = line("\(mark) \(sample.lines[0].dropLast(2)) | chunks \(first)}}")
            plan.sizesLine = plan.bodyLine
            drawTrailers(&plan, mark, lane)
            return
        }
        if chance.happens(20) {
            producing("length")
            plan.fields.append(
                PlannedField(
                    name: "Content-Length", value: Worth("\(sample.fits.count)"),
                    line: line("\(mark) Content-Length: {{length}}"), wrong: nil))
        }
        line(mark)
        plan.bodyLine = line("\(mark) \(sample.lines[0])".trimmingEnd)
        for text in sample.lines.dropFirst() { line("\(mark) \(text)".trimmingEnd) }
    }

    private mutating func drawTrailers(_ plan: inout RequestPlan, _ mark: String, _ lane: String) {
        guard chance.happens(40) else { return }
        act("trailers", lane)
        let (name, value) = ("X-\(word())", word())
        plan.trailers = [
            PlannedField(name: name, value: Worth(value), line: line("\(mark) \(name): \(value)"), wrong: [])
        ]
    }

    /// An act that belongs to the lines around it.
    mutating func act(_ name: String, _ lane: String = "") {
        covers("acts", name)
        line("!\(lane) \(name)")
    }
}

extension String {
    /// A bare mark has no blank behind it.
    var trimmingEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
