// QuintainPlugin.swift: the command `quintain` as a command of SwiftPM.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

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
        let build = try packageManager.build(.product("quintain"), parameters: .init())
        guard build.succeeded, let built = build.builtArtifacts.first(where: { $0.url.lastPathComponent == "quintain" })
        else {
            throw Failure(description: "quintain could not be built\n\(build.logText)")
        }
        let command = Process()
        command.executableURL = built.url
        command.arguments = arguments
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

    /// Starts the server and leaves it: while a plugin runs, no other command of SwiftPM can use its folder.
    private func serve(_ command: Process, in folder: URL) throws {
        let ready = folder.appendingPathComponent("ready.json")
        let log = folder.appendingPathComponent("serve.log")
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
