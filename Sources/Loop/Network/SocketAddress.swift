// SocketAddress.swift: an IP address and a port.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import CQuintainSystem
    import Glibc
#endif

package struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    package let isIPv6: Bool
    /// The address in network order: 16 bytes, or 4 in the upper half of `high`.
    private let high: UInt64
    private let low: UInt64
    package var port: UInt16

    package static func loopback(port: UInt16 = 0) -> SocketAddress {
        SocketAddress(isIPv6: false, high: 0x7f00_0001 << 32, low: 0, port: port)
    }

    package static func loopback6(port: UInt16 = 0) -> SocketAddress {
        SocketAddress(isIPv6: true, high: 0, low: 1, port: port)
    }

    /// An address as people write it: `127.0.0.1`, `::1`, `[::1]`, or `localhost`, which is 127.0.0.1.
    package init(_ text: String, port: UInt16 = 0) throws(LoopError) {
        if text == "localhost" {
            self = .loopback(port: port)
            return
        }
        let bare = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        var four: UInt32 = 0
        var sixteen: (UInt64, UInt64) = (0, 0)
        if inet_pton(AF_INET, bare, &four) == 1 {
            self.init(isIPv6: false, high: UInt64(UInt32(bigEndian: four)) << 32, low: 0, port: port)
        } else if inet_pton(AF_INET6, bare, &sixteen) == 1 {
            let (high, low) = (UInt64(bigEndian: sixteen.0), UInt64(bigEndian: sixteen.1))
            self.init(isIPv6: true, high: high, low: low, port: port)
        } else {
            throw LoopError(
                "bad-address",
                "'\(text)' is no IP address",
                help: "write one like 127.0.0.1, ::1 or 0.0.0.0"
            )
        }
    }

    private init(isIPv6: Bool, high: UInt64, low: UInt64, port: UInt16) {
        self.isIPv6 = isIPv6
        self.high = high
        self.low = low
        self.port = port
    }

    /// 127.0.0.0/8 or ::1.
    package var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

    package func with(port: UInt16) -> SocketAddress {
        var copy = self
        copy.port = port
        return copy
    }

    /// Whether the address stands for every address of the machine: `0.0.0.0` or `::`.
    package var isAny: Bool { high == 0 && low == 0 }

    /// The address without the port: `127.0.0.1`, `::1`.
    package var host: String {
        var sixteen = (high.bigEndian, low.bigEndian)
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(isIPv6 ? AF_INET6 : AF_INET, &sixteen, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The form in a URL: `127.0.0.1:8080`, `[::1]:8080`.
    package var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension SocketAddress {
    var family: Int32 { isIPv6 ? AF_INET6 : AF_INET }

    func withSystemAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        if isIPv6 {
            var system = sockaddr_in6()
            system.sin6_family = sa_family_t(AF_INET6)
            system.sin6_port = port.bigEndian
            withUnsafeMutableBytes(of: &system.sin6_addr) {
                $0.storeBytes(of: high.bigEndian, as: UInt64.self)
                $0.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
            }
            #if canImport(Darwin)
                system.sin6_len = UInt8(MemoryLayout<sockaddr_in6>.size)
            #endif
            return Self.rebind(&system, body)
        }
        var system = sockaddr_in()
        system.sin_family = sa_family_t(AF_INET)
        system.sin_port = port.bigEndian
        system.sin_addr.s_addr = UInt32(truncatingIfNeeded: high >> 32).bigEndian
        #if canImport(Darwin)
            system.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
        #endif
        return Self.rebind(&system, body)
    }

    /// The address that a call such as `accept` fills in; nil: it is no IP address.
    init?(filledIn fill: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Bool) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let done = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { fill($0, &length) }
        }
        guard done else { return nil }
        self.init(storage)
    }

    /// The addresses from the system's resolver, best first. The call blocks, so never on a loop.
    static func found(for host: String, port: UInt16) -> [SocketAddress] {
        var hints = addrinfo()
        #if canImport(Darwin)
            hints.ai_socktype = SOCK_STREAM
        #else
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            quintain_resolve_alone()
        #endif
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        return sequence(first: first) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap { entry in
            guard let entry = entry?.pointee, let source = entry.ai_addr else { return nil }
            var storage = sockaddr_storage()
            let count = min(Int(entry.ai_addrlen), MemoryLayout<sockaddr_storage>.size)
            withUnsafeMutableBytes(of: &storage) {
                $0.copyMemory(from: UnsafeRawBufferPointer(start: source, count: count))
            }
            return SocketAddress(storage)?.with(port: port)
        }
    }

    private init?(_ storage: sockaddr_storage) {
        var storage = storage
        switch Int32(storage.ss_family) {
        case AF_INET:
            self = withUnsafeBytes(of: &storage) {
                let system = $0.load(as: sockaddr_in.self)
                let four = UInt32(bigEndian: system.sin_addr.s_addr)
                let port = UInt16(bigEndian: system.sin_port)
                return SocketAddress(isIPv6: false, high: UInt64(four) << 32, low: 0, port: port)
            }
        case AF_INET6:
            self = withUnsafeBytes(of: &storage) {
                var system = $0.load(as: sockaddr_in6.self)
                let port = UInt16(bigEndian: system.sin6_port)
                return withUnsafeBytes(of: &system.sin6_addr) {
                    let high = UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self))
                    let low = UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                    return SocketAddress(isIPv6: true, high: high, low: low, port: port)
                }
            }
        default: return nil
        }
    }

    private static func rebind<System, Result>(
        _ system: inout System,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: &system) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<System>.size))
            }
        }
    }
}
