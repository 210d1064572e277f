// ValueReader.swift: reads what lines say within and around `{{…}}`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Reads text into templates. The extensions of this type read the kinds of values.
struct ValueReader {
    var proof: Proofreader
    let shelf: FileShelf
    var demands: Set<Demand> = []
    /// A line of a request's body is being read.
    var readsBody = false

    init(_ faults: Faults, _ shelf: FileShelf) {
        proof = Proofreader(faults)
        self.shelf = shelf
    }

    var faults: Faults {
        get { proof.faults }
        _modify { yield &proof.faults }
    }

    var scope: KnownNames {
        get { proof.scope }
        _modify { yield &proof.scope }
    }
}
