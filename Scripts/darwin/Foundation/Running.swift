// Running.swift: threads, run loops, locks, and what a process has.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

open class Thread: NSObject, @unchecked Sendable {
    @available(*, noasync, message: "Thread.current cannot be used from async contexts.")
    open class var current: Thread { fatalError() }
    open class var isMainThread: Bool { fatalError() }
    open class func sleep(forTimeInterval: TimeInterval) {}
    public convenience init(block: @escaping @Sendable () -> Void) { fatalError() }
    open var name: String?
    open var stackSize: Int {
        get { fatalError() }
        set {}
    }
    open var isMainThread: Bool { fatalError() }
    open func start() {}
}

open class RunLoop: NSObject {
    public struct Mode: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let `default`: Mode = { fatalError() }()
        public static let common: Mode = { fatalError() }()
    }
    @available(*, noasync, message: "RunLoop.current cannot be used from async contexts.")
    open class var current: RunLoop { fatalError() }
    open var currentMode: Mode? { fatalError() }
    open func getCFRunLoop() -> CFRunLoop { fatalError() }
    open func add(_ timer: Timer, forMode mode: Mode) {}
    open func perform(_ block: @escaping @Sendable () -> Void) {}
    open func perform(inModes modes: [Mode], block: @escaping @Sendable () -> Void) {}
    open func run(mode: Mode, before limitDate: Date) -> Bool { fatalError() }
    open func run(until limitDate: Date) {}
}

open class Timer: NSObject {
    public init(timeInterval: TimeInterval, repeats: Bool, block: @escaping @Sendable (Timer) -> Void) {}
    public convenience init(
        fire date: Date, interval: TimeInterval, repeats: Bool, block: @escaping @Sendable (Timer) -> Void
    ) { fatalError() }
    open func invalidate() {}
}

public protocol NSLocking {
    func lock()
    func unlock()
}

extension NSLocking {
    public func withLock<R>(_ body: () throws -> R) rethrows -> R { fatalError() }
}

open class NSLock: NSObject, NSLocking, @unchecked Sendable {
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    open func lock() {}
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    open func unlock() {}
}

open class NSRecursiveLock: NSObject, NSLocking, @unchecked Sendable {
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    open func lock() {}
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    open func unlock() {}
}

open class OperationQueue: NSObject, @unchecked Sendable {
    open var maxConcurrentOperationCount: Int {
        get { fatalError() }
        set {}
    }
}

open class ProcessInfo: NSObject, @unchecked Sendable {
    open class var processInfo: ProcessInfo { fatalError() }
    open var environment: [String: String] { fatalError() }
    open var arguments: [String] { fatalError() }
    open var operatingSystemVersionString: String { fatalError() }
    open var processIdentifier: Int32 { fatalError() }
    open var systemUptime: TimeInterval { fatalError() }
}

open class FileManager: NSObject, @unchecked Sendable {
    open class var `default`: FileManager { fatalError() }
    open var temporaryDirectory: URL { fatalError() }
    open var currentDirectoryPath: String { fatalError() }
    open func moveItem(at source: URL, to place: URL) throws {}
    open func removeItem(at url: URL) throws {}
    open func removeItem(atPath path: String) throws {}
    open func createDirectory(
        at url: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    open func createDirectory(
        atPath path: String, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    open func fileExists(atPath path: String) -> Bool { fatalError() }
    open func contents(atPath path: String) -> Data? { fatalError() }
    open func contentsOfDirectory(
        at url: URL, includingPropertiesForKeys keys: [URLResourceKey]?, options mask: DirectoryEnumerationOptions = []
    ) throws -> [URL] { fatalError() }
    open func contentsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
    open func subpathsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
    open func enumerator(atPath path: String) -> DirectoryEnumerator? { fatalError() }

    public struct DirectoryEnumerationOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static var skipsHiddenFiles: DirectoryEnumerationOptions { fatalError() }
    }

    open class DirectoryEnumerator: NSObject, Sequence, IteratorProtocol {
        open func next() -> Any? { fatalError() }
    }
}

public struct URLResourceKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

public struct FileAttributeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

open class FileHandle: NSObject, @unchecked Sendable {
    open class var standardError: FileHandle { fatalError() }
    open class var standardOutput: FileHandle { fatalError() }
    public convenience init(forReadingFrom url: URL) throws { fatalError() }
    public convenience init(forWritingTo url: URL) throws { fatalError() }
    open func write(_ data: Data) {}
    public func write<T: DataProtocol>(contentsOf data: T) throws {}
    open func readDataToEndOfFile() -> Data { fatalError() }
}

open class Pipe: NSObject, @unchecked Sendable {
    open var fileHandleForReading: FileHandle { fatalError() }
    open var fileHandleForWriting: FileHandle { fatalError() }
}

open class Process: NSObject, @unchecked Sendable {
    open var executableURL: URL? {
        get { fatalError() }
        set {}
    }
    open var arguments: [String]? {
        get { fatalError() }
        set {}
    }
    open var environment: [String: String]? {
        get { fatalError() }
        set {}
    }
    open var currentDirectoryURL: URL? {
        get { fatalError() }
        set {}
    }
    open var standardInput: Any? {
        get { fatalError() }
        set {}
    }
    open var standardOutput: Any? {
        get { fatalError() }
        set {}
    }
    open var standardError: Any? {
        get { fatalError() }
        set {}
    }
    open var terminationStatus: Int32 { fatalError() }
    open func run() throws {}
    open func waitUntilExit() {}
}

open class Stream: NSObject {
    open func open() {}
    open func close() {}
    open var streamError: (any Error)? { fatalError() }
}

open class InputStream: Stream {
    public init(data: Data) {}
    public convenience init?(fileAtPath path: String) { nil }
    open func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int { fatalError() }
    open var hasBytesAvailable: Bool { fatalError() }
}
