// Errors.swift: errors of Foundation and of loading.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
// The names are those of Apple.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public let NSURLErrorDomain: String = { fatalError() }()
public let NSCocoaErrorDomain: String = { fatalError() }()
public let NSPOSIXErrorDomain: String = { fatalError() }()
public let NSLocalizedDescriptionKey: String = { fatalError() }()
public let NSURLErrorFailingURLErrorKey: String = { fatalError() }()
public let NSURLErrorFailingURLStringErrorKey: String = { fatalError() }()
public let NSUnderlyingErrorKey: String = { fatalError() }()
public let NSURLSessionDownloadTaskResumeData: String = { fatalError() }()

open class NSError: NSObject, Error, @unchecked Sendable {
    public init(domain: String, code: Int, userInfo dict: [String: Any]? = nil) {}
    open var domain: String { fatalError() }
    open var code: Int { fatalError() }
    open var userInfo: [String: Any] { fatalError() }
    open var localizedDescription: String { fatalError() }
}

// What the compiler calls where an error goes to Objective-C, and where it comes from there.
public func _convertErrorToNSError(_ error: any Error) -> NSError { fatalError() }
public func _convertNSErrorToError(_ error: NSError?) -> any Error { fatalError() }

extension Error {
    public var localizedDescription: String { fatalError() }
}

public protocol LocalizedError: Error {
    var errorDescription: String? { get }
}

public struct CocoaError: Error, Sendable {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static var userCancelled: Code { fatalError() }
    }
    public init(_ code: Code, userInfo: [String: Any] = [:]) {}
    public var code: Code { fatalError() }
    public var errorCode: Int { fatalError() }
    public static var userCancelled: Code { fatalError() }
}

public struct URLError: Error, Sendable, Hashable {
    public init(_ code: Code, userInfo: [String: Any] = [:]) {}
    public var code: Code { fatalError() }
    public var errorCode: Int { fatalError() }
    public var failingURL: URL? { fatalError() }
    public var userInfo: [String: Any] { fatalError() }

    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static var appTransportSecurityRequiresSecureConnection: Code { fatalError() }
        public static var backgroundSessionInUseByAnotherProcess: Code { fatalError() }
        public static var backgroundSessionRequiresSharedContainer: Code { fatalError() }
        public static var backgroundSessionWasDisconnected: Code { fatalError() }
        public static var badServerResponse: Code { fatalError() }
        public static var badURL: Code { fatalError() }
        public static var callIsActive: Code { fatalError() }
        public static var cancelled: Code { fatalError() }
        public static var cannotCloseFile: Code { fatalError() }
        public static var cannotConnectToHost: Code { fatalError() }
        public static var cannotCreateFile: Code { fatalError() }
        public static var cannotDecodeContentData: Code { fatalError() }
        public static var cannotDecodeRawData: Code { fatalError() }
        public static var cannotFindHost: Code { fatalError() }
        public static var cannotLoadFromNetwork: Code { fatalError() }
        public static var cannotMoveFile: Code { fatalError() }
        public static var cannotOpenFile: Code { fatalError() }
        public static var cannotParseResponse: Code { fatalError() }
        public static var cannotRemoveFile: Code { fatalError() }
        public static var cannotWriteToFile: Code { fatalError() }
        public static var clientCertificateRejected: Code { fatalError() }
        public static var clientCertificateRequired: Code { fatalError() }
        public static var dataLengthExceedsMaximum: Code { fatalError() }
        public static var dataNotAllowed: Code { fatalError() }
        public static var dnsLookupFailed: Code { fatalError() }
        public static var downloadDecodingFailedMidStream: Code { fatalError() }
        public static var downloadDecodingFailedToComplete: Code { fatalError() }
        public static var fileDoesNotExist: Code { fatalError() }
        public static var fileIsDirectory: Code { fatalError() }
        public static var httpTooManyRedirects: Code { fatalError() }
        public static var internationalRoamingOff: Code { fatalError() }
        public static var networkConnectionLost: Code { fatalError() }
        public static var noPermissionsToReadFile: Code { fatalError() }
        public static var notConnectedToInternet: Code { fatalError() }
        public static var redirectToNonExistentLocation: Code { fatalError() }
        public static var requestBodyStreamExhausted: Code { fatalError() }
        public static var resourceUnavailable: Code { fatalError() }
        public static var secureConnectionFailed: Code { fatalError() }
        public static var serverCertificateHasBadDate: Code { fatalError() }
        public static var serverCertificateHasUnknownRoot: Code { fatalError() }
        public static var serverCertificateNotYetValid: Code { fatalError() }
        public static var serverCertificateUntrusted: Code { fatalError() }
        public static var timedOut: Code { fatalError() }
        public static var unknown: Code { fatalError() }
        public static var unsupportedURL: Code { fatalError() }
        public static var userAuthenticationRequired: Code { fatalError() }
        public static var userCancelledAuthentication: Code { fatalError() }
        public static var zeroByteResource: Code { fatalError() }
    }
}

extension URLError {
    public static var appTransportSecurityRequiresSecureConnection: Code { fatalError() }
    public static var backgroundSessionInUseByAnotherProcess: Code { fatalError() }
    public static var backgroundSessionRequiresSharedContainer: Code { fatalError() }
    public static var backgroundSessionWasDisconnected: Code { fatalError() }
    public static var badServerResponse: Code { fatalError() }
    public static var badURL: Code { fatalError() }
    public static var callIsActive: Code { fatalError() }
    public static var cancelled: Code { fatalError() }
    public static var cannotCloseFile: Code { fatalError() }
    public static var cannotConnectToHost: Code { fatalError() }
    public static var cannotCreateFile: Code { fatalError() }
    public static var cannotDecodeContentData: Code { fatalError() }
    public static var cannotDecodeRawData: Code { fatalError() }
    public static var cannotFindHost: Code { fatalError() }
    public static var cannotLoadFromNetwork: Code { fatalError() }
    public static var cannotMoveFile: Code { fatalError() }
    public static var cannotOpenFile: Code { fatalError() }
    public static var cannotParseResponse: Code { fatalError() }
    public static var cannotRemoveFile: Code { fatalError() }
    public static var cannotWriteToFile: Code { fatalError() }
    public static var clientCertificateRejected: Code { fatalError() }
    public static var clientCertificateRequired: Code { fatalError() }
    public static var dataLengthExceedsMaximum: Code { fatalError() }
    public static var dataNotAllowed: Code { fatalError() }
    public static var dnsLookupFailed: Code { fatalError() }
    public static var downloadDecodingFailedMidStream: Code { fatalError() }
    public static var downloadDecodingFailedToComplete: Code { fatalError() }
    public static var fileDoesNotExist: Code { fatalError() }
    public static var fileIsDirectory: Code { fatalError() }
    public static var httpTooManyRedirects: Code { fatalError() }
    public static var internationalRoamingOff: Code { fatalError() }
    public static var networkConnectionLost: Code { fatalError() }
    public static var noPermissionsToReadFile: Code { fatalError() }
    public static var notConnectedToInternet: Code { fatalError() }
    public static var redirectToNonExistentLocation: Code { fatalError() }
    public static var requestBodyStreamExhausted: Code { fatalError() }
    public static var resourceUnavailable: Code { fatalError() }
    public static var secureConnectionFailed: Code { fatalError() }
    public static var serverCertificateHasBadDate: Code { fatalError() }
    public static var serverCertificateHasUnknownRoot: Code { fatalError() }
    public static var serverCertificateNotYetValid: Code { fatalError() }
    public static var serverCertificateUntrusted: Code { fatalError() }
    public static var timedOut: Code { fatalError() }
    public static var unknown: Code { fatalError() }
    public static var unsupportedURL: Code { fatalError() }
    public static var userAuthenticationRequired: Code { fatalError() }
    public static var userCancelledAuthentication: Code { fatalError() }
    public static var zeroByteResource: Code { fatalError() }
}
