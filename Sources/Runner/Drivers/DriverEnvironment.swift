// DriverEnvironment.swift: the variables that a driver sees.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum DriverEnvironment {
    /// The variables of this process, without those for proxies and trusted certificates, and with a home of its own.
    static func variables(of ours: [String: String], home: String, temporary: String) -> [String: String] {
        var variables = ours.filter { name, _ in
            let name = name.lowercased()
            return !name.hasSuffix("_proxy") && !trust.contains(name)
        }
        variables["HOME"] = home
        variables["TMPDIR"] = temporary
        // The report of a crash takes seconds, and only the signal is needed.
        variables["SWIFT_BACKTRACE"] = "enable=no"
        return variables
    }

    private static let trust: Set<String> = [
        "ssl_cert_file", "ssl_cert_dir", "curl_ca_bundle", "requests_ca_bundle", "node_extra_ca_certs", "netrc",
        "curl_home", "sslkeylogfile",
    ]
}
