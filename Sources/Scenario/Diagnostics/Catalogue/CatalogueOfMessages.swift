// CatalogueOfMessages.swift: faults of messages, explained.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension DiagnosticCatalogue {
    static let messages: [Entry] = [
        Entry(
            .noMessage,
            #"""
            A message begins with a start line; what can only stand within one needs it above.
            """#,
            wrong: #"""
                ! early
                > GET /

                """#,
            right: #"""
                > GET /
                ! early

                """#
        ),
        Entry(
            .badStartLine,
            #"""
            A request begins with a method and a target, a reply with three digits or 'HTTP/'. A blank in a
            target is '{{" "}}'.
            """#,
            wrong: #"""
                > GET /a b

                """#,
            right: #"""
                > GET /a{{" "}}b

                """#
        ),
        Entry(
            .badField,
            #"""
            A field is a name, a colon and a value. A bare mark ends the head, so that a body can follow.
            """#,
            wrong: #"""
                > POST /
                > some text

                """#,
            right: #"""
                > POST /
                >
                > some text

                """#
        ),
        Entry(
            .notEarly,
            #"""
            A request is done when all of it has come, and a line of ours below it waits for that. So what is written of
            it further down could never come: '! early' ends the waiting. A client's chunks are written by '| chunks',
            for nothing of ours can stand between them.
            """#,
            wrong: #"""
                > POST /up
                >
                > the first half
                < 103
                > the other half
                < 200

                """#,
            right: #"""
                > POST /up
                >
                > the first half
                ! early
                < 103
                > the other half
                < 200

                """#
        ),
        Entry(
            .noBody,
            #"""
            A 1xx reply is a head and nothing else. The next reply begins with its own start line.
            """#,
            wrong: #"""
                > GET /
                < 103
                <
                < text

                """#,
            right: #"""
                > GET /
                < 103
                <
                < 200
                <
                < text

                """#
        ),
        Entry(
            .misspeltStart,
            #"""
            A message goes on past lines of other voices, so a start line that is misspelt would be taken for a
            line of the body above, and the play would wait for what nobody asked for. Text that only looks like
            one is written as a string.
            """#,
            wrong: #"""
                > POST /a
                >
                > fido
                < 200
                > Get /b
                < 200

                """#,
            right: #"""
                > POST /a
                >
                > fido
                < 200
                > GET /b
                < 200

                """#
        ),
        Entry(
            .headEnded,
            #"""
            A body begins below a bare mark, and the head ends before the first line of another voice. Behind
            that line stands neither a field any more nor, where there was no bare mark, a body.
            """#,
            wrong: #"""
                > GET /
                < 200
                ! wait 20ms
                < X: y

                """#,
            right: #"""
                > GET /
                < 200
                < X: y
                ! wait 20ms

                """#
        ),
        Entry(
            .misspeltField,
            #"""
            A field that nobody knows is sent and compared like any other, so that a slip of the finger passes
            unseen: '> Cokie: {{absent}}' is always right. Names of one's own begin with 'X-', or are like none.
            """#,
            wrong: #"""
                > GET /
                > Cokie: {{absent}}
                < 200

                """#,
            right: #"""
                > GET /
                > Cookie: {{absent}}
                < 200

                """#
        ),
        Entry(
            .fieldInBody,
            #"""
            A bare mark ends the head. A field below it would be the first line of the body; where it is, it is
            written as a string.
            """#,
            wrong: #"""
                > GET /
                < 200
                <
                < Content-Type: text/plain
                < hello

                """#,
            right: #"""
                > GET /
                < 200
                < Content-Type: text/plain
                <
                < hello

                """#
        ),
    ]
}
