// Echo.swift: the parts of a request as JSON.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWire

extension Generator {
    /// `{{echo}}`: one object, its members in the order of their names; `{{echo url args}}` has these alone.
    mutating func echo(_ call: GeneratorCall) throws(GeneratorRefusal) -> [UInt8] {
        Array(JSONText.object(try members(call, from: 0)).description.utf8)
    }

    /// `{{stream 10 url args headers}}`: an object on each line; only their `id` differs.
    mutating func stream(_ call: GeneratorCall) throws(GeneratorRefusal) -> [[UInt8]] {
        let count = min(try needed(call, 0), Bounds.objects)
        let members = try members(call, from: 1)
        return (0..<max(0, count)).map { number in
            Array((JSONText.object(members + [("id", .number(number))]).description + "\n").utf8)
        }
    }

    private mutating func members(
        _ call: GeneratorCall, from first: Int
    ) throws(GeneratorRefusal) -> [(String, JSONText)] {
        var members: [(String, JSONText)] = []
        let named = call.operands.dropFirst(first).compactMap { string($0).flatMap { EchoMember(rawValue: $0) } }
        for member in call.tellsAll ? EchoMember.allCases : named {
            members.append((member.rawValue, try told(member)))
        }
        for option in call.options { members.append((option.name, literal(option.operand))) }
        return members.sorted { $0.0 < $1.0 }
    }

    private mutating func told(_ member: EchoMember) throws(GeneratorRefusal) -> JSONText {
        if member.isInBody, body.isCut { throw GeneratorRefusal(413, "the form has more than \(Bounds.pairs) parts") }
        if member == .args, query.isCut { throw GeneratorRefusal(414, "the query has more than \(Bounds.pairs) parts") }
        switch member {
        case .args: return query.json
        case .cookies: return cookies
        case .data: return SubmittedBody.told(body.bytes)
        case .files: return files
        case .form: return body.form.json
        case .headers: return headers
        case .json: return (try? JSONText(parsingForeign: body.bytes)) ?? .null
        case .method: return .text(occasion.method)
        case .origin: return .text(occasion.field("x-forwarded-for") ?? occasion.visit.peer)
        case .url: return .text(occasion.url)
        case .userAgent: return occasion.field("user-agent").map { .text($0) } ?? .null
        }
    }

    /// `true`, `12` and the like if the author wrote them; values of the request are text.
    private mutating func literal(_ operand: GeneratorCall.Operand) -> JSONText {
        let text = string(operand) ?? ""
        guard case .text = operand else { return .text(text) }
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default: return Int(text).map { .number($0) } ?? .text(text)
        }
    }

    /// Names in title case, with the values of one name joined; fields that proxies have added are left out.
    private var headers: JSONText {
        mutating get {
            var names: [String] = []
            var values: [String: String] = [:]
            occasion.request.forEachField { name, value in
                let name = Self.titled(name)
                let value = Occasion.text(value)
                if let before = values[name] {
                    values[name] = "\(before),\(value)"
                } else {
                    names.append(name)
                    values[name] = value
                }
            }
            let hidden = query.has("show_env") ? [] : Self.hiddenFields
            return .object(names.sorted().filter { !hidden.contains($0) }.map { ($0, .text(values[$0]!)) })
        }
    }

    private var cookies: JSONText {
        mutating get {
            let hidden = query.has("show_env") ? [] : Self.hiddenCookies
            let cookies = CookieCoding.cookies(occasion).list.filter { !hidden.contains($0.name) }
            return .object(cookies.sorted { $0.name < $1.name }.map { ($0.name, .text($0.value)) })
        }
    }

    /// The first file of each name.
    private var files: JSONText {
        mutating get {
            var seen: Set<[UInt8]> = []
            let files = body.files.filter { seen.insert(Array($0.name.utf8)).inserted }.sorted { $0.name < $1.name }
            return .object(
                files.map { name, file in
                    (name, SubmittedBody.told(Array(file.bytes), type: file.type ?? "application/octet-stream"))
                })
        }
    }

    /// `x-request-id` as `X-Request-Id`.
    static func titled(_ name: some Sequence<UInt8>) -> String {
        var isInWord = false
        let bytes = name.map { byte in
            let lower = Octet.lowercased(byte)
            let isLetter = lower &- 0x61 < 26
            defer { isInWord = isLetter }
            return isLetter && !isInWord ? lower - 0x20 : lower
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let hiddenFields: Set<String> = [
        "X-Varnish", "X-Request-Start", "X-Heroku-Queue-Depth", "X-Real-Ip", "X-Forwarded-Proto",
        "X-Forwarded-Protocol", "X-Forwarded-Ssl", "X-Heroku-Queue-Wait-Time", "X-Forwarded-For",
        "X-Heroku-Dynos-In-Use", "X-Forwarded-Port", "X-Request-Id", "Via", "Total-Route-Time", "Connect-Time",
    ]
    private static let hiddenCookies: Set<String> = [
        "_gauges_unique", "_gauges_unique_year", "_gauges_unique_month", "_gauges_unique_day", "_gauges_unique_hour",
        "__utmz", "__utma", "__utmb",
    ]
}
