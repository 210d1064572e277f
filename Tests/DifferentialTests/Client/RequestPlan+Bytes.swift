// RequestPlan+Bytes.swift: a request's bytes, with everything that is free left to chance.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension RequestPlan {
    /// A client may choose the order of fields of different names, the case of names and the blanks around values.
    func bytes(_ stand: Stand, _ chance: inout Chance) -> [UInt8] {
        let body = body.map(stand.bytes)
        var all = fields
        if !isExact, !all.contains(where: { $0.name.lowercased() == "host" }) {
            all.append(PlannedField(name: "Host", value: Worth(host)))
        }
        // A line may ask for the framing field itself.
        let isFramed = all.contains { ["content-length", "transfer-encoding"].contains($0.name.lowercased()) }
        if chunks != nil, !isFramed {
            all.append(PlannedField(name: "Transfer-Encoding", value: Worth("chunked")))
        } else if !isFramed, body != nil || claimsLength != nil {
            all.append(PlannedField(name: "Content-Length", value: Worth("\(claimsLength ?? body?.count ?? 0)")))
        }
        if !isExact, chance.happens(30) { all.append(PlannedField(name: "X-Free", value: Worth("whatever"))) }
        var head = Array("\(method) ".utf8) + stand.bytes(target) + Array(" HTTP/1.1\r\n".utf8)
        for field in isExact ? all : mixed(all, &chance) {
            if field.name.isEmpty {
                head += stand.bytes(field.value)
                continue
            }
            if isExact {
                head += Array("\(field.name): ".utf8) + stand.bytes(field.value) + [13, 10]
                continue
            }
            head += name(field.name, &chance) + Array(":".utf8) + blank(&chance) + stand.bytes(field.value) + [13, 10]
        }
        head += [13, 10]
        guard let body else { return head + behind }
        if let chunks { return head + chunked(body, chunks, stand) + behind }
        return head + body.prefix(sendsOfBody ?? body.count) + behind
    }

    private func chunked(_ body: [UInt8], _ sizes: [Int], _ stand: Stand) -> [UInt8] {
        var result: [UInt8] = []
        var rest = body[...]
        for size in sizes + [rest.count] where !rest.isEmpty {
            let chunk = rest.prefix(size)
            guard !chunk.isEmpty else { continue }
            rest = rest.dropFirst(size)
            result += Array(String(chunk.count, radix: 16).utf8) + [13, 10] + chunk + [13, 10]
        }
        result += Array("0\r\n".utf8)
        for field in trailers { result += Array("\(field.name): ".utf8) + stand.bytes(field.value) + [13, 10] }
        return result + [13, 10]
    }

    /// Fields of one name keep their order.
    private func mixed(_ fields: [PlannedField], _ chance: inout Chance) -> [PlannedField] {
        var byName: [String: [PlannedField]] = [:]
        for field in fields { byName[field.name.lowercased(), default: []].append(field) }
        return chance.shuffled(fields.map { $0.name.lowercased() }).map { byName[$0]!.removeFirst() }
    }

    private func name(_ name: String, _ chance: inout Chance) -> [UInt8] {
        switch chance.roll(4) {
        case 0: Array(name.lowercased().utf8)
        case 1: Array(name.uppercased().utf8)
        default: Array(name.utf8)
        }
    }

    private func blank(_ chance: inout Chance) -> [UInt8] {
        switch chance.roll(8) {
        case 0: []
        case 1: [32, 32]
        case 2: [9]
        default: [32]
        }
    }
}
