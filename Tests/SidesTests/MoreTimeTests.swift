// MoreTimeTests.swift: what gives a client more time.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainSides
import Testing

@Suite struct `More time` {
    @Test(
        arguments: [
            ("`> GET /b` did not happen within 5000 ms: no connection came", "30s"),
            ("no connection came within 300 ms for `< 200`", "30s"),
            ("no branch at line 4 began within 5000 ms: waited for `> GET /`", "30s"),
            ("of the requests in any order at line 2 none of `> GET /a` came within 5000 ms", "30s"),
            ("`< 200` found no room within 5000 ms: the client's window for connection 1 is full", "30s"),
            ("the load before has not ended within 45000 ms", "90s"),
            ("`> GET /b` did not happen within 1000 ms of what came too soon", nil),
            ("`> GET /b` did not happen before the client ended: no connection came", nil),
            (
                "`> GET /b` did not happen within 5000 ms: connection 1 waits for its reply, which no line above this one sends; a "
                    + "client that makes one request after the other never comes to it", nil
            ),
            ("there was no silence of 100 ms within 5000 ms", nil),
        ] as [(String, String?)])
    func `is named where the time of a line was over`(sentence: String, time: String?) {
        let help = time.map {
            "'--patience \($0)' gives a client more time for each line, and 'within \($0)' above line 7 for that one"
        }
        #expect(MoreTime.help(sentence, line: 7) == help)
        #expect(
            MoreTime.help(sentence, line: nil)
                == time.map { "'--patience \($0)' gives a client more time for each line" })
    }
}
