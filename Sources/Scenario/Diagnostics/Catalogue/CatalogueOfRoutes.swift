// CatalogueOfRoutes.swift: faults of routes, explained.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension DiagnosticCatalogue {
    static let routes: [Entry] = [
        Entry(
            .notInRoutes,
            #"""
            The exchanges of a file that begins with 'routes' stand in no order: each answers whenever its
            request comes. So nothing there waits, asks or repeats.
            """#,
            wrong: #"""
                routes
                > GET /
                < 200
                * finish

                """#,
            right: #"""
                routes
                > GET /
                < 200

                """#
        ),
        Entry(
            .badRoute,
            #"""
            The path of a route is made of segments: text, '{{path NAME}}' for one whole segment, and
            '{{any}}' at the end for the rest. Every exchange has a reply.
            """#,
            wrong: #"""
                routes
                > GET /{{any}}/a
                < 200

                """#,
            right: #"""
                routes
                > GET /a/{{any}}
                < 200

                """#
        ),
        Entry(
            .generatorPlace,
            #"""
            Some generators make more than a value: a whole reply, which stands where the status would, or any
            number of fields, which stand alone on a line of the head.
            """#,
            wrong: #"""
                routes
                > GET /
                < 200
                <
                < {{drip 10}}

                """#,
            right: #"""
                routes
                > GET /
                < {{drip 10}}

                """#
        ),
        Entry(
            .generatedBody,
            #"""
            A generator that makes a whole reply makes its body, too, unless its description says that the
            body stands below it.
            """#,
            wrong: #"""
                routes
                > GET /
                < {{drip 10}}
                <
                < ten bytes

                """#,
            right: #"""
                routes
                > GET /
                < {{drip 10}}
                < Content-Type: application/octet-stream

                """#
        ),
        Entry(
            .oddPath,
            #"""
            A segment that may be anything is '{{path NAME}}', the rest of a path '{{any}}'. What other tools write
            for them is text here.
            """#,
            wrong: #"""
                routes

                > GET /users/:id
                < 200

                """#,
            right: #"""
                routes

                > GET /users/{{path id}}
                < 200

                """#
        ),
        Entry(
            .shadowedRoute,
            #"""
            The most specific exchange wins, then the earlier one. Of two that ask for the same, the later is never
            chosen.
            """#,
            wrong: #"""
                routes

                > GET /a
                < 200

                > GET /a
                < 404

                """#,
            right: #"""
                routes

                > GET /a
                > Accept: text/plain
                < 200

                > GET /a
                < 404

                """#
        ),
        Entry(
            .secondReply,
            #"""
            A request gets one reply, and before it any number of 1xx.
            """#,
            wrong: #"""
                routes

                > GET /a
                < 200
                < 404

                """#,
            right: #"""
                routes

                > GET /a
                < 103
                < 404

                """#
        ),
    ]
}
