import ArgumentParser
import ForwardProxy
import Foundation
import Libevent
import ProxyServer
import Recording
import TransportSecurity

/// `atsproxy serve`: runs the proxy until it is told to stop.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the proxy.",
        discussion: """
            Point a device, a simulator or curl at the port. Each destination is judged under the app's policy, and \
            blocked (--mode enforce) or recorded (--mode observe).
            """)

    @OptionGroup(title: "Policy") var policy: PolicyOptions
    @OptionGroup(title: "Trust") var trust: TrustOptions
    @OptionGroup(title: "Network") var network: NetworkOptions
    @OptionGroup(title: "Listening") var listening: ListeningOptions
    @OptionGroup(title: "Recording") var recording: RecordingOptions

    func run() throws {
        try CommandFailure.reported { () throws(CommandFailure) in
            ProcessSignals.prepare()
            let configuration = try serverConfiguration()
            let recorder = try recording.recorder()
            let server = try start(configuration, recorder)
            announce(server, configuration)
            try Serving(server, recorder.log, drainSeconds: listening.drainTimeout).runUntilStopped()
        }
    }

    private func serverConfiguration() throws(CommandFailure) -> ServerConfiguration {
        let appPolicy = try policy.appPolicy()
        let (store, rules) = try trust.load(warnsAt: WallClock.now)
        let jurisdiction = Jurisdiction(
            policyName: appPolicy.source, dictionary: appPolicy.dictionary, linkedSDK: try policy.sdk(of: appPolicy),
            os: try policy.osChoice(), loadKind: policy.api, appNames: listening.app, mode: listening.mode,
            waivers: try trust.waivers())
        return ServerConfiguration(
            ports: try listening.ports(under: jurisdiction), rules: rules, trust: store,
            limits: try network.limits(), verdictLifetime: listening.verdictTTL, resolve: try network.overrides(),
            workers: listening.workers ?? ProcessInfo.processInfo.activeProcessorCount, logsQueries: recording.logQuery,
            fetchesIssuers: !network.noAIA)
    }

    private func start(_ configuration: ServerConfiguration, _ recorder: EventRecorder) throws(CommandFailure) -> Server
    {
        do throws(ServerError) {
            return try Server(configuration, recording: recorder)
        } catch {
            switch error {
            case .cannotListen(let address, let reason):
                throw CommandFailure(
                    .unavailable, "cannot listen on \(address): \(reason.text); choose another address with --listen.")
            case .noResources(let reason):
                throw CommandFailure(.software, "cannot start: \(reason.operation): \(reason.text)")
            }
        }
    }

    private func announce(_ server: Server, _ configuration: ServerConfiguration) {
        for (address, port) in zip(server.addresses, configuration.ports) {
            let rules = port.jurisdiction
            Console.say("listening on \(address) (\(rules.mode.rawValue), \(rules.os), policy \(rules.policyName))")
        }
    }
}
