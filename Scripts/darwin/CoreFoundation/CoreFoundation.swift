// CoreFoundation.swift: CoreFoundation's values. Some are Foundation's as well, which has another name for them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
// The names are those of Apple.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import ObjectiveC

open class CFArray: NSObject, @unchecked Sendable {}
open class CFData: NSObject, @unchecked Sendable {}
public class CFError: Error, @unchecked Sendable {}
public class CFAllocator {}
public class CFRunLoop {}

public func CFRunLoopWakeUp(_ loop: CFRunLoop!) {}
