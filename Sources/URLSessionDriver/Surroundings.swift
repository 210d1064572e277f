// Surroundings.swift: the environment and libraries that affect the client.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

enum Surroundings {
    /// Opens /dev/null in place of standard streams that came closed: a connection would get their number, and be written
    /// to.
    static func openClosedStreams() {
        while true {
            let fd = open("/dev/null", O_RDWR)
            if fd > STDERR_FILENO { close(fd) }
            if !(0...STDERR_FILENO ~= fd) { return }
        }
    }

    /// Removes proxies from the environment, so that none is used unless a load names one.
    static func clear() {
        for name in proxyNames { unsetenv(name) }
    }

    #if canImport(FoundationNetworking)
        /// Sets the proxy in the environment: FoundationNetworking ignores `connectionProxyDictionary`, and the libcurl
        /// below it reads the environment each time it connects.
        static func useProxy(_ url: String?) {
            for name in ["http_proxy", "https_proxy"] {
                if let url { setenv(name, url, 1) } else { unsetenv(name) }
            }
        }

        /// `libcurl/7.88.1`
        static var curlVersion: String? {
            curlWords?.split(separator: " ").first.map { $0.replacingOccurrences(of: "/", with: " ") }
        }

        static var speaksH2: Bool { curlWords?.contains("nghttp2/") ?? false }

        /// `libcurl/7.88.1 OpenSSL/3.0.17 zlib/1.2.13 … nghttp2/1.52.0`; nil: libcurl is linked in some other way.
        private static let curlWords: String? = {
            guard let symbol = dlsym(nil, "curl_version") else { return nil }
            typealias Version = @convention(c) () -> UnsafePointer<CChar>?
            return unsafeBitCast(symbol, to: Version.self)().map { String(cString: $0) }
        }()
    #endif

    private static let proxyNames = ["http", "https", "all", "no"].flatMap {
        ["\($0)_proxy", "\($0.uppercased())_PROXY"]
    }
}
