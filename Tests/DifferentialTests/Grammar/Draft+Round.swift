// Draft+Round.swift: a whole scenario.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainWords

/// The parts of a scenario. Each begins with a load, and ends when the load has ended.
enum Part: String, CaseIterable {
    case exchange, redirect, canonical, basic, digest, early, upload, download, resume, caching, informational, binding
    case ending, failure, pause, secure, orders, proxy, tunnel, rounds, openRounds, branches, lanes, runs, awaited,
        skipped
    case cancelled, style, raw, nextNonce, rawRequest, anyOrder
}

extension Draft {
    static func program(_ seed: UInt64) -> Program {
        var chance = Chance(seed &+ 0x5EED)
        let isShort = chance.happens(40)
        let parts = (0..<(isShort ? 1 : chance.roll(1...3))).map { _ in
            chance.happens(20) ? Part.exchange : chance.one(of: Part.allCases)
        }
        var origins = ["main"]
        if parts.contains(where: { [.exchange, .redirect, .binding].contains($0) }) { origins.append("other") }
        if parts.contains(.secure) || parts.contains(.tunnel) { origins.append("web") }
        if parts.contains(.proxy) || parts.contains(.tunnel) { origins.append("gate") }
        var draft = Draft(seed, origins: origins, isShort: isShort)
        draft.begin(parts)
        for part in parts {
            if !isShort, draft.chance.happens(25) { draft.set(draft.chance.one(of: Level.allCases)) }
            draft.beginGroup()
            draft.draw(part)
        }
        draft.end()
        return draft.finished()
    }

    private mutating func begin(_ parts: [Part]) {
        line("# A round of chance")
        for (name, text) in [("spec", "spec   RFC 9110 section 15.4"), ("tags", "tags   chance")]
        where chance.happens(10) {
            covers("words", name)
            line(text)
        }
        if chance.happens(40) {
            let need = chance.one(of: Tables.needs)
            covers("words", "needs")
            covers("needs", need)
            line("needs  \(need)")
        }
        if chance.happens(15) {
            covers("words", "within")
            line("within 20s")
            program.leisure = 3_000
        }
        for origin in origins { self.origin(origin) }
        if chance.happens(10) {
            covers("words", "cases")
            cells = ["left", "right"]
            program.row = chance.roll(2)
            line("cases  name | cell")
            line("       one  | left")
            line("       two  | right")
        }
        if chance.happens(30) {
            let style = chance.one(of: APIStyle.allCases)
            if !parts.contains(where: { [.download, .resume, .cancelled, .upload].contains($0) }) {
                program.style = style
            }
        }
        begin(at: chance.happens(60) ? .must : chance.one(of: Level.allCases))
        covers("words", "level")
    }

    private mutating func draw(_ part: Part) {
        switch part {
        case .exchange: exchange()
        case .redirect: redirect()
        case .canonical: canonical()
        case .basic: basic()
        case .digest: digest()
        case .early: early()
        case .upload: upload()
        case .download: download()
        case .resume: resume()
        case .caching: caching()
        case .informational: informational()
        case .binding: binding()
        case .ending: ending()
        case .failure: failure()
        case .pause: pause()
        case .secure: secure()
        case .orders: orders()
        case .proxy: proxy()
        case .tunnel: tunnel()
        case .rounds: rounds()
        case .openRounds: openRounds()
        case .branches: branches()
        case .lanes: lanes()
        case .runs: runs()
        case .awaited: awaited()
        case .skipped: skipped()
        case .cancelled: cancelled()
        case .style: style()
        case .raw: rawReply()
        case .nextNonce: nextNonce()
        case .rawRequest: rawRequest()
        case .anyOrder: anyOrder()
        }
    }

    private func finished() -> Program {
        var program = program
        program.named = named
        let spoken = program.lines.indices.filter { index in
            let line = program.lines[index].strength.rest
            return [">", "<", "*", "!", "client"].contains { line.hasPrefix($0) }
        }
        program.isUniform = Set(spoken.map { program.levels[$0 + 1] }).count == 1
        return program
    }

    // MARK: Loads

    /// A `client` line, which begins a load.
    mutating func load(
        _ method: String, _ url: String, lane: String = "", as kind: String? = nil, options: [String] = []
    ) {
        covers("words", "client")
        var text = "client \(method) \(url)"
        if let kind {
            covers("load kinds", kind)
            text += " as \(kind)"
        }
        if !lane.isEmpty {
            covers("load options", "lane")
            text += " lane=\(lane)"
        }
        for option in options { text += " \(option)" }
        ours(text)
    }

    /// A load with any options that a load may have.
    mutating func anyLoad(_ method: String, _ url: String) {
        let kind = chance.happens(40) ? chance.one(of: ["data", "upload", "stream"]) : nil
        var options: [String] = []
        for (name, value) in [
            ("timeout", "30s"), ("total", "60s"), ("cookies", "off"), ("credentials", "alice:secret"),
            ("cache", chance.one(of: ["off", "only"])),
        ] where chance.happens(12) {
            covers("load options", name)
            options.append("\(name)=\(value)")
        }
        if origins.contains("web"), chance.happens(20) {
            options.append("untrusted")
        }
        load(method, url, as: kind, options: options)
        guard chance.happens(30) else { return }
        line("       X-App: \(word())")
        if ["POST", "PUT"].contains(method) { line("       body \"\(word())\"") }
    }
}
