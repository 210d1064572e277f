// CatalogueOfValues.swift: faults of what stands between braces and quotes, explained.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension DiagnosticCatalogue {
    static let values: [Entry] = [
        Entry(
            .unclosedValue,
            #"""
            A value goes from '{{' to '}}' on the same line.
            """#,
            wrong: #"""
                > GET /
                < 200
                <
                < {{bytes 10

                """#,
            right: #"""
                > GET /
                < 200
                <
                < {{bytes 10}}

                """#
        ),
        Entry(
            .unclosedString,
            #"""
            A string goes from '"' to '"' on the same line; a quote within it is '\"'.
            """#,
            wrong: #"""
                > GET /
                * data "abc

                """#,
            right: #"""
                > GET /
                * data "abc"

                """#
        ),
        Entry(
            .badEscape,
            #"""
            In a string '\' begins one of a few escapes and nothing else. In a regular expression it is
            doubled.
            """#,
            wrong: #"""
                > GET /
                * data "a\qb"

                """#,
            right: #"""
                > GET /
                * data "a\\qb"

                """#
        ),
        Entry(
            .unknownFunction,
            #"""
            Between braces stands a function, the name of a captured value or a column, or a string.
            """#,
            wrong: #"""
                > GET /
                < 200
                <
                < {{byts 10}}

                """#,
            right: #"""
                > GET /
                < 200
                <
                < {{bytes 10}}

                """#
        ),
        Entry(
            .unknownTransform,
            #"""
            What a function gives is piped through transforms.
            """#,
            wrong: #"""
                > GET /
                < 200
                <
                < {{"a" | gzipp}}

                """#,
            right: #"""
                > GET /
                < 200
                <
                < {{"a" | gzip}}

                """#
        ),
        Entry(
            .badArgument,
            #"""
            The function or transform does not take what stands behind it.
            """#,
            wrong: #"""
                > GET /
                < 200
                <
                < {{hex "0"}}

                """#,
            right: #"""
                > GET /
                < 200
                <
                < {{hex "00"}}

                """#
        ),
        Entry(
            .badExpression,
            #"""
            A regular expression is matched in one go, however long its text is, and must fit the whole of it. So
            there is nothing that looks ahead, looks back or asks once more for what came before. A '\' stands
            twice, as in any string. What would be taken for one thing here and another thing elsewhere, such
            as '[]a]', is an error.
            """#,
            wrong: #"""
                > GET /
                > X: {{regex "(?=a)\\w+\\b"}}
                < 200

                """#,
            right: #"""
                > GET /
                > X: {{regex "a\\w*"}}
                < 200

                """#
        ),
        Entry(
            .badNumber,
            #"""
            A number is whole and has the unit that its place asks for: bytes as 600 or 1MiB, times as
            200ms or 5s, rates as 10KB/s.
            """#,
            wrong: #"""
                > GET /
                ! wait 200
                < 200

                """#,
            right: #"""
                > GET /
                ! wait 200ms
                < 200

                """#
        ),
        Entry(
            .matchOnly,
            #"""
            Some functions only compare: 'any', 'like', 'contains' and others. What is sent has to be made
            of something.
            """#,
            wrong: #"""
                > GET /
                < 200
                <
                < {{any}}

                """#,
            right: #"""
                > GET /
                < 200
                <
                < any

                """#
        ),
        Entry(
            .produceOnly,
            #"""
            Some functions only make something: a nonce without a name is new each time, so nothing that
            comes can equal it.
            """#,
            wrong: #"""
                > GET /
                > X: {{nonce}}

                """#,
            right: #"""
                > GET /
                < 200
                < X: {{nonce a}}
                client GET /
                > GET /
                > X: {{nonce a}}

                """#
        ),
        Entry(
            .notHere,
            #"""
            The function has a meaning, but not where it stands.
            """#,
            wrong: #"""
                > GET /{{count}}

                """#,
            right: #"""
                repeat 3
                > GET /{{count}}
                end

                """#
        ),
        Entry(
            .mustStandAlone,
            #"""
            '{{absent}}' says that there is nothing, and '{{raw …}}' replaces a whole line: neither is part
            of a text.
            """#,
            wrong: #"""
                > GET /
                < 200
                < X-{{raw "a"}}: b

                """#,
            right: #"""
                > GET /
                < 200
                < X-{{"a"}}: b

                """#
        ),
        Entry(
            .fileFault,
            #"""
            Files are found beside the scenario, and may not lie outside the folder of the scenarios.
            """#,
            wrong: #"""
                > GET /
                < 200
                <
                < {{file "picture.png"}}

                """#,
            right: #"""
                > GET /
                < 200
                <
                < {{hex "89504e47"}}

                """#
        ),
        Entry(
            .damagedFile,
            #"""
            A file whose name ends in .gz, .br, .zst or .hqx, and one in .bin that says so itself, is what
            its name says, and whole: a reply of it would fail in every client, and nobody would know why.
            Code the plain file in the scenario instead. Where a damaged one is meant, a 'truncate' or
            'corrupt' behind it says so.
            """#,
            wrong: #"""
                > GET /
                < 200
                <
                < {{file "short.gz"}}

                """#,
            right: #"""
                > GET /
                < 200
                <
                < {{"hello" | gzip | truncate 20}}

                """#
        ),
        Entry(
            .tooLongToTransform,
            #"""
            What goes through a transform is made as a whole, in memory. A plain '{{bytes 1GiB}}' is not,
            and may be of any length.
            """#,
            wrong: #"""
                > GET /
                < 200
                <
                < {{bytes 1GiB | gzip}}

                """#,
            right: #"""
                > GET /
                < 200
                <
                < {{bytes 1MiB | gzip}}

                """#
        ),
        Entry(
            .strayBrace,
            #"""
            A value stands between two pairs of braces. One brace is text, and hardly meant where a name that
            makes a value stands behind it, or where it follows the end of one.
            """#,
            wrong: #"""
                > GET /
                < 200
                < X: {nonce a}

                """#,
            right: #"""
                > GET /
                < 200
                < X: {{nonce a}}

                """#
        ),
        Entry(
            .nestedValue,
            #"""
            A value ends at the first '}}'. Several in a row are one text: what belongs together is written one
            behind the other.
            """#,
            wrong: #"""
                > GET /
                repeat 2
                < 302
                < Location: {{//main/hop/{{count}}}}
                end

                """#,
            right: #"""
                > GET /
                repeat 2
                < 302
                < Location: {{//main/hop/}}{{count}}
                end

                """#
        ),
        Entry(
            .valueInString,
            #"""
            Within quotes nothing is special but the backslash. Only a column of a table is put in there, since its
            cell takes the place of what was typed.
            """#,
            wrong: #"""
                repeat 2
                > GET /
                < 200
                * data "page {{count}}"
                end

                """#,
            right: #"""
                repeat 2
                > GET /
                < 200
                * data "page " {{count}}
                end

                """#
        ),
        Entry(
            .oddQuotes,
            #"""
            Strings stand between '"' and '"'. Other quotes, single ones or those that word processors make, are
            characters like any other, and would be sent and compared.
            """#,
            wrong: #"""
                > GET /
                < 200
                * data 'x'

                """#,
            right: #"""
                > GET /
                < 200
                * data "x"

                """#
        ),
        Entry(
            .joinedWords,
            #"""
            Several values in a row are one, without a blank between them, so that strings and '{{…}}' can be put
            together. A text with blanks is a string.
            """#,
            wrong: #"""
                > GET /
                < 200
                * data hello world

                """#,
            right: #"""
                > GET /
                < 200
                * data "hello world"

                """#
        ),
    ]
}
