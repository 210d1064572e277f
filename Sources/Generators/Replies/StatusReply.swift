// StatusReply.swift: a status that the request chooses.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire

extension Generator {
    /// `{{status path.codes}}`: `404`, or one of several drawn by weight, `200:0.9,500:0.1`. Some statuses come with
    /// the fields that they need to have a meaning.
    mutating func status(_ call: GeneratorCall) throws(GeneratorRefusal) -> GeneratedReply {
        let codes = text(call.operands[0]) ?? []
        var choices: [(status: Int, weight: Double)] = []
        for choice in codes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let halves = choice.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            guard let status = Numbers.whole(halves[0]), 100...999 ~= status,
                let weight = halves.count > 1 ? Numbers.decimal(halves[1]) : 1, weight >= 0
            else {
                throw GeneratorRefusal(400, "'\(Quoting.escaped(codes.prefix(100)))' is no status, and no list of them")
            }
            choices.append((status, weight))
        }
        return Self.customary(try drawn(choices))
    }

    private mutating func drawn(_ choices: [(status: Int, weight: Double)]) throws(GeneratorRefusal) -> Int {
        if choices.count == 1 { return choices[0].status }
        let total = choices.reduce(0) { $0 + $1.weight }
        guard total > 0, total.isFinite else { throw GeneratorRefusal(400, "all of these statuses have no weight") }
        var point = dice.fraction() * total
        for (status, weight) in choices {
            if point < weight { return status }
            point -= weight
        }
        return choices.last { $0.weight > 0 }!.status
    }

    /// The reply with this status that clients expect.
    private static func customary(_ status: Int) -> GeneratedReply {
        switch status {
        case 301, 302, 303, 305, 307: GeneratedReply(status, [Field("Location", "/redirect/1")], body: [])
        case 401: GeneratedReply(status, [Field("WWW-Authenticate", realm)], body: [])
        case 402:
            GeneratedReply(
                status, [Field("X-More-Info", "https://www.rfc-editor.org/rfc/rfc9110#section-15.5.3")],
                text: "Here it would cost something.")
        case 406: GeneratedReply(status, [Field("Content-Type", "application/json")], text: notAcceptable.description)
        case 407: GeneratedReply(status, [Field("Proxy-Authenticate", realm)], body: [])
        case 418:
            GeneratedReply(
                status, [Field("X-More-Info", "https://www.rfc-editor.org/rfc/rfc2324")], text: teapot)
        default: GeneratedReply(empty: status)
        }
    }

    private static let realm = "Basic realm=\"Fake Realm\""

    private static let notAcceptable = JSONText.object([
        ("message", "Client did not request a supported media type."),
        ("accept", .list(["image/webp", "image/svg+xml", "image/jpeg", "image/png", "image/*"])),
    ])

    private static let teapot = #"""

            -=[ teapot ]=-

                 ( (
                  ) )
               .______.
           ,-. |      | ___
          (   \|      |/  /
           `-. \      /  /
              `-\    /--'
                 `--'

        """#
}
