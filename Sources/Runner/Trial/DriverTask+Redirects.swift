// DriverTask+Redirects.swift: the redirects with which a driver is tested.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWords

extension DriverTask {
    static let redirecting = [
        DriverTask(
            subject: "reports each redirect, and follows it",
            text: """
                > GET /old
                < 302
                < Location: /newer
                * redirect 302 /newer method=GET -> follow
                > GET /newer
                < 302
                < Location: /new
                * redirect 302 /new method=GET -> follow
                > GET /new
                < 200
                <
                < done
                * response 200
                * data "done"
                * finish
                """, rule: .subject),
        DriverTask(
            subject: "waits for the answer",
            text: """
                needs  redirect
                > GET /old
                < 302
                < Location: /new
                * redirect 302 /new -> hold
                ! quiet 200ms
                client answer follow
                > GET /new
                < 200
                * response 200
                * finish
                """, rule: .question),
        DriverTask(
            subject: "refuses a redirect",
            text: """
                > GET /old
                < 302
                < Location: /new
                * redirect 302 /new -> refuse
                * response 302
                * finish
                ! quiet 100ms
                """, rule: .decisions),
        DriverTask(
            subject: "cancels at a redirect",
            text: """
                needs  fail
                > GET /old
                < 302
                < Location: /new
                * redirect 302 /new -> cancel
                * fail cancelled
                ! quiet 100ms
                """, rule: .cancelling, once: .redirect),
        DriverTask(
            subject: "decides which redirects are followed",
            text: """
                client GET /one
                > GET /one
                < 302
                < Location: /two
                * redirect 302 /two -> follow
                > GET /two
                < 302
                < Location: /three
                * redirect 302 /three -> refuse
                * response 302
                * finish
                ! quiet 100ms
                """, rule: .twice),
        DriverTask(
            subject: "follows a redirect to where it is told, with the fields that it is told",
            text: """
                > GET /old
                < 302
                < Location: /new
                * redirect 302 /new -> to /elsewhere
                       X-Trial: one
                > GET /elsewhere
                > X-Trial: one
                < 200
                * response 200
                * finish
                """, rule: .elsewhere),
        DriverTask(
            subject: "keeps what is decided for one load from the next",
            text: """
                client GET /stays
                > GET /stays
                < 302
                < Location: /unwanted
                * redirect 302 /unwanted -> refuse
                * response 302
                * finish
                client GET /goes
                > GET /goes
                < 302
                < Location: /wanted
                * redirect 302 /wanted -> follow
                > GET /wanted
                < 200
                * response 200
                * finish
                """, rule: .ownLoad),
    ]
}
