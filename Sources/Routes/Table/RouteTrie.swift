// RouteTrie.swift: which exchanges a method and a target may mean.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWire

/// A tree of path segments. At its leaves exchanges are sorted by method and query.
///
/// A lookup visits the nodes that the path's own segments lead to; how many other routes there are does
/// not matter. A segment that is written out goes before `{{path name}}`, that before `{{any}}`.
struct RouteTrie: Sendable {
    private struct Node {
        /// Where any one segment leads.
        var named: Int32 = -1
        /// What takes the rest of the path.
        var rest: Int32 = -1
        /// What ends here.
        var leaf: Int32 = -1
    }

    /// The exchanges of one path.
    private struct Leaf {
        var isKeyedByMethod = false
        /// Those whose method is a template.
        var anyMethod: Int32 = -1
    }

    /// The exchanges of one path and method.
    private struct Group {
        var isKeyedByQuery = false
        /// Those with a template for the query, or none.
        var anyQuery: Int32 = -1
    }

    private var nodes = [Node()]
    private var leaves: [Leaf] = []
    private var groups: [Group] = []
    /// Numbers of exchanges; the most specific first, then the earlier.
    private(set) var buckets: [[Int32]] = []
    /// By the number of the exchange; for diagnostics only.
    private var leafOfExchange: [Int32] = []
    private var segments = ByteKeyTable()
    private var methods = ByteKeyTable()
    private var queries = ByteKeyTable()

    /// Exchanges are numbered in the order in which they are inserted.
    mutating func insert(_ exchange: StandingExchange) {
        var node = 0
        var leaf: Int32 = -1
        let path = exchange.path.isEmpty ? [PathSegment.literal([])] : exchange.path
        for segment in path {
            switch segment {
            case .literal(let bytes):
                node = Int(segments.find(bytes, in: Int32(node), orAdd: Int32(nodes.count)))
                if node == nodes.count { nodes.append(Node()) }
            case .named:
                if nodes[node].named < 0 { nodes[node].named = addedNode() }
                node = Int(nodes[node].named)
            case .rest:
                if nodes[node].rest < 0 { nodes[node].rest = addedLeaf() }
                leaf = nodes[node].rest
            }
        }
        if leaf < 0 {
            if nodes[node].leaf < 0 { nodes[node].leaf = addedLeaf() }
            leaf = nodes[node].leaf
        }
        leafOfExchange.append(leaf)
        insert(exchange, Int32(leafOfExchange.count - 1), atLeaf: leaf)
    }

    private mutating func insert(_ exchange: StandingExchange, _ number: Int32, atLeaf leaf: Int32) {
        let group: Int
        if let method = exchange.method.literal {
            leaves[Int(leaf)].isKeyedByMethod = true
            group = Int(methods.find(method, in: leaf, orAdd: Int32(groups.count)))
            if group == groups.count { groups.append(Group()) }
        } else {
            if leaves[Int(leaf)].anyMethod < 0 {
                leaves[Int(leaf)].anyMethod = Int32(groups.count)
                groups.append(Group())
            }
            group = Int(leaves[Int(leaf)].anyMethod)
        }
        let bucket: Int
        if let query = exchange.query?.literal {
            groups[group].isKeyedByQuery = true
            bucket = Int(queries.find(query, in: Int32(group), orAdd: Int32(buckets.count)))
            if bucket == buckets.count { buckets.append([]) }
        } else {
            if groups[group].anyQuery < 0 {
                groups[group].anyQuery = Int32(buckets.count)
                buckets.append([])
            }
            bucket = Int(groups[group].anyQuery)
        }
        buckets[bucket].append(number)
    }

    /// Puts each bucket in the order in which it is to be tried.
    mutating func sort(by weight: (Int32) -> Int) {
        for index in buckets.indices where buckets[index].count > 1 {
            buckets[index].sort { (-weight($0), $0) < (-weight($1), $1) }
        }
    }

    /// Visits what may answer, best first, until `visit` has an answer.
    func search<Answer>(
        _ method: UnsafeRawBufferPointer, _ target: RouteTarget, visit: ([Int32]) -> Answer?
    ) -> Answer? {
        walk(0, 0, target) { leaf in
            let leaf = Int(leaf)
            if leaves[leaf].isKeyedByMethod, let group = methods.find(method, in: Int32(leaf)),
                let answer = search(group: Int(group), target, visit)
            {
                return answer
            }
            let group = Int(leaves[leaf].anyMethod)
            return group < 0 ? nil : search(group: group, target, visit)
        }
    }

    /// Every exchange of the paths that fit, whatever its method and query, in the order of the files.
    func exchanges(atPathOf target: RouteTarget) -> [Int32] {
        var leaves: Set<Int32> = []
        let _: Never? = walk(0, 0, target) { leaf in
            leaves.insert(leaf)
            return nil
        }
        return leafOfExchange.indices.compactMap { leaves.contains(leafOfExchange[$0]) ? Int32($0) : nil }
    }

    private func search<Answer>(group: Int, _ target: RouteTarget, _ visit: ([Int32]) -> Answer?) -> Answer? {
        if groups[group].isKeyedByQuery, let query = target.query, let bucket = queries.find(query, in: Int32(group)),
            let answer = visit(buckets[Int(bucket)])
        {
            return answer
        }
        let bucket = Int(groups[group].anyQuery)
        return bucket < 0 ? nil : visit(buckets[bucket])
    }

    /// Goes down from a node with the segment that begins at `start`; past the path's end, nothing is left.
    private func walk<Answer>(
        _ node: Int, _ start: Int, _ target: RouteTarget, _ visit: (Int32) -> Answer?
    ) -> Answer? {
        guard start <= target.path.count else {
            return nodes[node].leaf < 0 ? nil : visit(nodes[node].leaf)
        }
        let end = target.segmentEnd(from: start)
        let segment = UnsafeRawBufferPointer(rebasing: target.path[start..<end])
        if let child = segments.find(segment, in: Int32(node)),
            let answer = walk(Int(child), end + 1, target, visit)
        {
            return answer
        }
        let named = Int(nodes[node].named)
        if named >= 0, !segment.isEmpty, let answer = walk(named, end + 1, target, visit) { return answer }
        return nodes[node].rest < 0 ? nil : visit(nodes[node].rest)
    }

    private mutating func addedNode() -> Int32 {
        nodes.append(Node())
        return Int32(nodes.count - 1)
    }

    private mutating func addedLeaf() -> Int32 {
        leaves.append(Leaf())
        return Int32(leaves.count - 1)
    }
}
