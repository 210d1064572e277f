// Proofreader.swift: looks for text that can be read, and is probably meant otherwise.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// Looks at the text of a line, whatever line it is, and says what to write instead. The extensions of this type each know
/// one kind of slip.
struct Proofreader {
    var faults: Faults
    var scope = KnownNames()
    /// Whether anybody asks for advice: the build has looked at what is bundled.
    var isAsked = true
    /// Whether a line that ends in a typed `\r\n` was told of.
    var hasToldLineEnd = false
    /// Whether another word for `any-order` was told of.
    var hasToldAnyOrder = false
    /// The first start line as curl prints it over HTTP/2, whose version is passed over.
    private(set) var pastedStart: Place?
    /// The variables that a text declares itself: `query($id: ID!)`.
    var declaredNames: Set<String> = []
    /// The section of another tool, such as `[Captures]`, in which the lines without a mark stand.
    var foreignSection: String?

    init(_ faults: Faults) { self.faults = faults }

    mutating func passOverVersion(at place: Place) { pastedStart = pastedStart ?? place }
}
