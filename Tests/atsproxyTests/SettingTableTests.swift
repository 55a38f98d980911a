import ArgumentParser
import Testing

@testable import atsproxy
@testable import Settings

@Suite struct SettingTableTests {
    /// The keys of the file are the names of options.
    @Test func everySettingIsAnOptionOfServe() {
        let help = ServeCommand.helpMessage(columns: 200)
        for name in SettingTable.all.map(\.name) {
            #expect(help.contains("--\(name) ") || help.contains("--\(name)\n"), "\(name)")
        }
        let options = help.matches(of: #/(?m)^  --([a-z-]+)/#).map { String($0.1) }
        let others = Set(options).subtracting(SettingTable.all.map(\.name))
        #expect(others == ["check-config", "config", "limit", "print-config"])
    }

    @Test func optionsReachTheSettingsOfTheirNames() throws {
        let command = try #require(
            try ServeCommand.parseAsRoot([
                "--policy", "p", "--os", "ios17", "--linked-sdk", "ios16", "--api", "none", "--roots", "r",
                "--ca-file", "c", "--crl", "l", "--ct-log-list", "j", "--ignore", "cleartext", "--resolve", "a:1:::1",
                "--handshake-timeout", "1", "--connect-timeout", "2", "--listen", "127.0.0.1:1", "--listen-transparent",
                "127.0.0.1:2", "--app-of", "::1=A", "--mode", "observe",
                "--app", "A", "--policies", "B=b", "--allow-client", "::1", "--auth-file", "u", "--allow-destination",
                "::1",
                "--deny-destination", "::1", "--pac-host", "h", "--examine", "needed", "--workers", "3",
                "--verdict-ttl", "4", "--drain-timeout", "5", "--pid-file", "f", "--events", "e", "--log-query",
                "--label", "nightly",
                "--segment-size", "1M", "--segment-age", "1m", "--proxy-name", "lab-3",
                "--no-aia", "--strict-tunnel", "--console", "off", "--console-host", "h", "--profile-cert", "c",
                "--profile-key", "k", "--system-proxy", "--upstream-proxy", "http://p:1", "--upstream-auth", "a",
                "--no-upstream", "n", "--metrics", "off", "--update-data", "daily", "--data-source",
                "roots=https://a.test/",
            ]) as? ServeCommand)
        for name in SettingTable.all.map(\.name) {
            #expect(command.flags.texts[name]?.count == 1, "\(name) is lost")
        }
    }

    @Test func repeatedOptionsAndMissingOnesAreTold() throws {
        let command = try #require(
            try ServeCommand.parseAsRoot([
                "--listen", ":1", "--app", "A", "--listen", ":2", "--os", "ios9", "--os", "ios17",
            ])
                as? ServeCommand)
        #expect(
            command.flags.texts.mapValues { $0.map(\.value) } == [
                "listen": [":1", ":2"], "app": ["A"], "os": ["ios17"],
            ])
    }

    @Test(arguments: [["--mode", "guess"], ["--examine", "some"], ["--api", "Socket"]])
    func wordsAreCheckedWhereverTheOptionStands(arguments: [String]) throws {
        let error = #expect(throws: (any Error).self) { try ServeCommand.parseAsRoot(["serve"] + arguments) }
        let message = ServeCommand.message(for: try #require(error))
        #expect(message.hasPrefix("\(arguments.joined(separator: " ")) is not one of "), "\(message)")
    }

    /// A name stands for one setting, and each default has the form of the values.
    @Test func defaultsAndExamplesHaveTheFormOfTheSetting() throws {
        #expect(Set(SettingTable.all.map(\.name)).count == SettingTable.all.count)
        for setting in SettingTable.all {
            #expect(setting.help.hasSuffix(".") && !setting.help.contains("Default"), "\(setting.name)")
            #expect(!setting.example.isEmpty, "\(setting.name)")
        }
        _ = try ServeSettings(SettingsLayer(), over: nil)
    }

    @Test(arguments: [("pollicy", "policy"), ("Mode", "mode"), ("drain_timeout", "drain-timeout"), ("x", nil)])
    func suggestsTheIntendedWord(word: String, name: String?) {
        #expect(Spelling.nearest(to: word, among: SettingTable.all.map(\.name)) == name)
    }
}
