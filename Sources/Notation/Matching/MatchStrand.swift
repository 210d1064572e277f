// MatchStrand.swift: the ways through a template that are open at one position of the input.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A way through a template that is still open.
struct MatchStrand {
    var part: Int
    /// The strand sleeps until this position.
    var wake: Int
    /// Where the strand came to its part.
    var entered: Int
    /// Its last note.
    var note: Int?
    /// Where its places of a regular expression begin in the sets of its generation.
    var places = 0
}

/// The place where a way came to a part at whose beginning or end a capture begins or ends.
struct MatchNote {
    var part: Int
    var position: Int
    var before: Int?
}

/// The state of an element at the positions so far.
struct MatchCourse {
    /// The last position at which a way came to it; a later way at the same position would go on alike.
    var reached = -1
    /// The last position at which a strand was in it, and where that strand's places begin.
    var seen = -1
    var places = 0
    /// The literal has been compared once already, so its places are searched for.
    var isSought = false
    var finder: OccurrenceFinder?
}

/// All strands at one position, and the places of those that are in regular expressions.
struct MatchGeneration {
    var strands: [MatchStrand] = []
    var sets: [UInt64] = []
    /// The first position at which one of them wakes.
    var soonest = Int.max

    mutating func append(_ strand: MatchStrand) {
        strands.append(strand)
        soonest = min(soonest, strand.wake)
    }

    mutating func removeAll() {
        strands.removeAll(keepingCapacity: true)
        sets.removeAll(keepingCapacity: true)
        soonest = .max
    }
}
