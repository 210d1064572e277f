// Security.swift: the judgement of certificates, as Apple's SDK declares them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
// The names are those of Apple.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreFoundation

public class SecCertificate: @unchecked Sendable {}
public class SecTrust: @unchecked Sendable {}
public class SecIdentity: @unchecked Sendable {}

public typealias OSStatus = Int32

public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? { fatalError() }
@discardableResult
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchorCertificates: CFArray?) -> OSStatus {
    fatalError()
}
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ anchorCertificatesOnly: Bool) -> OSStatus {
    fatalError()
}
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool {
    fatalError()
}
