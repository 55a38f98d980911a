import Foundation
import Testing

/// A device gets a configuration profile from the set-up page, before and after it uses the proxy.
@Suite(.enabled(if: TwoMachines.arePossible, TwoMachines.whySkipped))
struct ProfileJourneyTests {
    private let machines: TwoMachines
    private let files: ProfileFiles

    init() throws {
        machines = try TwoMachines.shared.get()
        files = try ProfileFiles()
    }

    private static let form = ["ssid=Büro", "password=p&ss <w>rd", "security=WPA3", "hidden=yes", "profile=network"]
        .flatMap { ["--data-urlencode", $0] }

    /// Starts a proxy on its machine, which devices of the link may use, and returns its port.
    private func serve(_ options: String...) throws -> (Program, port: String) {
        let program = try machines.proxy.program(
            Repository.program,
            [
                "serve", "--listen", "0.0.0.0:0", "--allow-client", "192.0.2.0/24", "--events", files.path("events"),
                "--pac-host", "api.example.com", "--examine", "needed", "--console", "off",
            ] + options)
        guard holds({ program.errors.contains("listening on ") || !program.isRunning }),
            let port = program.errors.firstMatch(of: #/listening on 0\.0\.0\.0:(\d+)/#)?.1
        else { throw JourneyError(text: "the proxy did not start: \(program.errors)") }
        return (program, String(port))
    }

    /// Sends a form from the device, and keeps the body of the answer.
    private func post(_ url: String, _ options: [String], to name: String = "answer") throws -> Answer {
        try Answer(
            curl: ["--no-include", "--output", files.path(name), "--dump-header", files.path("head"), url] + options,
            on: machines.client)
    }

    @Test func aDeviceThatIsNotSetUpGetsAProfile() throws {
        let (program, port) = try serve()
        let page = "http://192.0.2.1:\(port)"
        #expect(try Answer(curl: ["\(page)/"], on: machines.client).output.contains("<form method=\"post\""))
        let origin = ["--header", "Origin: \(page)"]
        #expect(try post("\(page)/profile", Self.form + origin).status == 200)
        let head = try files.shell("cat head")
        #expect(head.contains("Content-Type: application/x-apple-aspen-config\r\n"))
        #expect(head.contains("Content-Disposition: attachment;") && head.contains("Cache-Control: no-store\r\n"))
        let wifi = try #require(try files.settings(in: "answer")["com.apple.wifi.managed"])
        #expect(wifi["SSID_STR"] as? String == "Büro" && wifi["Password"] as? String == "p&ss <w>rd")
        #expect(wifi["ProxyServer"] as? String == "192.0.2.1" && "\(wifi["ProxyServerPort"] ?? "")" == port)
        #expect(wifi["EncryptionType"] as? String == "WPA3" && wifi["HIDDEN_NETWORK"] as? Bool == true)
        let global = ["--data", "profile=global&proxy=automatic"]
        #expect(try post("\(page)/profile", global).status == 200)
        let proxy = try #require(try files.settings(in: "answer")["com.apple.proxy.http.global"])
        #expect(proxy["ProxyPACURL"] as? String == "\(page)/proxy.pac")
        // The address that the profile names is one that answers.
        #expect(try Answer(curl: ["\(page)/proxy.pac"], on: machines.client).output.contains("PROXY 192.0.2.1:\(port)"))
        #expect(program.stop() == 0)
        try expectNoTrace(program)
    }

    @Test func aDeviceThatUsesTheProxyGetsOne() throws {
        let (program, port) = try serve("--auth-file", try passwords())
        let through = ["--proxy", "http://192.0.2.1:\(port)", "--header", "Origin: http://ats.setup"]
        #expect(try post("http://ats.setup/profile", Self.form + ["--data", "user=anna"] + through).status == 200)
        let wifi = try #require(try files.settings(in: "answer")["com.apple.wifi.managed"])
        #expect(wifi["ProxyServer"] as? String == "192.0.2.1" && wifi["ProxyUsername"] as? String == "anna")
        #expect(wifi["ProxyPassword"] == nil)
        #expect(program.stop() == 0)
        try expectNoTrace(program)
    }

    /// The password is in no event, and the program has said nothing about it.
    private func expectNoTrace(_ program: Program) throws {
        let traces = try files.shell("cat events") + program.errors + program.output
        #expect(!traces.contains("ss <w") && !traces.contains("%3Cw") && !traces.contains("Büro"))
    }

    private func passwords() throws -> String {
        let line = "anna:$2y$05$abcdefghijklmnopqrstuuC6tZ1sV1QeSgkhyuEqwUtk5KYTGUIRW\n"
        try line.write(toFile: files.path("users"), atomically: true, encoding: .utf8)
        return files.path("users")
    }

    @Test func formsOfOtherSitesAreRefused() throws {
        let (program, port) = try serve()
        let url = "http://192.0.2.1:\(port)/profile"
        let foreign = [
            ["--header", "Origin: http://evil.example"], ["--header", "Origin: null"],
            ["--header", "Sec-Fetch-Site: cross-site"], ["--header", "Referer: http://evil.example/"],
            ["--header", "Host: evil.example:\(port)", "--header", "Origin: http://evil.example:\(port)"],
        ]
        for fields in foreign {
            #expect(try post(url, Self.form + fields).status == 403, "\(fields)")
            #expect(try !files.shell("cat answer").contains("plist"))
        }
        #expect(try post(url, ["--data", "profile=network&ssid=a&password=short"]).status == 400)
        #expect(try files.shell("cat answer").contains("8 to 63 bytes"))
        #expect(try post(url, ["--data", String(repeating: "a", count: 5000)]).status == 400)
        #expect(try post(url, ["--json", "{}"]).status == 415)
        #expect(try Answer(curl: [url], on: machines.client).status == 405)
        #expect(program.stop() == 0)
    }

    /// The certificate and the key are read again after a signal. A pair that does not belong together changes nothing.
    @Test func profilesAreSignedAndReloaded() throws {
        try files.shell("cp one.pem cert.pem && cp one.key key.pem")
        let (program, port) = try serve(
            "--profile-cert", files.path("cert.pem"), "--profile-key", files.path("key.pem"))
        let url = "http://192.0.2.1:\(port)/profile"
        #expect(try post(url, Self.form, to: "first").status == 200)
        #expect(try files.verify("first").contains("Signer one"))
        #expect(try files.settings(in: "first.content")["com.apple.wifi.managed"]?["SSID_STR"] as? String == "Büro")
        try files.shell("cp two.key key.pem")
        program.signal(SIGHUP)
        #expect(holds { program.errors.contains("not reloaded") && program.errors.contains("is not for the key") })
        #expect(try post(url, Self.form, to: "second").status == 200)
        #expect(try files.verify("second").contains("Signer one"))
        try files.shell("cp two.pem cert.pem")
        program.signal(SIGHUP)
        #expect(holds { program.errors.contains("atsproxy: reloaded") })
        // Each worker hears of the reload in its own time.
        #expect(
            try holds {
                _ = try post(url, Self.form, to: "third")
                return try files.verify("third").contains("Signer two")
            })
        #expect(program.stop() == 0)
    }
}
