// QuintainPlugin.swift: the command `quintain` as a command of SwiftPM.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import PackagePlugin

@main
struct QuintainPlugin: CommandPlugin {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Builds the command and runs it in the folder of the package: a server beside the plugin, any other command to
    /// its end.
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        if let option = arguments.first, option.hasPrefix("--allow-") || option == "--disable-sandbox" {
            throw Failure(
                description: "'\(option)' is an option of SwiftPM, which stands before 'quintain': "
                    + "swift package --allow-network-connections all quintain serve Tests/Scenarios")
        }
        let built = try build("quintain")
        // The driver of URLSession is found beside the command.
        if arguments.contains(where: { $0.hasSuffix("urlsession") }) { _ = try build("quintain-urlsession") }
        let command = Process()
        command.executableURL = built
        command.arguments = arguments
        command.environment = environment(for: context.package)
        command.currentDirectoryURL = context.package.directoryURL
        if arguments.first == "serve", !arguments.contains("--help") {
            try serve(command, in: context.pluginWorkDirectoryURL)
            return
        }
        try command.run()
        command.waitUntilExit()
        guard command.terminationReason == .exit, command.terminationStatus == 0 else {
            throw Failure(description: "quintain ended with status \(command.terminationStatus)")
        }
    }

    private func build(_ product: String) throws -> URL {
        // SwiftPM shows nothing of a build that a plugin asks for.
        let patience = DispatchWorkItem {
            FileHandle.standardError.write(
                Data("quintain: building \(product), which takes minutes the first time\n".utf8))
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + 2, execute: patience)
        defer { patience.cancel() }
        let build = try packageManager.build(.product(product), parameters: .init())
        guard build.succeeded, let built = build.builtArtifacts.first(where: { $0.url.lastPathComponent == product })
        else {
            throw Failure(description: "\(product) could not be built\n\(build.logText)")
        }
        return built.url
    }

    /// With the checkout, whose folders the command does not find from the build folder of another package.
    private func environment(for package: Package) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["QUINTAIN_CHECKOUT"] = Self.checkout(package)?.path
        return environment
    }

    /// The folder of the package that has the product `quintain`, among this one and all that it depends on.
    private static func checkout(_ package: Package) -> URL? {
        if package.products.contains(where: { $0.name == "quintain" }) { return package.directoryURL }
        return package.dependencies.lazy.compactMap { checkout($0.package) }.first
    }

    /// Starts the server and leaves it: while a plugin runs, no other command of SwiftPM can use its folder.
    private func serve(_ command: Process, in folder: URL) throws {
        // Each server has a log of its own.
        let own = ProcessInfo.processInfo.processIdentifier
        let ready = folder.appendingPathComponent("ready-\(own).json")
        let log = folder.appendingPathComponent("serve-\(own).log")
        try? FileManager.default.removeItem(at: ready)
        guard FileManager.default.createFile(atPath: log.path, contents: nil) else {
            throw Failure(description: "\(log.path) cannot be written")
        }
        let said = try FileHandle(forWritingTo: log)
        command.arguments = (command.arguments ?? []) + ["--ready-file", ready.path]
        command.standardInput = FileHandle.nullDevice
        command.standardOutput = said
        command.standardError = said
        try command.run()
        while !FileManager.default.fileExists(atPath: ready.path) {
            guard command.isRunning else {
                let reason = try String(contentsOf: log, encoding: .utf8)
                throw Failure(description: "quintain serve has ended\n\(reason)")
            }
            Thread.sleep(forTimeInterval: 0.05)
        }
        // The keys of a terminal do not reach a server that a plugin started, so the line about Ctrl-C is left out.
        let lines = try String(contentsOf: log, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        print(lines.filter { !$0.hasPrefix("Ctrl-C") }.joined(separator: "\n"))
        print("It goes on until 'kill \(command.processIdentifier)'; what it says is in \(log.path)")
    }
}
