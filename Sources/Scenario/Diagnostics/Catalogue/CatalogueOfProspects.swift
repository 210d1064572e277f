// CatalogueOfProspects.swift: what can never happen as it is written, explained.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension DiagnosticCatalogue {
    static let prospects: [Entry] = [
        Entry(
            .oddMethod,
            #"""
            Methods are in capitals, and any word in capitals is one; a slip of the finger makes another method.
            """#,
            wrong: #"""
                > GTE /
                < 200

                """#,
            right: #"""
                > GET /
                < 200

                """#
        ),
        Entry(
            .oddTarget,
            #"""
            A target is '/path', or '//name/path' on another origin. Anything else is compared as text, byte for byte,
            with what the client sends, and that has no fragment and no bytes beyond ASCII.
            """#,
            wrong: #"""
                > GET index
                < 200

                """#,
            right: #"""
                > GET /index
                < 200

                """#
        ),
        Entry(
            .oddStatus,
            #"""
            RFC 9110 section 15: a status is a number from 100 to 599. What stands behind it goes out as its phrase.
            """#,
            wrong: #"""
                > GET /
                < 200 Not Found

                """#,
            right: #"""
                > GET /
                < 404 Not Found

                """#
        ),
        Entry(
            .fixedPort,
            #"""
            Each run has ports of its own, so what names one is never right. Origins are named by their names.
            """#,
            wrong: #"""
                > GET /
                < 302
                < Location: http://localhost:8080/next

                """#,
            right: #"""
                > GET /
                < 302
                < Location: {{//main/next}}

                """#
        ),
        Entry(
            .headOpen,
            #"""
            Raw bytes are sent as they are, and no empty line is added to the message in which they stand. Directly
            below a head they are part of it.
            """#,
            wrong: #"""
                > GET /
                < 200
                < Content-Length: 5
                < {{raw "hello"}}
                * response 200
                * finish

                """#,
            right: #"""
                > GET /
                < 200
                < Content-Length: 5
                <
                < {{raw "hello"}}
                * response 200
                * finish

                """#
        ),
        Entry(
            .afterTheEnd,
            #"""
            'finish' and 'fail' are the last that a load reports.
            """#,
            wrong: #"""
                > GET /
                < 200
                * finish
                * response 200

                """#,
            right: #"""
                > GET /
                < 200
                * response 200
                * finish

                """#
        ),
        Entry(
            .trailersUnframed,
            #"""
            Trailers stand behind the last chunk. Where the body has no chunks, nothing says where it ends and they begin.
            """#,
            wrong: #"""
                > GET /
                < 200
                <
                < one
                ! trailers
                < X: y

                """#,
            right: #"""
                > GET /
                < 200
                < Transfer-Encoding: chunked
                <
                < one
                ! trailers
                < X: y

                """#
        ),
        Entry(
            .boundToNothing,
            #"""
            '! new-connection', '! same-connection' and '! connection' are part of the request below them: they say on
            which connection it comes.
            """#,
            wrong: #"""
                > GET /
                ! new-connection
                < 200

                """#,
            right: #"""
                ! new-connection
                > GET /
                < 200

                """#
        ),
        Entry(
            .neverReached,
            #"""
            An origin that is 'refused' or a 'blackhole' takes no connection, so no request comes to it.
            """#,
            wrong: #"""
                origin gone http refused
                > GET //gone/
                < 200

                """#,
            right: #"""
                origin gone http refused
                client GET //gone/
                * fail cannot-connect

                """#
        ),
        Entry(
            .tlsMissing,
            #"""
            Greetings, handshakes and alerts are of TLS, which only an origin with 'https' speaks.
            """#,
            wrong: #"""
                ! await client-hello
                > GET /
                < 200

                """#,
            right: #"""
                origin web https
                ! await client-hello
                > GET //web/
                < 200

                """#
        ),
        Entry(
            .nonceUnsent,
            #"""
            A nonce is a random word that is made where it is sent. What is to come back must have been given away.
            """#,
            wrong: #"""
                > GET /
                > Cookie: sid={{nonce sid}}
                < 200

                """#,
            right: #"""
                > GET /
                < 200
                < Set-Cookie: sid={{nonce sid}}
                client GET /
                > GET /
                > Cookie: sid={{nonce sid}}
                < 200

                """#
        ),
    ]
}
