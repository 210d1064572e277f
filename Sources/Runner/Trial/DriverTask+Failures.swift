// DriverTask+Failures.swift: the failures that every client can have, in the trial of a driver.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWords

extension DriverTask {
    /// A client may try again what fails, as often as it likes: a driver has no part in that.
    static let failing = [
        DriverTask(
            subject: "fails where nobody is",
            text: """
                origin gone http refused
                client GET //gone/
                * fail cannot-connect
                """, rule: .failures),
        DriverTask(
            subject: "fails when the connection is reset",
            text: """
                > GET /reset
                ! reset
                repeat 0..20
                > GET /reset
                ! reset
                end
                * fail connection-lost
                """, rule: .failures),
        DriverTask(
            subject: "fails when the reply is cut short",
            text: """
                > GET /cut
                < 200
                < Content-Length: 10
                <
                < {{raw "12345"}}
                ! close
                *? response 200
                *? data "12345"
                repeat 0..20
                > GET /cut
                < 200
                < Content-Length: 10
                <
                < {{raw "12345"}}
                ! close
                *? response 200
                *? data "12345"
                end
                * fail connection-lost
                """, rule: .failures, once: .fail),
        DriverTask(
            subject: "fails when nothing comes",
            text: """
                client GET /silence timeout=500ms
                > GET /silence
                ! stall
                repeat 0..20
                > GET /silence
                ! stall
                end
                * fail timed-out
                """, rule: .failures),
        DriverTask(
            subject: "fails when what comes is no HTTP",
            text: """
                > GET /noise
                < {{raw "this is no HTTP\\r\\n\\r\\n"}}
                ! close
                repeat 0..20
                > GET /noise
                < {{raw "this is no HTTP\\r\\n\\r\\n"}}
                ! close
                end
                * fail bad-response
                """, rule: .failures, once: .fail),
        DriverTask(
            subject: "fails when the server is not to be trusted",
            text: """
                needs  tls
                origin web https certificate=self-signed
                client GET //web/
                *? challenge ServerTrust -> default
                * fail tls
                """, rule: .failures, once: .fail),
    ]
}
