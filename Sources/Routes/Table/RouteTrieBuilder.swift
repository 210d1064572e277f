// RouteTrieBuilder.swift: builds the tree of paths from exchanges.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario

struct RouteTrieBuilder {
    private(set) var nodes = [RouteTrie.Node()]
    private(set) var leaves: [RouteTrie.Leaf] = []
    private(set) var groups: [RouteTrie.Group] = []
    private(set) var buckets: [[Int32]] = []
    private(set) var leafOfExchange: [Int32] = []
    private(set) var segments = ByteKeyTable()
    private(set) var methods = ByteKeyTable()
    private(set) var queries = ByteKeyTable()

    /// Exchanges are numbered in the order in which they are inserted.
    mutating func insert(_ exchange: StandingExchange) {
        var node = 0
        var leaf: Int32 = -1
        let path = exchange.path.isEmpty ? [PathSegment.literal([])] : exchange.path
        for segment in path {
            switch segment {
            case .literal(let bytes):
                node = Int(segments.find(bytes, in: Int32(node), orAdd: Int32(nodes.count)))
                if node == nodes.count { nodes.append(RouteTrie.Node()) }
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
            if group == groups.count { groups.append(RouteTrie.Group()) }
        } else {
            if leaves[Int(leaf)].anyMethod < 0 {
                leaves[Int(leaf)].anyMethod = Int32(groups.count)
                groups.append(RouteTrie.Group())
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

    /// Sorts each bucket into the order in which exchanges are tried.
    mutating func sort(by weight: (Int32) -> Int) {
        for index in buckets.indices where buckets[index].count > 1 {
            buckets[index].sort { (-weight($0), $0) < (-weight($1), $1) }
        }
    }

    private mutating func addedNode() -> Int32 {
        nodes.append(RouteTrie.Node())
        return Int32(nodes.count - 1)
    }

    private mutating func addedLeaf() -> Int32 {
        leaves.append(RouteTrie.Leaf())
        return Int32(leaves.count - 1)
    }
}
