// NumberedProtocol.swift: a protocol class for each interceptor, made while the process runs.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
    import FoundationNetworking
#else
    import Foundation
#endif

extension InterceptingProtocol {
    /// The class whose instances load with the interceptor of this number, and with no other, ever.
    static func numbered(_ number: Int) -> InterceptingProtocol.Type { numeral(number).protocolClass }
}

/// Loads with the interceptor of its number. A session knows of a protocol nothing but its class, and shows it neither the
/// session itself nor, on each system, the fields of its configuration.
private final class NumberedProtocol<Number: Numeral>: InterceptingProtocol {
    override class var owner: Interceptor? { Claim.interceptor(Number.value) }
}

/// A number as a type, digit by digit, so that a generic class over it is another one for each number.
private protocol Numeral {
    static var value: Int { get }
}

private enum Zero: Numeral {
    static var value: Int { 0 }
}

private enum Even<Half: Numeral>: Numeral {
    static var value: Int { 2 * Half.value }
}

private enum Odd<Half: Numeral>: Numeral {
    static var value: Int { 2 * Half.value + 1 }
}

extension Numeral {
    fileprivate static var protocolClass: InterceptingProtocol.Type { NumberedProtocol<Self>.self }
    fileprivate static var even: any Numeral.Type { Even<Self>.self }
    fileprivate static var odd: any Numeral.Type { Odd<Self>.self }
}

private func numeral(_ number: Int) -> any Numeral.Type {
    guard number > 0 else { return Zero.self }
    let half = numeral(number / 2)
    return number.isMultiple(of: 2) ? half.even : half.odd
}
