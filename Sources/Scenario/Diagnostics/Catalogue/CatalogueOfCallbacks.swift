// CatalogueOfCallbacks.swift: faults of callbacks, acts and orders, explained.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension DiagnosticCatalogue {
    static let callbacks: [Entry] = [
        Entry(
            .unknownCallback,
            #"""
            A '*' line names something that a client's delegate can report.
            """#,
            wrong: #"""
                > GET /
                < 302
                < Location: /a
                * redirct 302 /a -> follow
                > GET /a

                """#,
            right: #"""
                > GET /
                < 302
                < Location: /a
                * redirect 302 /a -> follow
                > GET /a

                """#
        ),
        Entry(
            .unknownDecision,
            #"""
            Behind '->' stands what the delegate decides. Each callback has decisions of its own, and
            'cancel'; a question can also be left open with 'hold'.
            """#,
            wrong: #"""
                > GET /
                * redirect 302 /a -> folow

                """#,
            right: #"""
                > GET /
                * redirect 302 /a -> follow

                """#
        ),
        Entry(
            .unknownField,
            #"""
            The callback reports no such field.
            """#,
            wrong: #"""
                > GET /
                * challenge Basic relam="v"

                """#,
            right: #"""
                > GET /
                * challenge Basic realm="v"

                """#
        ),
        Entry(
            .unknownStyle,
            #"""
            A line can be limited to some of the delegate APIs.
            """#,
            wrong: #"""
                > GET /
                * [nsurlconection] finish

                """#,
            right: #"""
                > GET /
                * [nsurlconnection] finish

                """#
        ),
        Entry(
            .unknownKind,
            #"""
            Challenges, failures and loads are of kinds with fixed names, which every client's own names
            are put into.
            """#,
            wrong: #"""
                > GET /
                * fail timeout

                """#,
            right: #"""
                > GET /
                * fail timed-out

                """#
        ),
        Entry(
            .unknownAct,
            #"""
            A '!' line names an act of the server; what the client must do is written '! await'.
            """#,
            wrong: #"""
                > GET /
                ! resett

                """#,
            right: #"""
                > GET /
                ! reset

                """#
        ),
        Entry(
            .unknownAwaited,
            #"""
            '! await' names something that a client does on a connection.
            """#,
            wrong: #"""
                > GET /
                ! await closed

                """#,
            right: #"""
                > GET /
                ! await close

                """#
        ),
        Entry(
            .unknownOrder,
            #"""
            Behind 'client' stands a method in capitals, or an order.
            """#,
            wrong: #"""
                > GET /
                client cancle

                """#,
            right: #"""
                > GET /
                client cancel

                """#
        ),
        Entry(
            .unknownOption,
            #"""
            The line takes options of the form 'name=value', and only those that it knows.
            """#,
            wrong: #"""
                client GET / timeot=2s
                > GET /

                """#,
            right: #"""
                client GET / timeout=2s
                > GET /

                """#
        ),
        Entry(
            .nothingHeld,
            #"""
            'client answer' answers a question that a '*' line above left open with '-> hold'.
            """#,
            wrong: #"""
                > GET /
                < 401
                * challenge Basic
                client answer use a:b

                """#,
            right: #"""
                > GET /
                < 401
                * challenge Basic -> hold
                client answer use a:b

                """#
        ),
        Entry(
            .noLoad,
            #"""
            Where no 'client' line stands above it, the first request is the client's order as well. Then
            its body has to be something that can be sent, and with other orders above, a load has to be
            among them. A file that expects no request has a 'client' line and no '>' line, or nothing but acts,
            such as '! quiet 1s'.
            """#,
            wrong: #"""
                > POST /
                >
                > {{any}}

                """#,
            right: #"""
                client POST /
                       body "x"
                > POST /
                >
                > {{any}}

                """#
        ),
        Entry(
            .badArrow,
            #"""
            What the delegate decides stands behind '->', and a blank on either side of it.
            """#,
            wrong: #"""
                > GET /
                * redirect 302 /a => follow

                """#,
            right: #"""
                > GET /
                * redirect 302 /a -> follow

                """#
        ),
    ]
}
