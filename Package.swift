// swift-tools-version: 6.2
// Package.swift: the targets of Quintain, in rings; a target may use only what stands above it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A library target: its folder is its name without the prefix.
///
/// - Parameter holding: folders of files that become part of the code.
func room(_ name: String, uses: [String] = [], holding: [String] = [], in folder: String = "Sources") -> Target {
    .target(
        name: "Quintain\(name)",
        dependencies: uses.map { .init(stringLiteral: $0.hasPrefix("CQuintain") ? $0 : "Quintain\($0)") },
        path: "\(folder)/\(name)",
        resources: holding.map { .embedInCode($0) },
        swiftSettings: settings
    )
}

/// A library of the system: its folder holds the headers that we use.
func library(_ name: String, _ pkgConfig: String, apt: String, brew: String) -> Target {
    .systemLibrary(
        name: "CQuintain\(name)",
        path: "Sources/CQuintain\(name)",
        pkgConfig: pkgConfig,
        providers: [.apt([apt]), .brew([brew])]
    )
}

/// The compiler's library of unwinding becomes part of a program, as Swift's own do: then it needs the C library alone.
let alone: [LinkerSetting] = [
    .unsafeFlags(["-Xclang-linker", "-static-libgcc"], .when(platforms: [.linux], configuration: .release))
]

func tests(_ name: String, uses: [String], beside: [String] = []) -> Target {
    .testTarget(
        name: "Quintain\(name)Tests",
        dependencies: uses.map { .init(stringLiteral: $0.hasPrefix("CQuintain") ? $0 : "Quintain\($0)") },
        path: "Tests/\(name)Tests",
        exclude: beside,
        swiftSettings: settings
    )
}

let package = Package(
    name: "quintain",
    // What is not for macOS needs QuintainRemote alone.
    platforms: [.macOS(.v15), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Quintain", targets: ["Quintain"]),
        .executable(name: "quintain", targets: ["QuintainCommand"]),
        .executable(name: "quintain-client", targets: ["QuintainReferenceDriver"]),
        .executable(name: "quintain-urlsession", targets: ["QuintainURLSessionDriver"]),
        .library(name: "QuintainRemote", targets: ["QuintainRemote"]),
        .library(name: "QuintainProtocolSpy", targets: ["QuintainProtocolSpy"]),
        .library(name: "QuintainInterceptor", targets: ["QuintainInterceptor"]),
        .plugin(name: "QuintainPlugin", targets: ["QuintainPlugin"]),
    ],
    targets: [
        // The system: what the toolchain's own modules lack of it (epoll, eventfd …), and libraries of its package manager.
        .systemLibrary(name: "CQuintainSystem", path: "Sources/CQuintainSystem"),
        library("OpenSSL", "openssl", apt: "libssl-dev", brew: "openssl@3"),
        library("Zlib", "zlib", apt: "zlib1g-dev", brew: "zlib"),
        library("Brotli", "libbrotlienc", apt: "libbrotli-dev", brew: "brotli"),
        library("Zstd", "libzstd", apt: "libzstd-dev", brew: "zstd"),
        library("HPACK", "libnghttp2", apt: "libnghttp2-dev", brew: "libnghttp2"),

        // Values.
        room("Notation"),
        room("Words"),
        room("Wire"),

        room("Order", uses: ["Notation"]),

        // Engines: no socket, no clock.
        room("Frames", uses: ["CQuintainHPACK", "Words", "Wire"]),
        room("TLS", uses: ["CQuintainOpenSSL"]),
        room(
            "Coding", uses: ["CQuintainOpenSSL", "CQuintainZlib", "CQuintainBrotli", "CQuintainZstd", "Notation"]),
        room("Auth", uses: ["Notation", "Wire", "Coding"]),
        room("Stores", uses: ["Wire", "Auth"]),
        room("Scenario", uses: ["Notation", "Words", "Wire", "TLS", "Coding", "Auth"]),
        room("Advice", uses: ["Notation", "Words", "Coding", "Scenario"]),
        room("Explanations", uses: ["Words", "Scenario"], holding: ["Catalogue"]),
        room("Shrink", uses: ["Notation", "Words", "Scenario", "Advice"]),
        room("Talk", uses: ["Notation", "Words", "Wire", "Scenario"]),
        room("Transcript", uses: ["Notation", "Words", "Wire", "Scenario", "Talk"], holding: ["Catalogue"]),
        room("Reply", uses: ["Notation", "Wire", "Transcript", "Scenario"]),
        room(
            "Player", uses: ["Notation", "Words", "Wire", "Transcript", "Coding", "Auth", "Scenario", "Talk", "Reply"]),
        room("Loader", uses: ["Notation", "Words", "Wire", "Coding", "Auth", "Stores"]),
        room("Driver", uses: ["Notation", "Words", "Wire", "Scenario", "Talk"]),
        room("Applicability", uses: ["Notation", "Words", "Scenario", "Driver"]),
        room("Contracts", uses: ["Words", "Order", "Scenario", "Talk", "Driver"]),
        room("Sides", uses: ["Notation", "Transcript", "Scenario", "Player"]),
        room("Faces", uses: ["Words", "Wire", "Scenario", "Talk", "Loader"]),
        room("Generators", uses: ["Notation", "Wire", "Coding", "Auth", "Scenario"]),
        room("Routes", uses: ["Notation", "Wire", "Coding", "Auth", "Scenario", "Reply", "Generators"]),
        room("Sweep", uses: ["Notation", "Words", "Wire", "Transcript", "Scenario"]),
        room("Pages", uses: ["Notation", "Coding"], holding: ["Assets"]),

        // The world outside.
        room("Loop", uses: ["CQuintainSystem"]),
        room("Fixtures", uses: ["Words", "Scenario", "Loop"]),
        room("Transport", uses: ["TLS", "Loop"]),
        room(
            "Sessions",
            uses: [
                "Notation", "Words", "Wire", "Transcript", "Frames", "TLS", "Scenario", "Talk", "Reply", "Player",
                "Loop", "Transport",
            ]),
        room("Client", uses: ["Wire", "Frames", "TLS", "Loader", "Loop", "Transport"]),
        room(
            "RouteHost",
            uses: [
                "Notation", "Wire", "Frames", "TLS", "Auth", "Scenario", "Reply", "Player", "Generators", "Routes",
                "Loop", "Transport", "Sessions",
            ]),
        room(
            "Server",
            uses: [
                "Notation", "Words", "Wire", "Transcript", "TLS", "Scenario", "Advice", "Talk", "Player", "Driver",
                "Sides",
                "Routes", "Pages", "Loop", "Fixtures", "Transport", "Sessions", "RouteHost",
            ]),

        room(
            "Reference",
            uses: [
                "Notation", "Words", "Wire", "Stores", "Scenario", "Talk", "Loader", "Driver", "Faces", "Loop",
                "Client",
            ]),

        // Programs.
        room(
            "Runner",
            uses: [
                "Notation", "Words", "Wire", "Transcript", "Scenario", "Shrink", "Talk", "Player", "Driver",
                "Applicability",
                "Contracts", "Loop", "Sessions", "Reference",
            ]),
        room(
            "Report",
            uses: [
                "Notation", "Words", "Transcript", "Order", "Scenario", "Player", "Sides", "Sweep", "Pages", "Runner",
            ]),
        // Uses nothing of the above, and Foundation.
        room("URLSessionWords"),
        // What others import; beside the two below, the only public names.
        .target(
            name: "Quintain",
            dependencies: [
                "QuintainNotation", "QuintainWords", "QuintainWire", "QuintainTranscript", "QuintainScenario",
                "QuintainTalk", "QuintainPlayer", "QuintainDriver", "QuintainApplicability", "QuintainContracts",
                "QuintainSides", "QuintainRoutes", "QuintainLoop", "QuintainFixtures", "QuintainSessions",
                "QuintainRouteHost", "QuintainURLSessionWords", "QuintainTestIssues",
            ],
            path: "Sources/Quintain",
            swiftSettings: settings
        ),
        // For protocols of Foundation: the thread that they are started on, and what others import.
        room("ClientThread"),
        room("TestIssues"),
        room("Remote", uses: ["TestIssues"]),
        room("ProtocolSpy", uses: ["Order", "ClientThread", "TestIssues"]),
        room("Interceptor", uses: ["Words", "Wire", "Loader", "Loop", "Client", "ClientThread"]),
        .executableTarget(
            name: "QuintainCommand",
            dependencies: [
                "QuintainNotation", "QuintainWords", "QuintainWire", "QuintainCoding", "QuintainTranscript",
                "QuintainOrder",
                "QuintainTLS", "QuintainFrames", "QuintainScenario", "QuintainAdvice", "QuintainExplanations",
                "QuintainPlayer",
                "QuintainApplicability", "QuintainSides",
                "QuintainSweep", "QuintainRoutes", "QuintainLoop", "QuintainFixtures", "QuintainSessions",
                "QuintainRouteHost", "QuintainServer", "QuintainRunner", "QuintainReport",
            ],
            path: "Sources/QuintainCommand",
            swiftSettings: settings,
            linkerSettings: alone
        ),
        // `swift package quintain …` in packages that depend on this one.
        .plugin(
            name: "QuintainPlugin",
            capability: .command(
                intent: .custom(verb: "quintain", description: "runs the command quintain, such as 'quintain serve'"),
                permissions: [
                    .allowNetworkConnections(scope: .all(), reason: "The server listens on ports of this machine.")
                ]),
            path: "Sources/Plugin"
        ),
        .executableTarget(
            name: "QuintainReferenceDriver",
            dependencies: [
                "QuintainNotation", "QuintainWords", "QuintainWire", "QuintainScenario", "QuintainTalk",
                "QuintainDriver", "QuintainLoop", "QuintainReference",
            ],
            path: "Sources/ReferenceDriver",
            swiftSettings: settings,
            linkerSettings: alone
        ),
        // Has nothing else of ours: it is linked with Foundation, and the other programs with nothing.
        .executableTarget(
            name: "QuintainURLSessionDriver",
            dependencies: ["QuintainURLSessionWords"],
            path: "Sources/URLSessionDriver",
            swiftSettings: settings,
            // libcurl is to find these in the program before it finds them in OpenSSL: Client/Anchors.swift.
            linkerSettings: [
                .unsafeFlags(
                    ["load_file", "load_path"].flatMap { ["-Xlinker", "--export-dynamic-symbol=X509_STORE_\($0)"] },
                    .when(platforms: [.linux]))
            ]
        ),

        .testTarget(
            name: "QuintainTests",
            dependencies: ["Quintain", "QuintainLoop", "QuintainTestIssues", "QuintainWords"],
            path: "Tests/QuintainTests",
            exclude: ["Scenarios"],
            swiftSettings: settings
        ),
        tests("Notation", uses: ["Notation"]),
        tests("Words", uses: ["Words"]),
        tests("Wire", uses: ["Wire"]),
        tests(
            "Transcript", uses: ["Transcript", "Notation", "Words", "Wire", "Scenario", "Talk"],
            beside: ["sentences.txt"]),
        tests("Order", uses: ["Order", "Notation"]),
        tests("Frames", uses: ["Wire", "Frames"]),
        tests("TLS", uses: ["TLS", "CQuintainOpenSSL"]),
        tests("Coding", uses: ["Coding", "Notation"], beside: ["Made"]),
        tests("Auth", uses: ["Auth", "Notation"]),
        tests("Stores", uses: ["Stores", "Auth", "Wire"]),
        tests(
            "Scenario", uses: ["Words", "Auth", "Scenario", "Advice", "Notation", "TLS"], beside: ["Examples", "Slips"]),
        tests("Explanations", uses: ["Words", "Scenario", "Advice", "Explanations", "Loop"]),
        // Starts the reference client, which `swift build --build-tests` builds, and drivers.
        tests(
            "Shrink", uses: ["Scenario", "Shrink", "Applicability", "Loop", "Fixtures", "Sessions", "Runner"],
            beside: ["BlownUp"]),
        tests(
            "Player",
            uses: [
                "Notation", "Words", "Wire", "Transcript", "Coding", "Auth", "Scenario", "Talk", "Reply", "Player",
                "Routes",
            ]),
        tests(
            "Differential",
            uses: ["Notation", "Words", "Wire", "Transcript", "Coding", "Scenario", "Talk", "Reply", "Player"]),
        tests("Loader", uses: ["Notation", "Words", "Wire", "Coding", "Stores", "Loader"]),
        tests("Driver", uses: ["Notation", "Words", "Wire", "Scenario", "Talk", "Driver", "Loop"]),
        tests("Applicability", uses: ["Words", "Scenario", "Driver", "Applicability"]),
        tests("Contracts", uses: ["Words", "Order", "Scenario", "Talk", "Driver", "Contracts"]),
        tests("Sides", uses: ["Sides", "Player", "Scenario", "Transcript", "Notation", "Words", "Talk"]),
        tests("Generators", uses: ["Generators", "Notation", "Wire"]),
        tests("Routes", uses: ["Auth", "Reply", "Routes", "Scenario", "Coding", "Notation", "Wire"]),
        tests("Sweep", uses: ["Notation", "Transcript", "Scenario", "Sweep"]),
        tests("Pages", uses: ["Pages", "Transcript", "Notation"]),
        tests("Loop", uses: ["Loop"]),
        tests("Fixtures", uses: ["Fixtures", "Loop", "Scenario"]),
        tests(
            "Server",
            uses: [
                "Notation", "Words", "Wire", "Transcript", "Frames", "TLS", "Auth", "Scenario", "Talk", "Player",
                "Routes", "Loop", "Transport", "Sessions", "RouteHost", "Server",
            ]),
        tests(
            "Sessions",
            uses: [
                "Notation", "Words", "Transcript", "TLS", "Scenario", "Talk", "Player", "Loop", "Transport", "Fixtures",
                "Sessions",
            ]),
        // Clients that err, over sockets; each file in Trials is one scenario with the verdicts that it must give.
        tests(
            "Trial",
            uses: [
                "Notation", "Words", "Transcript", "TLS", "Scenario", "Talk", "Player", "Loop", "Transport", "Sessions",
            ],
            beside: ["Trials"]),
        tests("Client", uses: ["Words", "Wire", "Frames", "TLS", "Loader", "Loop", "Transport", "Client"]),
        tests(
            "Reference",
            uses: ["Words", "Scenario", "Talk", "Player", "Driver", "Loop", "Sessions", "Reference"]),
        // The ways in which the reference client can be made to err, and the program that errs so.
        room("Saboteur", uses: ["Words", "Wire", "Frames", "Auth", "Stores", "Loader"], in: "Tests"),
        .executableTarget(
            name: "quintain-mutant", dependencies: ["QuintainSaboteur", "QuintainReference", "QuintainLoop"],
            path: "Tests/Mutant", swiftSettings: settings),
        // Starts both programs; `swift build --build-tests` builds them.
        tests(
            "Saboteur",
            uses: [
                "Words", "Transcript", "Order", "Scenario", "Saboteur", "Applicability", "Sweep", "Loop", "Fixtures",
                "Sessions", "Runner",
            ]),
        tests(
            "Remote", uses: ["Loop", "Sessions", "RouteHost", "Server", "Remote", "TestIssues"],
            beside: ["Scenarios", "Stubs"]),
        tests("ProtocolSpy", uses: ["ProtocolSpy"]),
        tests(
            "Interceptor",
            uses: ["Words", "Scenario", "Player", "Loader", "Loop", "Sessions", "ProtocolSpy", "Interceptor"]),
        tests("Report", uses: ["Report", "Sides", "Runner", "Coding", "Transcript", "Notation"]),
        // Starts the program; `swift build --build-tests` builds it.
        tests(
            "URLSessionDriver",
            uses: ["Notation", "Words", "Scenario", "Routes", "Loop", "Sessions", "RouteHost", "URLSessionWords"]),
        tests(
            "Runner",
            uses: [
                "Notation", "Words", "Transcript", "Scenario", "Explanations", "Talk", "Player", "Driver",
                "Applicability", "Contracts",
                "Loop", "Fixtures", "Sessions", "Runner",
            ],
            beside: ["Drivers"]),
        tests(
            "Command", uses: ["Coding", "Loop", "Notation"],
            beside: [
                "Curl/app-client.py", "Curl/digest-client.py", "Curl/events-client.py", "Curl/urllib-client.py",
                "Drivers/conversation.py", "Drivers/mistaken.py",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// Scripts/test names the tests that it runs under a sanitizer: the others need not be built for it.
if let names = Context.environment["QUINTAIN_TESTS"]?.split(separator: ",") {
    package.targets.removeAll { target in target.type == .test && !names.contains { $0 == target.name } }
}

// Scripts/swift asks for it: what is tested is optimised then, and the tests are not.
if Context.environment["QUINTAIN_OPTIMISED"] != nil {
    for target in package.targets where [.regular, .executable].contains(target.type) {
        target.swiftSettings?.append(.unsafeFlags(["-O"]))
    }
}
