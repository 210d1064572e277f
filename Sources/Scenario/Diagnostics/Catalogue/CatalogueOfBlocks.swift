// CatalogueOfBlocks.swift: faults of blocks, tables and settings, explained.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension DiagnosticCatalogue {
    static let blocks: [Entry] = [
        Entry(
            .badNesting,
            #"""
            'either', 'any-order' and 'repeat' go to their 'end'; 'or' stands in an 'either' and 'and' in an
            'any-order', which have at least two branches or parts. Each part of 'any-order' begins with a request.
            """#,
            wrong: #"""
                repeat 3
                > GET /
                < 200

                """#,
            right: #"""
                repeat 3
                > GET /
                < 200
                end

                """#
        ),
        Entry(
            .tooDeep,
            #"""
            Blocks can stand within blocks, but not without end.
            """#,
            wrong: nested(33),
            right: nested(32)
        ),
        Entry(
            .badSetting,
            #"""
            A setting has one of a few values, and is in force from its line down.
            """#,
            wrong: #"""
                level musst
                > GET /

                """#,
            right: #"""
                level must
                > GET /

                """#
        ),
        Entry(
            .unknownNeed,
            #"""
            'needs' names what a client must be able to do; where it cannot, the scenario does not apply to
            it.
            """#,
            wrong: #"""
                needs http2
                > GET /

                """#,
            right: #"""
                needs h2
                > GET /

                """#
        ),
        Entry(
            .duplicateName,
            #"""
            A name has one meaning in a file.
            """#,
            wrong: #"""
                origin a http
                origin a https
                client GET //a/
                > GET //a/

                """#,
            right: #"""
                origin a http
                origin b https
                client GET //a/
                > GET //a/
                > GET //b/

                """#
        ),
        Entry(
            .badOrigin,
            #"""
            An origin has a name, a scheme, and options for TLS.
            """#,
            wrong: #"""
                origin web htps
                > GET //web/

                """#,
            right: #"""
                origin web https
                > GET //web/

                """#
        ),
        Entry(
            .badCertificate,
            #"""
            A certificate from a file is in PEM form and has its key in a second file, or behind it in the same one. The
            key is not encrypted, and is that of the first certificate; those of its issuers follow.
            """#,
            wrong: #"""
                origin web https certificate=./web.pem
                > GET //web/

                """#,
            right: #"""
                origin web https certificate=self-signed
                > GET //web/

                """#
        ),
        Entry(
            .unknownOrigin,
            #"""
            '//name/path' is on an origin that an 'origin' line gives. 'main' is there without one.
            """#,
            wrong: #"""
                > GET //other/

                """#,
            right: #"""
                origin other http
                > GET //other/

                """#
        ),
        Entry(
            .unknownProxy,
            #"""
            'via NAME' goes through a proxy that a 'proxy' line gives.
            """#,
            wrong: #"""
                client GET / via gate
                > GET /

                """#,
            right: #"""
                proxy gate http
                client GET / via gate
                > GET /

                """#
        ),
        Entry(
            .unknownLane,
            #"""
            A name right behind a mark is a lane, which the option 'lane=' of a 'client' line gives. So a
            forgotten blank cannot pass for one.
            """#,
            wrong: #"""
                client GET /one lane=a
                >b GET /one

                """#,
            right: #"""
                client GET /one lane=a
                >a GET /one

                """#
        ),
        Entry(
            .badTable,
            #"""
            A table has the names of its columns behind 'cases', and rows with as many cells indented
            below.
            """#,
            wrong: #"""
                cases name | place
                      one  | /1    | x
                > GET {{place}}

                """#,
            right: #"""
                cases name | place
                      one  | /1
                > GET {{place}}

                """#
        ),
        Entry(
            .tooManyRuns,
            #"""
            Every row is a run, and the rows of several tables multiply.
            """#,
            wrong: tables(14),
            right: tables(2)
        ),
        Entry(
            .idleSetting,
            #"""
            A setting counts from its line down, and in a block to its end. One that no line follows says nothing.
            """#,
            wrong: #"""
                > GET /
                < 200
                level should

                """#,
            right: #"""
                > GET /
                level should
                < 200

                """#
        ),
    ]
}
