// swift-tools-version: 6.2
// Package.swift: a news service and its reader, tested with Quintain.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "NewsReader",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Elsewhere: .package(url: "…/quintain", from: "0.1.0"), and in targets .product(name: "Quintain", package: "quintain").
        .package(name: "quintain", path: "../..")
    ],
    targets: [
        // These names are the package's own: Quintain has none that could be in their way.
        .target(name: "Server"),
        .target(name: "Client"),
        .testTarget(
            name: "ClientTests",
            dependencies: ["Client", "Server", .product(name: "Quintain", package: "quintain")],
            exclude: ["Scenarios"]),
    ]
)
