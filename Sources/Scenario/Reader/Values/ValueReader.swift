// ValueReader.swift: reads what lines say within and around `{{…}}`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Reads text into templates. The extensions of this type read the kinds of values.
struct ValueReader {
    var faults: Faults
    var scope = KnownNames()
    let shelf: FileShelf
    var demands: Set<Demand> = []
    /// A line of a request's body is being read.
    var readsBody = false

    init(_ faults: Faults, _ shelf: FileShelf) {
        self.faults = faults
        self.shelf = shelf
    }
}
