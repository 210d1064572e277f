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
    ]
}
