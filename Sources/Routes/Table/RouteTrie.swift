// RouteTrie.swift: finds the exchanges that fit a method and a target.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWire

/// A tree of path segments. The exchanges at its leaves are sorted by method and query.
///
/// A lookup visits only the nodes for the path's own segments, however many other routes there are. A literal segment
/// goes before `{{path name}}`, and that before `{{any}}`.
///
/// A class, because a lookup would otherwise copy a dozen references, which takes longer than the lookup.
final class RouteTrie: Sendable {
    struct Node {
        /// The node for any one segment.
        var named: Int32 = -1
        /// The leaf for the rest of the path.
        var rest: Int32 = -1
        /// The leaf for a path that ends here.
        var leaf: Int32 = -1
    }

    /// The exchanges of one path.
    struct Leaf {
        var isKeyedByMethod = false
        /// The group of exchanges whose method is a template.
        var anyMethod: Int32 = -1
    }

    /// The exchanges of one path and method.
    struct Group {
        var isKeyedByQuery = false
        /// The bucket of exchanges whose query is a template, or without a query.
        var anyQuery: Int32 = -1
    }

    private let nodes: [Node]
    private let leaves: [Leaf]
    private let groups: [Group]
    /// Numbers of exchanges; the most specific first, then the earlier.
    private let buckets: [[Int32]]
    /// The leaf of each exchange, for diagnostics only.
    private let leafOfExchange: [Int32]
    private let segments: ByteKeyTable
    private let methods: ByteKeyTable
    private let queries: ByteKeyTable

    init(_ builder: RouteTrieBuilder) {
        nodes = builder.nodes
        leaves = builder.leaves
        groups = builder.groups
        buckets = builder.buckets
        leafOfExchange = builder.leafOfExchange
        segments = builder.segments
        methods = builder.methods
        queries = builder.queries
    }

    /// Visits the exchanges that may answer, best first, until `visit` has an answer.
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

    /// All exchanges of the paths that fit, whatever their methods and queries, in the order of the files.
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

    /// Goes down from a node with the segment that begins at `start`; behind the path's end, no segment is left.
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
}
