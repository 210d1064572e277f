// APIStyle.swift: the delegate APIs that are told apart.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The delegate API to which a line can be limited.
package enum APIStyle: String, WordSet {
    case urlsession, nsurlconnection, nsurldownload, urlprotocol
}
