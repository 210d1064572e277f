// StubsHint.swift: which faults of URLSession itself show in requests that no stub has answered.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario

/// Guesses at why requests of `stubs.session()` have no answer.
struct StubsHint {
    let routes: [RouteFile]
    let requests: [Stubs.Request]

    #if canImport(FoundationNetworking)
        var sentences: [String] {
            let shown = requests.indices.filter { requests[$0].isUnanswered }.flatMap(faults)
            return PlatformFault.allCases.filter(shown.contains).map(\.remark)
        }

        /// The faults of which this request looks like one, behind the reply that came last before it.
        private func faults(at index: Int) -> [PlatformFault] {
            let request = requests[index]
            guard let reply = requests[..<index].last.flatMap(exchange), reply.status.hasPrefix("3") else { return [] }
            let refusal = request.refusal?.lowercased() ?? ""
            var faults: [PlatformFault] = []
            if let reference = reply.values(of: "location").first, Self.isRelative(reference),
                request.path == "/\(reference.prefix { $0 != "?" })"
            {
                faults.append(.rootedReference)
            }
            if ["307", "308"].contains(reply.status), request.body.isEmpty, refusal.contains("only the body differs") {
                faults.append(.lostBody)
            }
            if request["Authorization"] != nil, refusal.contains("the field authorization may not be there") {
                faults.append(.keptAuthorization)
            }
            if request["Content-Type"] != nil, refusal.contains("the field content-type may not be there") {
                faults.append(.keptType)
            }
            if request["Cookie"] == nil, refusal.contains("the field cookie is missing"),
                !reply.values(of: "set-cookie").isEmpty
            {
                faults.append(.lostCookie)
            }
            return faults
        }

        /// The stub that has answered.
        private func exchange(_ request: Stubs.Request) -> StandingExchange? {
            guard let stub = request.stub else { return nil }
            for file in routes {
                if let found = file.exchanges.first(where: { "\(file.file):\($0.place.line)" == stub }) { return found }
            }
            return nil
        }

        private static func isRelative(_ reference: Substring) -> Bool {
            reference.first.map { $0 != "/" } ?? false && !reference.contains(":")
        }
    #else
        var sentences: [String] { [] }
    #endif
}

#if canImport(FoundationNetworking)
    extension StandingExchange {
        /// The values of this field of the reply, as far as they are literal.
        fileprivate func values(of name: String) -> [Substring] {
            reply.compactMap { step in
                guard case .send(.field(let field, let itsName, _), _) = step, itsName == name else { return nil }
                return field.literalText?.split(separator: ":", maxSplits: 1).last?.trimmingPrefix { $0 == " " }
            }
        }
    }
#endif
