// Values.swift: bytes, places, points in time, and what they are called in Objective-C.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public typealias TimeInterval = Double

open class NSString: NSObject, @unchecked Sendable {}
public typealias NSData = CFData
open class NSURL: NSObject, @unchecked Sendable {}
open class NSURLRequest: NSObject, @unchecked Sendable {}
open class NSMutableURLRequest: NSURLRequest, @unchecked Sendable {}
public typealias NSArray = CFArray
open class NSDictionary: NSObject, @unchecked Sendable {}
open class NSDate: NSObject, @unchecked Sendable {}

public struct Data: Sendable, Hashable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection, Codable {
    public typealias Index = Int
    public typealias Element = UInt8
    public typealias SubSequence = Data

    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    public struct Base64DecodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let ignoreUnknownCharacters = Base64DecodingOptions(rawValue: 1)
    }

    public init() {}
    public init(_ elements: some Sequence<UInt8>) {}
    public init(contentsOf url: URL, options: ReadingOptions = []) throws {}
    public init?(base64Encoded: String, options: Base64DecodingOptions = []) { nil }

    public var startIndex: Int { fatalError() }
    public var endIndex: Int { fatalError() }
    public subscript(index: Int) -> UInt8 {
        get { fatalError() }
        set {}
    }
    public subscript(bounds: Range<Int>) -> Data {
        get { fatalError() }
        set {}
    }
    public mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<UInt8>) {}
    public mutating func append(_ other: Data) {}
    public func write(to url: URL) throws {}
    public func base64EncodedString() -> String { fatalError() }
}

public protocol DataProtocol: RandomAccessCollection where Element == UInt8 {}
extension Data: DataProtocol {}
extension Array: DataProtocol where Element == UInt8 {}

public struct URL: Sendable, Hashable, Codable, CustomStringConvertible {
    public init?(string: String) { nil }
    public init?(string: String, relativeTo url: URL?) { nil }
    public enum DirectoryHint: Sendable { case isDirectory, notDirectory, checkFileSystem, inferFromPath }

    public init(filePath path: String, directoryHint: DirectoryHint = .inferFromPath, relativeTo base: URL? = nil) {
        fatalError()
    }
    public init(fileURLWithPath path: String) { fatalError() }
    public init(fileURLWithPath path: String, isDirectory: Bool) { fatalError() }
    public var absoluteString: String { fatalError() }
    public var absoluteURL: URL { fatalError() }
    public var description: String { fatalError() }
    public var scheme: String? { fatalError() }
    public var host: String? { fatalError() }
    public var port: Int? { fatalError() }
    public var path: String { fatalError() }
    public var query: String? { fatalError() }
    public var lastPathComponent: String { fatalError() }
    public func appending<S: StringProtocol>(path: S, directoryHint: DirectoryHint = .inferFromPath) -> URL {
        fatalError()
    }
    public func appendingPathComponent(_ component: String) -> URL { fatalError() }
    public func deletingLastPathComponent() -> URL { fatalError() }
}

public struct Date: Sendable, Hashable, Comparable {
    public init() {}
    public init(timeIntervalSinceNow: TimeInterval) {}
    public init(timeIntervalSince1970: TimeInterval) {}
    public static var now: Date { fatalError() }
    public static var distantFuture: Date { fatalError() }
    public static func < (one: Date, other: Date) -> Bool { fatalError() }
    public var timeIntervalSinceNow: TimeInterval { fatalError() }
    public func timeIntervalSince(_ date: Date) -> TimeInterval { fatalError() }
}

public struct UUID: Sendable, Hashable {
    public init() {}
    public var uuidString: String { fatalError() }
}

extension String {
    public struct Encoding: Sendable, Hashable {
        public static let utf8: Encoding = { fatalError() }()
    }

    public init(contentsOfFile path: String, encoding: Encoding) throws { fatalError() }
    public init(contentsOf url: URL, encoding: Encoding) throws { fatalError() }
}

public struct CharacterSet: Sendable, Hashable {
    public static var whitespaces: CharacterSet { fatalError() }
    public static var whitespacesAndNewlines: CharacterSet { fatalError() }
}

extension StringProtocol {
    public func trimmingCharacters(in set: CharacterSet) -> String { fatalError() }
    public func components<T: StringProtocol>(separatedBy separator: T) -> [String] { fatalError() }
    public func contains<T: StringProtocol>(_ other: T) -> Bool { fatalError() }
    public func replacingOccurrences<Target: StringProtocol, Replacement: StringProtocol>(
        of target: Target, with replacement: Replacement
    ) -> String { fatalError() }
}

open class JSONEncoder: @unchecked Sendable {
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let prettyPrinted = OutputFormatting(rawValue: 1)
        public static let sortedKeys = OutputFormatting(rawValue: 2)
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
    }
    open var outputFormatting: OutputFormatting {
        get { fatalError() }
        set {}
    }
    public init() {}
    open func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }
}

open class JSONDecoder: @unchecked Sendable {
    public init() {}
    open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}
