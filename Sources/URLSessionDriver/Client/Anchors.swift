// Anchors.swift: the authorities that the client trusts.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The PEM files of the authorities that are trusted now, and no others. Empty: those of the system.
///
/// There is one list for the whole process, because a handshake does not tell which load it is for.
enum Anchors {
    private static let paths = Mutex<[String]>([])

    static var current: [String] { paths.withLock { $0 } }

    static func set(_ new: [String]) { paths.withLock { $0 = new } }

    #if canImport(FoundationNetworking)
        // FoundationNetworking neither asks a delegate about trust nor has a setting for it. But libcurl reads the
        // system's file with a function of OpenSSL's, and the dynamic linker looks for that in the program first: so
        // the program has functions of the same names (Package.swift exports them), which read the anchors' files
        // instead.

        /// Whether these functions are called: not if libcurl has OpenSSL linked into itself, or uses another library.
        static var areHeeded: Bool {
            guard let first = dlsym(nil, "X509_STORE_load_file"), let next = dlsym(nextObject, "X509_STORE_load_file")
            else { return false }
            return first != next
        }

        fileprivate typealias Load = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> CInt

        fileprivate static func original(_ name: String) -> Load? {
            dlsym(nextObject, name).map { unsafeBitCast($0, to: Load.self) }
        }

        /// RTLD_NEXT, a macro that Swift does not import.
        private static var nextObject: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: -1) }
    #endif
}

#if canImport(FoundationNetworking)
    @_cdecl("X509_STORE_load_file")
    public func storeLoadFile(_ store: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> CInt {
        guard let original = Anchors.original("X509_STORE_load_file") else { return 0 }
        let anchors = Anchors.current
        if anchors.isEmpty { return original(store, path) }
        return anchors.allSatisfy { original(store, $0) == 1 } ? 1 : 0
    }

    @_cdecl("X509_STORE_load_path")
    public func storeLoadPath(_ store: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> CInt {
        guard Anchors.current.isEmpty else { return 1 }
        return Anchors.original("X509_STORE_load_path")?(store, path) ?? 0
    }
#endif
