// Dispatch.swift: queues, groups and semaphores as Apple's SDK declares them, as far as they are used.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public struct DispatchTime: Comparable, Sendable {
    public static func now() -> DispatchTime { fatalError() }
    public static let distantFuture: DispatchTime = { fatalError() }()
    public static func < (one: DispatchTime, other: DispatchTime) -> Bool { fatalError() }
}

public enum DispatchTimeInterval: Equatable, Sendable {
    case seconds(Int)
    case milliseconds(Int)
    case microseconds(Int)
    case nanoseconds(Int)
    case never
}

public enum DispatchTimeoutResult: Sendable { case success, timedOut }

public func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { fatalError() }
public func + (time: DispatchTime, seconds: Double) -> DispatchTime { fatalError() }

public class DispatchObject {
    fileprivate init() {}
}

public class DispatchWorkItem: @unchecked Sendable {
    public init(block: @escaping @convention(block) () -> Void) {}
    public func cancel() {}
    public func perform() {}
}

public class DispatchQueue: DispatchObject, @unchecked Sendable {
    public convenience init(label: String) { fatalError() }
    public class var main: DispatchQueue { fatalError() }
    public class func global() -> DispatchQueue { fatalError() }
    public func async(
        group: DispatchGroup? = nil, execute work: @escaping @Sendable @convention(block) () -> Void
    ) {}
    public func async(execute work: DispatchWorkItem) {}
    public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable @convention(block) () -> Void) {}
    public func asyncAfter(deadline: DispatchTime, execute work: DispatchWorkItem) {}
    public func sync<T>(execute work: () throws -> T) rethrows -> T { fatalError() }
}

public class DispatchGroup: DispatchObject, @unchecked Sendable {
    public override init() {}
    public func enter() {}
    public func leave() {}
    @available(*, noasync, message: "Use Task.value or a task group")
    public func wait() {}
    @available(*, noasync, message: "Use Task.value or a task group")
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { fatalError() }
}

public class DispatchSemaphore: DispatchObject, @unchecked Sendable {
    public init(value: Int) {}
    @discardableResult
    public func signal() -> Int { fatalError() }
    @available(*, noasync, message: "Await a Task handle instead")
    public func wait() {}
    @available(*, noasync, message: "Await a Task handle instead")
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { fatalError() }
}
