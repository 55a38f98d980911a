import Foundation
import Testing

/// `atsproxy profile`: profiles that Python reads, signatures that OpenSSL verifies, and each mistake.
@Suite struct ProfileCommandTests {
    private let files: ProfileFiles

    init() throws {
        files = try ProfileFiles()
        try files.shell("printf 'p&ss <w>rd\\n' > password; printf 'short' > short; printf '\\377' > binary")
    }

    private func run(_ options: String...) throws -> (status: Int32, output: String, errors: String) {
        let program = try Program(Repository.program, ["profile"] + options)
        return (program.end(), program.output, program.errors)
    }

    @Test func aProfileOfANetwork() throws {
        let (status, output, errors) = try run(
            "--ssid", "Büro", "--password-file", files.path("password"), "--proxy", "192.168.1.20:8080", "--hidden",
            "--output", files.path("a.mobileconfig"))
        #expect(status == 0 && output.isEmpty && errors.isEmpty, "\(errors)")
        let wifi = try #require(try files.settings(in: "a.mobileconfig")["com.apple.wifi.managed"])
        #expect(wifi["SSID_STR"] as? String == "Büro" && wifi["Password"] as? String == "p&ss <w>rd")
        #expect(wifi["HIDDEN_NETWORK"] as? Bool == true && wifi["EncryptionType"] as? String == "WPA2")
        #expect(wifi["ProxyType"] as? String == "Manual" && wifi["ProxyServer"] as? String == "192.168.1.20")
        #expect(wifi["ProxyServerPort"] as? Int == 8080)
        // The password is in it.
        #expect(try files.shell("stat -c %a a.mobileconfig") == "600\n")
    }

    @Test func aProfileOfAllNetworksByScript() throws {
        let (status, output, _) = try run("--global", "--pac", "--proxy", "[fd00::1]:8080")
        #expect(status == 0)
        try output.write(toFile: files.path("b"), atomically: true, encoding: .utf8)
        let settings = try files.settings(in: "b")
        #expect(settings.keys.sorted() == ["com.apple.proxy.http.global"])
        let proxy = try #require(settings["com.apple.proxy.http.global"])
        #expect(proxy["ProxyPACURL"] as? String == "http://[fd00::1]:8080/proxy.pac")
        #expect(proxy["ProxyType"] as? String == "Auto" && proxy["ProxyPACFallbackAllowed"] as? Bool == false)
    }

    /// The password comes from standard input, and the network needs no proxy besides the global one.
    @Test func aNetworkAndTheGlobalProxyAreOneProfile() throws {
        let script =
            "printf 12345678 | '\(Repository.program)' profile --ssid a --global --password-file - --proxy a.test:1"
        try files.shell("\(script) --proxy-user anna > c")
        let settings = try files.settings(in: "c")
        #expect(settings["com.apple.wifi.managed"]?["ProxyType"] as? String == "None")
        #expect(settings["com.apple.wifi.managed"]?["Password"] as? String == "12345678")
        #expect(settings["com.apple.proxy.http.global"]?["ProxyServer"] as? String == "a.test")
        #expect(settings["com.apple.proxy.http.global"]?["ProxyUsername"] as? String == "anna")
    }

    #if os(Linux)
    @Test func aProfileThatCannotBeWrittenHasTheStatusOfOutput() throws {
        let script = "'\(Repository.program)' profile --global --proxy a.test:1 2>&1 >/dev/full; echo $?"
        #expect(
            try files.shell(script) == "atsproxy: standard output cannot be written: No space left on device.\n74\n")
    }
    #endif

    @Test func aNetworkWithoutAPasswordIsSaidToBeOpen() throws {
        let (status, output, errors) = try run("--ssid", "a", "--proxy", "a.test:1")
        #expect(status == 0 && errors.contains("without encryption") && output.contains("<string>None</string>"))
    }

    @Test func signaturesAreVerifiedByOpenSSL() throws {
        let (status, _, errors) = try run(
            "--global", "--proxy", "a.test:1", "--profile-cert", files.path("one.pem"), "--profile-key",
            files.path("one.key"), "--output", files.path("signed"))
        #expect(status == 0, "\(errors)")
        #expect(try files.verify("signed").contains("Signer one"))
        #expect(
            try files.settings(in: "signed.content")["com.apple.proxy.http.global"]?["ProxyServer"] as? String
                == "a.test")
        // One byte of the content is another, so that the signature is wrong.
        try files.shell("sed 's/a\\.test/b.test/' signed > changed")
        #expect(throws: JourneyError.self) { try files.verify("changed") }
    }

    @Test(arguments: [
        (["--ssid", "a"], 64, "--proxy"), (["--proxy", "a:1"], 64, "name a Wi-Fi network with --ssid"),
        (["--proxy", "a:1", "--global", "--hidden"], 64, "name it with --ssid"),
        (["--proxy", "a:1", "--global", "--password-file", "password"], 64, "name it with --ssid"),
        (["--proxy", "a", "--global"], 64, "--proxy a is not a host and a port"),
        (["--proxy", "a:0", "--global"], 64, "--proxy a:0 is not a host and a port"),
        (["--proxy", "::1:80", "--global"], 64, "is not a host and a port"),
        (["--proxy", "127.0.0.1:80", "--global"], 64, "is not an address that other machines reach"),
        (["--proxy", "0.0.0.0:80", "--global"], 64, "is not an address that other machines reach"),
        (["--proxy", "[fe80::1]:80", "--global"], 64, "is not an address that other machines reach"),
        (["--proxy", "localhost:80", "--global"], 64, "is not an address that other machines reach"),
        (["--proxy", "a:1", "--global", "--proxy-user", "b:c"], 64, "--proxy-user must have no colon"),
        (["--proxy", "a:1", "--ssid", "a\u{FFFD}"], 64, "--ssid is not UTF-8"),
        (["--proxy", "a:1", "--global", "--pac", "--proxy-user", "b"], 64, "--proxy-user has no effect with --pac"),
        (["--proxy", "a:1", "--ssid", "a", "--security", "wep"], 64, "--security wep is not one of"),
        (["--proxy", "a:1", "--ssid", "a", "--security", "wpa3"], 64, "needs its password"),
        (["--proxy", "a:1", "--ssid", "", "--security", "none"], 64, "1 to 32 bytes"),
        (
            ["--proxy", "a:1", "--ssid", "a", "--password-file", "password", "--security", "none"], 64,
            "has no password"
        ),
        (
            ["--proxy", "a:1", "--ssid", "a", "--password-file", "short"], 65,
            "short: The password of a Wi-Fi network is"
        ),
        (["--proxy", "a:1", "--ssid", "a", "--password-file", "binary"], 65, "binary is not UTF-8"),
        (["--proxy", "a:1", "--ssid", "a", "--password-file", "none"], 65, "none does not exist"),
        (["--proxy", "a:1", "--global", "--profile-cert", "one.pem"], 64, "name it with --profile-key"),
        (["--proxy", "a:1", "--global", "--profile-key", "one.key"], 64, "name it with --profile-cert"),
        (
            ["--proxy", "a:1", "--global", "--profile-cert", "one.pem", "--profile-key", "two.key"], 65,
            "is not for the key"
        ),
        (
            ["--proxy", "a:1", "--global", "--profile-cert", "one.key", "--profile-key", "one.key"], 65,
            "no certificate"
        ),
        (
            ["--proxy", "a:1", "--global", "--profile-cert", "one.pem", "--profile-key", "one.pem"], 65,
            "no private key"
        ),
        (["--proxy", "a:1", "--global", "--profile-cert", "one.pem", "--profile-key", "locked.key"], 65, "passphrase"),
        (["--proxy", "a:1", "--global", "--output", "none/a"], 74, "none/a cannot be written: No such file"),
    ])
    func mistakesAreSaid(options: [String], status: Int32, sentence: String) throws {
        let command = ([Repository.program, "profile"] + options).map { "'\($0)'" }.joined(separator: " ")
        let text = try files.shell("{ \(command) 2>&1 >/dev/null; echo \"status $?\"; }")
        #expect(text.contains(sentence) && text.hasSuffix("status \(status)\n"), "\(text)")
        #expect(!text.contains("p&ss"))
    }
}
