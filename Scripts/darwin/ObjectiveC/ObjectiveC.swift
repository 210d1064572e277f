// ObjectiveC.swift: what Swift adds to Objective-C's runtime.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

@_exported public import ObjectiveC

extension NSObject: Equatable, Hashable, CustomStringConvertible {
    public static func == (one: NSObject, other: NSObject) -> Bool { fatalError() }
    public func hash(into hasher: inout Hasher) { fatalError() }
    public var description: String { fatalError() }
}

public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { fatalError() }
