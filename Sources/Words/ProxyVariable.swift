// ProxyVariable.swift: the variable of the environment by which clients learn of a proxy.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum ProxyVariable {
    /// The name of the variable by which most clients learn of a proxy; nil: there is none, or one that says where it is not asked.
    ///
    /// - Parameter value: looks a variable up.
    package static func name(among value: (String) -> String?) -> String? {
        func isSet(_ name: String) -> Bool { value(name)?.isEmpty == false }
        guard !isSet("no_proxy"), !isSet("NO_PROXY") else { return nil }
        return ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].first(where: isSet)
    }

    /// What is said where no connection came.
    ///
    /// - Parameter whom: what gets the other variable, `the command`.
    package static func sentence(_ name: String, for whom: String) -> String {
        "no connection came, and the variable \(name) sends clients to a proxy: set NO_PROXY=127.0.0.1,localhost and no_proxy "
            + "for \(whom)"
    }
}
