// CatalogueOfAdvice.swift: what is no fault but hardly meant, explained.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension DiagnosticCatalogue {
    static let advice: [Entry] = [
        Entry(
            .resetUnproven,
            #"""
            A reset may destroy bytes that have arrived but that the client has not read. A '*' line above
            it proves that they were read.
            """#,
            wrong: #"""
                > GET /
                < 200
                < Content-Length: 9
                <
                < abc
                ! reset
                * fail connection-lost

                """#,
            right: #"""
                > GET /
                < 200
                < Content-Length: 9
                <
                < abc
                * response 200
                * data "abc"
                ! reset
                * fail connection-lost

                """#
        ),
        Entry(
            .sentAfterEnd,
            #"""
            After '! close', '! half-close', '! reset' and '! stall' nothing more can be sent on that
            connection.
            """#,
            wrong: #"""
                > GET /
                ! close
                < 200

                """#,
            right: #"""
                > GET /
                < 200
                ! close

                """#
        ),
        Entry(
            .lengthUnknown,
            #"""
            The server adds a 'Content-Length' to a reply that has no framing. It cannot where only the run
            decides which lines the body has.
            """#,
            wrong: #"""
                > GET /
                < 200
                <
                < one
                either
                * data "one"
                < two
                or
                * fail other
                end

                """#,
            right: #"""
                > GET /
                < 200
                < Transfer-Encoding: chunked
                <
                < one
                either
                * data "one"
                < two
                or
                * fail other
                end

                """#
        ),
        Entry(
            .branchUnchosen,
            #"""
            The first thing that happens chooses the branch whose first line it fits. A branch that begins
            with a line of ours, or like an upper one, is never chosen.
            """#,
            wrong: #"""
                > GET /
                either
                * waiting
                < 200
                or
                < 404
                end

                """#,
            right: #"""
                > GET /
                either
                * waiting
                < 200
                or
                ! quiet 500ms
                < 404
                end

                """#
        ),
        Entry(
            .unusedCapture,
            #"""
            What is captured can be written further down as '{{name}}'.
            """#,
            wrong: #"""
                > GET /
                > X: {{capture token}}
                < 200

                """#,
            right: #"""
                > GET /
                > X: {{capture token}}
                < 200
                < Y: {{token}}

                """#
        ),
        Entry(
            .unusedOrigin,
            #"""
            An origin that no line uses is listened on for nothing.
            """#,
            wrong: #"""
                origin other http
                > GET /
                < 200

                """#,
            right: #"""
                origin other http
                > GET //other/
                < 200

                """#
        ),
        Entry(
            .unusedColumn,
            #"""
            Every column but the first, which names the rows, is there to be put in somewhere.
            """#,
            wrong: #"""
                cases name | place
                      one  | /1
                > GET /
                < 200

                """#,
            right: #"""
                cases name | place
                      one  | /1
                > GET {{place}}
                < 200

                """#
        ),
        Entry(
            .laneMissing,
            #"""
            Where each load has a lane, the lines of its messages and callbacks carry it too.
            """#,
            wrong: #"""
                client GET / lane=a
                > GET /
                <a 200

                """#,
            right: #"""
                client GET / lane=a
                >a GET /
                <a 200

                """#
        ),
        Entry(
            .styleLacks,
            #"""
            The API to which the line is limited has no callback of this kind, so the line is passed over
            there.
            """#,
            wrong: #"""
                > GET /
                < 200
                * [nsurldownload] data

                """#,
            right: #"""
                > GET /
                < 200
                * [urlsession] data

                """#
        ),
        Entry(
            .oddChallenge,
            #"""
            Clients pass over a challenge that they cannot read, or that asks for what they do not know, and the
            scenario then tests something else than its author meant. Where that is the test, the value is written
            as a string, and taken as it is.
            """#,
            wrong: #"""
                > GET /
                < 401
                < WWW-Authenticate: Digest realm="v", nonce="{{nonce}}", algorithm=SHA256

                """#,
            right: #"""
                > GET /
                < 401
                < WWW-Authenticate: Digest realm="v", nonce="{{nonce}}", algorithm=SHA-256
                > GET /other
                < 401
                < WWW-Authenticate: {{"Digest realm=v, algorithm=SHA256"}}

                """#
        ),
        Entry(
            .nothingToConfirm,
            #"""
            '{{digest-info}}' confirms the Digest credentials of the request that is answered. Their password is
            that of the '{{digest …}}' in a field of the request; without one nothing is made of it.
            """#,
            wrong: #"""
                > GET /
                < 200
                < Authentication-Info: {{digest-info}}

                """#,
            right: #"""
                > GET /
                > Authorization: {{digest alice:secret}}
                < 200
                < Authentication-Info: {{digest-info}}

                """#
        ),
    ]
}
