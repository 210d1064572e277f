// OlderTests.swift: the same with XCTest.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Client
import Quintain
import XCTest

final class OlderTests: XCTestCase {
    func testThatItTellsTheStatus() async throws {
        let play = try await Play(of: "> GET /news\n< 503")
        do {
            _ = try await Reader(play.url, session: play.session()).headlines()
            XCTFail("there are no headlines")
        } catch {
            XCTAssertEqual(error as? Reader.Failure, .status(503))
        }
        await play.verify(failing: XCTFail)
    }
}
