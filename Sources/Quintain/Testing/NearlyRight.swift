// NearlyRight.swift: calls without their label, or as other tools have them, so that the compiler says which one is meant.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation

#if canImport(Testing)
    public import Testing
#endif

extension Play {
    @available(
        *, unavailable,
        message:
            "write Play(of: \"…\") for a text, Play(file: \"…\") for a file beside the test's, or Play(bundled: \"…\")"
    )
    public convenience init(_ text: String, for client: Client = .urlSession) async throws {
        try await self.init(of: text, for: client)
    }

    @available(*, unavailable, message: "write play.url(\"/path\", on: \"origin\")")
    public func url(_ path: String, origin: String) -> URL { url(path, on: origin) }
}

@available(
    *, unavailable,
    message:
        "write withPlay(of: \"…\") for a text, withPlay(file: \"…\") for a file beside the test's, or withPlay(bundled: \"…\")"
)
public func withPlay<Value>(_ text: String, _ body: (Play) async throws -> Value) async throws -> Value {
    try await withPlay(of: text, body)
}

extension Stubs {
    @available(
        *, unavailable,
        message:
            "write Stubs(of: \"…\") for a text, Stubs(file: \"…\") for a file beside the test's, or Stubs(in: \"…\") for a folder"
    )
    public convenience init(_ text: String) async throws { try await self.init(of: text) }

    @available(
        *, unavailable,
        message:
            "stubs that ask for the same answer in turn: write one below the other in the text, each with its request"
    )
    public func enqueue<Reply>(_ reply: Reply) {}

    @available(
        *, unavailable,
        message:
            "write 'try await stubs.requests(atLeast: 1)', which waits, or 'await stubs.requests': those that have come"
    )
    public func takeRequest() async -> Request? { await requests.first }
}

@available(
    *, unavailable,
    message:
        "write withStubs(of: \"…\") for a text, withStubs(file: \"…\") for a file beside the test's, or withStubs(in: \"…\")"
)
public func withStubs<Value>(_ text: String, _ body: (Stubs) async throws -> Value) async throws -> Value {
    try await withStubs(of: text, body)
}

#if canImport(Testing)
    extension Trait where Self == PlayTrait {
        @available(
            *, unavailable,
            message:
                "write .play(of: \"…\") for a text, .play(file: \"…\") for a file beside the test's, or .play(bundled: \"…\")"
        )
        public static func play(_ text: String) -> PlayTrait { .play(of: text) }
    }
#endif
