import InternetNames
import Testing

@testable import SystemProxy

/// Which commands change the system's proxy, and which restore it, from what the system answers.
@Suite struct SystemSettingsTests {
    private static let proxy = SystemProxyAddress(
        .v4(0x7F00_0001), port: 8080, ownAddresses: ["127.0.0.1:8090", "localhost:8090"])

    /// What `networksetup` and `simctl` print on a Mac with a corporate proxy.
    private static let answers = [
        "networksetup -listallnetworkservices": """
        An asterisk (*) denotes that a network service is disabled.
        Wi-Fi
        *Thunderbolt Bridge
        Büro: LAN 5

        """,
        "networksetup -getwebproxy Wi-Fi": "Enabled: No\nServer: \nPort: 0\nAuthenticated Proxy Enabled: 0\n",
        "networksetup -getsecurewebproxy Wi-Fi":
            "Enabled: No\nServer: old.example\nPort: 3129\nAuthenticated Proxy Enabled: 0\n",
        "networksetup -getautoproxyurl Wi-Fi": "URL: (null)\nEnabled: No\n",
        "networksetup -getproxyautodiscovery Wi-Fi": "Auto Proxy Discovery: Off\n",
        "networksetup -getproxybypassdomains Wi-Fi": "*.local\n169.254/16\n",
        "networksetup -getwebproxy Büro: LAN 5":
            "Enabled: Yes\nServer: fd00::1\nPort: 3128\nAuthenticated Proxy Enabled: 1\n",
        "networksetup -getsecurewebproxy Büro: LAN 5":
            "Enabled: No\nServer: \nPort: 0\nAuthenticated Proxy Enabled: 0\n",
        "networksetup -getautoproxyurl Büro: LAN 5": "URL: http://a/p.pac?b:c\nEnabled: Yes\n",
        "networksetup -getproxyautodiscovery Büro: LAN 5": "Auto Proxy Discovery: On\n",
        "networksetup -getproxybypassdomains Büro: LAN 5": "There aren't any bypass domains set on Büro: LAN 5.\n",
        "xcrun simctl list devices booted -j": """
        {"devices": {"com.apple.CoreSimulator.SimRuntime.iOS-18-1": [
          {"udid": "B", "state": "Booted", "name": "iPhone"}, {"udid": "C", "state": "Shutdown", "name": "iPad"}]}}
        """,
        "xcrun simctl spawn B launchctl getenv HTTP_PROXY": "http://old.example:1\n",
        "xcrun simctl spawn B launchctl getenv HTTPS_PROXY": "\n",
        "xcrun simctl spawn B launchctl getenv http_proxy": "",
        "xcrun simctl spawn B launchctl getenv https_proxy": "",
    ]

    private static func ask(_ answers: [String: String]) -> SystemQuery {
        { (words) throws(SystemSettingsFault) in
            guard let answer = answers[words.joined(separator: " ")] else {
                throw SystemSettingsFault(sentence: "\(words) has no answer.")
            }
            return answer
        }
    }

    private static func mac(_ answers: [String: String] = answers) throws -> SystemSettings {
        try SystemSettings.now(hasProgram: { $0 != "gsettings" }, asking: ask(answers))
    }

    private static func lines(_ commands: [SystemCommand]) -> [String] {
        commands.map { ($0.isOptional ? "? " : "") + $0.words.map { $0.isEmpty ? "''" : $0 }.joined(separator: " ") }
    }

    @Test func everyEnabledServiceIsSet() throws {
        let lines = Self.lines(try Self.mac().commands(setting: Self.proxy))
        #expect(
            lines == [
                "networksetup -setwebproxy Wi-Fi 127.0.0.1 8080 off",
                "networksetup -setsecurewebproxy Wi-Fi 127.0.0.1 8080 off",
                "networksetup -setwebproxystate Wi-Fi on", "networksetup -setsecurewebproxystate Wi-Fi on",
                "networksetup -setproxybypassdomains Wi-Fi Empty",
                "networksetup -setwebproxy Büro: LAN 5 127.0.0.1 8080 off",
                "networksetup -setsecurewebproxy Büro: LAN 5 127.0.0.1 8080 off",
                "networksetup -setwebproxystate Büro: LAN 5 on", "networksetup -setsecurewebproxystate Büro: LAN 5 on",
                "networksetup -setautoproxystate Büro: LAN 5 off",
                "networksetup -setproxyautodiscovery Büro: LAN 5 off",
                "networksetup -setproxybypassdomains Büro: LAN 5 Empty",
                "? xcrun simctl spawn B launchctl setenv HTTP_PROXY http://127.0.0.1:8080",
                "? xcrun simctl spawn B launchctl setenv HTTPS_PROXY http://127.0.0.1:8080",
                "? xcrun simctl spawn B launchctl setenv http_proxy http://127.0.0.1:8080",
                "? xcrun simctl spawn B launchctl setenv https_proxy http://127.0.0.1:8080",
            ])
    }

    @Test func everythingIsRestoredInReverse() throws {
        #expect(
            Self.lines(try Self.mac().restoringCommands) == [
                "? xcrun simctl spawn B launchctl setenv HTTP_PROXY http://old.example:1",
                "? xcrun simctl spawn B launchctl unsetenv HTTPS_PROXY",
                "? xcrun simctl spawn B launchctl unsetenv http_proxy",
                "? xcrun simctl spawn B launchctl unsetenv https_proxy",
                "networksetup -setproxybypassdomains Büro: LAN 5 Empty",
                "networksetup -setproxyautodiscovery Büro: LAN 5 on",
                "networksetup -setautoproxyurl Büro: LAN 5 http://a/p.pac?b:c",
                "networksetup -setautoproxystate Büro: LAN 5 on",
                "? networksetup -setsecurewebproxy Büro: LAN 5 '' 0 off",
                "networksetup -setsecurewebproxystate Büro: LAN 5 off",
                "networksetup -setwebproxy Büro: LAN 5 fd00::1 3128 off",
                "networksetup -setwebproxystate Büro: LAN 5 on",
                "networksetup -setproxybypassdomains Wi-Fi *.local 169.254/16",
                "networksetup -setsecurewebproxy Wi-Fi old.example 3129 off",
                "networksetup -setsecurewebproxystate Wi-Fi off",
                "? networksetup -setwebproxy Wi-Fi '' 0 off", "networksetup -setwebproxystate Wi-Fi off",
            ])
    }

    @Test func whatCannotBeRestoredIsSaid() throws {
        let losses = try Self.mac().losses
        #expect(losses.count == 1)
        #expect(losses.first?.contains("the web proxy of Büro: LAN 5 has a password") == true)
    }

    /// Services that are gone, that somebody else has set, or that were not reached are left alone.
    @Test func onlyWhatWasChangedIsRestored() throws {
        let settings = try Self.mac()
        var answers = Self.answers
        answers["networksetup -getwebproxy Wi-Fi"] = "Enabled: Yes\nServer: 127.0.0.1\nPort: 8080\n"
        func names(_ answers: [String: String]) -> String {
            settings.settingsToRestore(afterSetting: Self.proxy, asking: Self.ask(answers)).summary
        }
        #expect(names(answers) == "Wi-Fi")
        answers["networksetup -getwebproxy Wi-Fi"] = "Enabled: Yes\nServer: 127.0.0.1\nPort: 8081\n"
        #expect(names(answers) == "")
        answers["networksetup -getsecurewebproxy Wi-Fi"] = "Enabled: Yes\nServer: 127.0.0.1\nPort: 8080\n"
        #expect(names(answers) == "Wi-Fi")
        answers["networksetup -listallnetworkservices"] = "An asterisk (*) …\n*Wi-Fi\n"
        #expect(names(answers) == "Wi-Fi")
        answers["networksetup -listallnetworkservices"] = "An asterisk (*) …\nEthernet\n"
        #expect(names(answers) == "")
        let variable = "xcrun simctl spawn B launchctl getenv HTTP_PROXY"
        answers[variable] = "http://127.0.0.1:8080\n"
        #expect(names(answers) == " and 1 simulator")
        // Somebody has chosen another one since.
        answers["xcrun simctl spawn B launchctl getenv https_proxy"] = "http://new.example:1\n"
        #expect(names(answers).isEmpty)
        #expect(names([:]) == "Wi-Fi, Büro: LAN 5 and 1 simulator")
    }

    /// Without Xcode, and on a system without the search for a proxy.
    @Test func whatIsMissingIsLeftOut() throws {
        var answers = Self.answers.filter { !$0.key.hasPrefix("xcrun") }
        answers["networksetup -getproxyautodiscovery Büro: LAN 5"] = nil
        let settings = try Self.mac(answers)
        #expect(settings.summary == "Wi-Fi, Büro: LAN 5")
        #expect(
            !Self.lines(settings.commands(setting: Self.proxy) + settings.restoringCommands).contains {
                $0.contains("autodiscovery")
            })
    }

    @Test(arguments: [
        "networksetup -listallnetworkservices", "networksetup -getwebproxy Wi-Fi",
        "networksetup -getautoproxyurl Wi-Fi",
        "networksetup -getproxybypassdomains Wi-Fi",
    ])
    func answersThatSayNothingAreFaults(question: String) {
        var answers = Self.answers
        answers[question] = question.hasSuffix("domains Wi-Fi") ? nil : "none\n"
        #expect(throws: SystemSettingsFault.self) { try Self.mac(answers) }
    }

    @Test func theDesktopIsSetAndRestored() throws {
        let answers = [
            "gsettings get org.gnome.system.proxy.http use-authentication": "true\n",
            "gsettings get org.gnome.system.proxy.http host": "'it\\'s'\n",
            "gsettings get org.gnome.system.proxy.http port": "0\n",
            "gsettings get org.gnome.system.proxy.https host": "''\n",
            "gsettings get org.gnome.system.proxy.https port": "8443\n",
            "gsettings get org.gnome.system.proxy ignore-hosts": "['localhost', '::1']\n",
            "gsettings get org.gnome.system.proxy mode": "'none'\n",
        ]
        let settings = try SystemSettings.now(hasProgram: { $0 == "gsettings" }, asking: Self.ask(answers))
        #expect(
            Self.lines(settings.commands(setting: Self.proxy)) == [
                "gsettings set org.gnome.system.proxy.http use-authentication false",
                "gsettings set org.gnome.system.proxy.http host '127.0.0.1'",
                "gsettings set org.gnome.system.proxy.http port 8080",
                "gsettings set org.gnome.system.proxy.https host '127.0.0.1'",
                "gsettings set org.gnome.system.proxy.https port 8080",
                "gsettings set org.gnome.system.proxy ignore-hosts ['127.0.0.1:8090', 'localhost:8090']",
                "gsettings set org.gnome.system.proxy mode 'manual'",
            ])
        #expect(
            Self.lines(settings.restoringCommands) == [
                "gsettings set org.gnome.system.proxy mode 'none'",
                "gsettings set org.gnome.system.proxy ignore-hosts ['localhost', '::1']",
                "gsettings set org.gnome.system.proxy.https port 8443",
                "gsettings set org.gnome.system.proxy.https host ''",
                "gsettings set org.gnome.system.proxy.http port 0",
                "gsettings set org.gnome.system.proxy.http host 'it\\'s'",
                "gsettings set org.gnome.system.proxy.http use-authentication true",
            ])
        let alone = SystemProxyAddress(.v4(0x7F00_0001), port: 1)
        #expect(Self.lines(settings.commands(setting: alone)).contains { $0.hasSuffix("ignore-hosts @as []") })
    }

    /// What somebody has chosen on the desktop since then stays; a proxy stays as a whole, and in use.
    @Test func onlyWhatWasChangedOnTheDesktopIsRestored() throws {
        func settings(_ http: [String], _ https: [String], _ others: [String]) throws -> SystemSettings {
            let values = http + https + others
            return try SystemSettings.now(hasProgram: { $0 == "gsettings" }) { (words) throws(SystemSettingsFault) in
                let key = DesktopKey.allCases.firstIndex { words == ["gsettings", "get"] + $0.arguments }
                guard let key else { throw SystemSettingsFault(sentence: "\(words) has no answer.") }
                return values[key]
            }
        }
        let before = try settings(["false", "''", "0"], ["'old'", "1"], ["[]", "'none'"])
        func restored(_ http: [String], _ https: [String], _ others: [String]) throws -> [String] {
            let now = try settings(http, https, others)
            let changed = before.settingsToRestore(afterSetting: Self.proxy) { (words) throws(SystemSettingsFault) in
                guard case .desktop(let settings) = now,
                    let setting = settings.first(where: { words.suffix(2) == $0.key.arguments[...] })
                else { throw SystemSettingsFault(sentence: "\(words) has no answer.") }
                return setting.value
            }
            return Self.lines(changed.restoringCommands).map {
                $0.replacing("gsettings set org.gnome.system.proxy", with: "")
            }
        }
        let (host, port, ignored) = ("'127.0.0.1'", "8080", "['127.0.0.1:8090', 'localhost:8090']")
        #expect(
            try restored(["false", host, port], [host, port], [ignored, "'manual'"]) == [
                " mode 'none'", " ignore-hosts []", ".https port 1", ".https host 'old'", ".http port 0",
                ".http host ''",
            ])
        // The set-up was interrupted.
        #expect(try restored(["false", host, "0"], ["'old'", "1"], ["[]", "'none'"]) == [".http host ''"])
        #expect(
            try restored(["false", "'new'", port], [host, port], [ignored, "'manual'"]) == [
                " ignore-hosts []", ".https port 1", ".https host 'old'",
            ])
        #expect(
            try restored(["false", host, port], [host, port], ["['a']", "'auto'"]) == [
                ".https port 1", ".https host 'old'", ".http port 0", ".http host ''",
            ])
        #expect(try restored(["true", "'new'", "1"], ["'new'", "2"], ["['a']", "'manual'"]).isEmpty)
        #expect(before.settingsToRestore(afterSetting: nil, asking: Self.ask([:])) == before)
    }

    /// The time for all programs has an end.
    @Test func programsAreNotRunOnceTheTimeIsOver() {
        do throws(SystemSettingsFault) {
            _ = try SystemPrograms(within: 0).answer(["echo", "it runs"])
            Issue.record("a program has run")
        } catch {
            #expect(error.sentence.contains("echo it runs is not run"))
        }
        #expect(throws: SystemSettingsFault.self) { try SystemPrograms(within: 300).answer(["sleep", "600"]) }
    }

    @Test func elsewhereItIsSaidWhatToDo() {
        do throws(SystemSettingsFault) {
            _ = try SystemSettings.now(hasProgram: { _ in false }, asking: Self.ask([:]))
            Issue.record("there is a system without programs")
        } catch {
            #expect(error.sentence.contains("HTTP_PROXY") && error.sentence.contains("networksetup"))
        }
    }

    @Test(arguments: [
        (IPAddress.v4(0), "127.0.0.1:8080"), (.v4(0xC000_0201), "192.0.2.1:8080"), (.v6(high: 0, low: 0), "[::1]:8080"),
        (.v6(high: 0xFD00 << 48, low: 7), "[fd00::7]:8080"),
    ])
    func programsOfThisMachineReachTheListener(address: IPAddress, authority: String) {
        #expect(SystemProxyAddress(address, port: 8080).authority == authority)
    }
}
