import ArgumentParser
import Console
import Foundation
import HTTPServer
import Networking
import Settings
import StandardStreams
import TransportSecurity

/// `atsproxy view`: shows recordings in a browser.
struct ViewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view", abstract: "Show recordings in a browser.",
        discussion: """
            Serves a page until it is interrupted, and prints its address. A recording that grows is read again; a \
            store is asked once. With --policy, --os or another trust store, the recorded facts are judged again.

            Exit status: 0 once interrupted; 65 if there is nothing to show; 69 if the address is in use.
            """)

    @Argument(
        help: ArgumentHelp(
            "Recordings of atsproxy, directories of them, or captures (pcap, pcapng, HAR); - is standard input.",
            valueName: "recording"),
        completion: .file())
    var recordings: [String] = []

    @OptionGroup var console: ConsoleOptions

    @Option(
        help: ArgumentHelp(
            "Expected hosts: a list with one per line, or an App Privacy Report; the page names missing ones.",
            valueName: "path"),
        completion: .file())
    var expectHosts: String?

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Loads") var loads: LoadFilterOptions
    @OptionGroup(title: "Policy") var policy: PolicyOptions
    @OptionGroup(title: "Trust") var trust: TrustOptions

    func validate() throws {
        try store.check(recordings)
    }

    func run() throws {
        try CommandFailure.reporting { () throws(CommandFailure) in
            ProcessSignals.prepare()
            let viewed = ViewedRecordings(
                paths: recordings, store: store.query(loads), filter: try loads.filter(), policy: policy, trust: trust)
            let versions = RecordingVersions(of: recordings)
            let input = try viewed.input(saysLeftOut: true)
            let judge = try viewed.judge()
            let settings = try settings(judge)
            let rereadRecordings = RereadRecordings()
            let server = try startServer {
                ConsoleModel(settings, judge: judge, recorded: input, rereadRecordings: rereadRecordings)
            }
            let viewing = Viewing(of: viewed, on: server, rereadRecordings: rereadRecordings, versions: versions)
            try viewing.runUntilStopped {
                StandardStreams.Output.say("console at \(server.url)")
            }
        }
    }

    private func settings(_ judge: ConsoleJudge) throws(CommandFailure) -> ConsoleSettings {
        var settings = ConsoleSettings(showing: .recordings)
        settings.data = .used(by: judge, hasOwnRoots: trust.replacesRoots)
        if let expectHosts {
            settings.expectedHosts = try ReportOutputOptions.expectedHosts(in: InputFile(expectHosts))
        }
        settings.policyFile = try policy.policy.flatMap { (path) throws(CommandFailure) in
            try .read(ofPolicyAt: path)
        }
        return settings
    }

    private func startServer(
        _ source: @escaping @Sendable () -> any ConsoleSource
    ) throws(CommandFailure) -> ConsoleServer {
        let names = try console.stack.value(SettingTable.consoleHost)
        let socket = try socket()
        do throws(SystemError) {
            return try ConsoleServer(socket, names: names, source: source)
        } catch {
            throw CommandFailure(.software, "cannot serve the page: \(error.operation): \(error.text).")
        }
    }

    /// The socket at the address of `--console`. Without that option, it is at the usual address or another free port.
    private func socket() throws(CommandFailure) -> ServerSocket {
        switch try console.stack.value(SettingTable.console) {
        case .at(let address):
            return try .bound(to: address)
        case .off:
            throw CommandFailure(.usage, "--console off: view does nothing but serve its page; give an address.")
        case nil:
            do throws(SystemError) {
                return try .boundToUsualAddress()
            } catch {
                throw CommandFailure(
                    .unavailable, "the page cannot be served: \(error.operation): \(error.text).")
            }
        }
    }
}
