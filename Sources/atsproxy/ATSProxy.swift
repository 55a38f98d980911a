import ArgumentParser
import ProxyServer

/// The program: one subcommand for each job.
@main
struct ATSProxy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "atsproxy",
        abstract: "Holds an app's traffic against Apple's App Transport Security, without decrypting it.",
        version: ServerVersion.number)
}
