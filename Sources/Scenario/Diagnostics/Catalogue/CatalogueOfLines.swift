// CatalogueOfLines.swift: faults of a file and its lines, explained.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension DiagnosticCatalogue {
    static let lines: [Entry] = [
        Entry(
            .fileTooLarge,
            #"""
            A scenario is read whole and kept in memory, once for each row of its tables. Bodies that are
            large do not make it so: '{{bytes 64MiB}}' and '{{file "x.bin"}}' are short.
            """#,
            wrong: nil,
            right: nil
        ),
        Entry(
            .trailingBlank,
            #"""
            Nobody sees blanks at the end of a line, and editors take them away. Where they are meant, as
            part of a body or a field, they are written as a value.
            """#,
            wrong: #"""
                > GET /
                < 200
                <
                < two blanks  

                """#,
            right: #"""
                > GET /
                < 200
                <
                < two blanks{{"  "}}

                """#
        ),
        Entry(
            .unknownMark,
            #"""
            The first column says whose line it is: '#' author, '>' client, '<' server, '*' delegate, '!'
            off the wire, a word for orders, blocks and settings, blanks for more of the line above.
            """#,
            wrong: #"""
                > GET /
                < 200
                + response 200

                """#,
            right: #"""
                > GET /
                < 200
                * response 200

                """#
        ),
        Entry(
            .markSpacing,
            #"""
            One blank stands between a mark and its text. Small letters right behind a mark are a lane, and
            behind '*' one of ? + & may follow.
            """#,
            wrong: #"""
                >GET /

                """#,
            right: #"""
                > GET /

                """#
        ),
        Entry(
            .tab,
            #"""
            A tab is as wide as the editor likes it. Words are separated by blanks, and lines indented with
            blanks; a tab that is meant is '\t' in a string.
            """#,
            wrong: #"""
                > GET /
                * response	200

                """#,
            right: #"""
                > GET /
                * response 200

                """#
        ),
        Entry(
            .unknownWord,
            #"""
            A line that begins with a word is an order to the client, a block or a setting.
            """#,
            wrong: #"""
                levle should
                > GET /

                """#,
            right: #"""
                level should
                > GET /

                """#
        ),
        Entry(
            .strayContinuation,
            #"""
            An indented line goes on with the callback or the word line above it. Messages, acts and some
            words take no more.
            """#,
            wrong: #"""
                > GET /
                  Accept: text/plain

                """#,
            right: #"""
                > GET /
                > Accept: text/plain

                """#
        ),
        Entry(
            .missingValue,
            #"""
            A word stands where something must follow, and nothing does.
            """#,
            wrong: #"""
                > GET /
                ! wait
                < 200

                """#,
            right: #"""
                > GET /
                ! wait 200ms
                < 200

                """#
        ),
        Entry(
            .extraValue,
            #"""
            More stands on the line than its name takes.
            """#,
            wrong: #"""
                > GET /
                ! close now

                """#,
            right: #"""
                > GET /
                ! close

                """#
        ),
        Entry(
            .badValue,
            #"""
            The value is not of the form that its name asks for.
            """#,
            wrong: #"""
                > GET /
                * redirect 32 /a

                """#,
            right: #"""
                > GET /
                * redirect 302 /a

                """#
        ),
        Entry(
            .curlNotes,
            #"""
            What 'curl -v' prints can be pasted: its '>' and '<' lines are read as they are. What curl says of itself
            beside them, such as '* Connected to …' and '{ [5 bytes data]', is passed over.
            """#,
            wrong: #"""
                *   Trying 127.0.0.1:8080...
                > GET /
                < 200
                * Connection #0 to host 127.0.0.1 left intact

                """#,
            right: #"""
                > GET /
                < 200
                * response 200
                * finish

                """#
        ),
        Entry(
            .commentBehind,
            #"""
            A '#' begins a comment in the first column only. Behind something else it would be a value, or text.
            """#,
            wrong: #"""
                > GET /
                ! wait 20ms # a little
                < 200

                """#,
            right: #"""
                > GET /
                # a little
                ! wait 20ms
                < 200

                """#
        ),
        Entry(
            .oddBlank,
            #"""
            A no-break space, one without width and their kin look like a blank or like nothing. They come with what is
            pasted, and would be part of a word.
            """#,
            wrong: #"""
                > GET /
                ! wait 20ms
                < 200

                """#,
            right: #"""
                > GET /
                ! wait 20ms
                < 200

                """#
        ),
    ]
}
