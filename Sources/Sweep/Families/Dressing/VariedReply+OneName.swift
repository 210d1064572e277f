// VariedReply+OneName.swift: several fields of one name in a head.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario
internal import QuintainWords

extension VariedReply {
    var fieldsOfOneName: [Change] { [listInTwoFields, cookieBeside].compactMap(\.self) }

    /// RFC 9110 section 5.3: two fields of one name are one list, in the order in which they came, and reported as one.
    private var listInTwoFields: Change? {
        guard let load = exchange.load, 200..<300 ~= status, status != 206 else { return nil }
        let responses = subject.loads[load].callbacks.filter { callback($0)?.kind == .response }
        guard let response = responses.first, responses.count == 1, response > reply.start,
            !subject.exchanges.contains(where: { reply.start < $0.start && $0.start < response })
        else { return nil }
        return Change(
            value("two-fields"), place: "two-fields",
            edits: [
                .insert(lane.sends("X-Several: one, two"), above: reply.start + 1),
                .insert(lane.sends("X-Several: three"), above: reply.headLimit),
                .insert("       X-Several: one, two, three", above: response + 1),
            ])
    }

    /// RFC 9110 section 5.3: cookies cannot be joined. The added cookie is for a path that is not asked for (RFC 6265
    /// section 5.1.4).
    private var cookieBeside: Change? {
        guard let cookie = reply.fields("set-cookie").first, !cookie.isTold(by: self) else { return nil }
        return Change(
            value("two-cookies"), place: "two-cookies",
            edits: [.insert(lane.sends("Set-Cookie: elsewhere=1; Path=/elsewhere"), above: cookie.line)])
    }
}
