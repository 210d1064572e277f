// AllowedMethods.swift: the methods for which a path has routes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
package import QuintainWire

extension RouteTable {
    /// The methods of the routes at the path of this request, in the order of RFC 9110 section 9.3, others behind. HEAD
    /// is among them if GET is. Empty: no route has this path, or only one that answers OPTIONS for many paths.
    package func methods(atPathOf request: RequestView, in surroundings: any TemplateEnvironment) -> [String] {
        var known = Self.registered
        var allowed: Set<String> = []
        for number in trie.exchanges(atPathOf: RouteTarget(request.target)) {
            let method = exchanges[Int(number)].method
            if let name = method.literalText {
                allowed.insert(name)
                if !known.contains(name) { known.append(name) }
            } else {
                allowed.formUnion(known.filter { method.matches(Array($0.utf8), in: surroundings).fits })
            }
        }
        if allowed == ["OPTIONS"] { return [] }
        if allowed.contains("GET") { allowed.insert("HEAD") }
        return known.filter(allowed.contains)
    }

    private static let registered = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"]
}

extension CompiledExchange {
    var answersOptions: Bool { method.literal.map { $0.elementsEqual("OPTIONS".utf8) } ?? false }
}
