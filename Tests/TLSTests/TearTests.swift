// TearTests.swift: a record that is sent in two parts.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTLS
import Testing

@Suite struct `A torn record` {
    /// After its handshake; the server sends the record that is torn.
    private static func pair(_ version: TLSVersion) throws -> Pair {
        try Pair(server: { $0.versions = [version] }, client: { $0.versions = [version] }).carry()
    }

    @Test(arguments: TLSVersion.allCases, [0, 1, 4])
    func `leaves up to the tear, and behind it once it is mended`(version: TLSVersion, count: Int) throws {
        let pair = try Self.pair(version)
        #expect(pair.server.write("roses", tornBehind: count) == 5)
        let first = Array(pair.server.outgoing)
        pair.carry()
        #expect(pair.server.outgoing.isEmpty && pair.read.client.isEmpty)
        pair.server.mend()
        let all = first + Array(pair.server.outgoing)
        #expect(all.records.count == (version == .one0 ? 2 : 1), "an empty one protects each of TLS 1.0")
        let last = try #require(all.records.last)
        #expect(last.count > 5 + 5, "one record for all of them")
        #expect(first.count == all.count - last.count + 5 + count)
        pair.carry()
        #expect(pair.read.client == Array("roses".utf8))
    }

    @Test func `holds back what is written behind it`() throws {
        let pair = try Self.pair(.one3)
        pair.server.write("roses", tornBehind: 2)
        pair.server.write(" are red")
        pair.carry()
        #expect(pair.read.client.isEmpty)
        pair.server.mend()
        pair.carry()
        #expect(pair.read.client == Array("roses are red".utf8))
    }

    @Test func `leaves behind what was written before`() throws {
        let pair = try Self.pair(.one3)
        pair.server.write("roses")
        let before = pair.server.outgoing.count
        pair.server.write(" are red", tornBehind: 3)
        #expect(pair.server.outgoing.count == before + 5 + 3)
        pair.carry()
        #expect(pair.read.client == Array("roses".utf8))
    }

    @Test func `leaves as a whole where nothing more can be written`() throws {
        let ends: [(TLSConnection) -> Void] = [
            { $0.closeNotify() }, { _ = $0.sendAlert(.closeNotify) }, { _ = $0.sendAlert(TLSAlert("internal_error")!) },
        ]
        for end in ends {
            let pair = try Self.pair(.one3)
            pair.server.write("roses", tornBehind: 2)
            end(pair.server)
            pair.carry()
            #expect(pair.read.client == Array("roses".utf8))
            #expect(pair.last.client != .needsInput)
        }
    }
}

extension TLSConnection {
    @discardableResult
    fileprivate func write(_ text: String, tornBehind count: Int) -> Int {
        Array(text.utf8).withUnsafeBytes { write($0, tornBehind: count) }
    }
}

extension [UInt8] {
    /// The records, found by their headers.
    fileprivate var records: [ArraySlice<UInt8>] {
        var records: [ArraySlice<UInt8>] = []
        var rest = self[...]
        while rest.count >= 5 {
            records.append(rest.prefix(5 + Int(rest[rest.startIndex + 3]) << 8 + Int(rest[rest.startIndex + 4])))
            rest = rest.dropFirst(records[records.count - 1].count)
        }
        return records
    }
}
