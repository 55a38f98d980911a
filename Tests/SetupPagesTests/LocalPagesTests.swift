import InternetNames
import Testing
import TransportSecurity

@testable import SetupPages

@Suite struct LocalPagesTests {
    private static let phone = Authority(host: .address(.v4(0xC000_0205)), port: 8080)
    private static let loopback = Authority(host: .address(.v4(0x7F00_0001)), port: 8080)
    private static let pages = LocalPages(
        endpoints: [phone, loopback], mode: .observe, policyName: "<My&App>",
        proxiedHosts: [ProxiedHost(.host(.name("api.example.com"), includesSubdomains: false))])

    private static func body(
        _ path: String, _ pages: LocalPages = pages, directly: Authority? = nil, isProxied: Bool = false,
        userAgent: String = ""
    ) -> (status: UInt16, text: String) {
        let page: LocalPage = pages.page(
            for: .init(path: path, reachedAddress: directly, isProxied: isProxied, userAgent: userAgent))
        return (page.status, String(decoding: page.body, as: UTF8.self))
    }

    @Test func healthCheckSucceeds() {
        #expect(Self.body("/healthz") == (200, "ok\n"))
    }

    @Test func saysWhetherTheDeviceComesThrough() {
        #expect(Self.body("/", isProxied: true).text.contains("This device comes through the proxy."))
        let direct = Self.body("/", directly: Self.phone).text
        #expect(!direct.contains("comes through the proxy.") && direct.contains("href=\"http://ats.setup/\""))
    }

    @Test func pageNamesPolicyAndOS() {
        let page = Self.body("/", isProxied: true).text
        #expect(page.contains("&lt;My&amp;App&gt;") && !page.contains("<My&App>"))
        #expect(page.contains("<code>observe</code>") && page.contains("<code>\(OSVersion.newest)</code>"))
        #expect(!page.contains("<dt>Apps</dt>"))
    }

    @Test func saysWhichAppsHavePoliciesOfTheirOwn() {
        var pages = Self.pages
        pages.policiesOfApps = [
            .init(apps: "<A> 42.*", policyName: "<a>.json", os: pages.os),
            .init(apps: "B", policyName: "b.json", os: .byUserAgent),
        ]
        let page = Self.body("/", pages).text
        #expect(page.contains("<dt>For &lt;A&gt; 42.*</dt><dd><code>&lt;a&gt;.json</code></dd>"))
        #expect(page.contains("<dt>For B</dt><dd><code>b.json</code>, rules of <code>auto</code></dd>"))
    }

    @Test func pageNamesTheOSOfTheBrowser() {
        var pages = Self.pages
        pages.os = .byUserAgent
        pages.appNames = ["My<App>"]
        let agent = "MyApp/42 CFNetwork/1568.200.51 Darwin/24.1.0"
        #expect(Self.body("/", pages, userAgent: agent).text.contains("this browser names <code>ios18.1</code>"))
        #expect(!Self.body("/", pages, userAgent: "curl/8").text.contains("this browser names"))
        #expect(Self.body("/", pages).text.contains("only <code>My&lt;App&gt;</code>"))
    }

    @Test(arguments: [
        (phone, "<dd><code>192.0.2.5</code></dd>"),
        (Authority(host: .name("mac.local"), port: 8080), "<dd><code>mac.local</code></dd>"),
        // Opened on the proxy's own machine, the page still says what to type into a phone.
        (loopback, "<dd><code>192.0.2.5</code></dd>"),
        (Authority(host: .name("localhost"), port: 8080), "<dd><code>192.0.2.5</code></dd>"),
    ])
    func pageNamesTheAddressForAPhone(reached: Authority, text: String) {
        #expect(Self.body("/", directly: reached).text.contains(text))
    }

    @Test func pageOfALoopbackListenerSaysHowToLetPhonesIn() {
        var pages = Self.pages
        pages.endpoints = [Self.loopback]
        let page = Self.body("/", pages, directly: Self.loopback).text
        #expect(page.contains("--listen 0.0.0.0:8080") && !page.contains("Configure Proxy"))
    }

    @Test func automaticSettingIsOfferedIfThereAreHosts() {
        #expect(Self.body("/", directly: Self.phone).text.contains("http://192.0.2.5:8080/proxy.pac"))
        var pages = Self.pages
        pages.proxiedHosts = []
        #expect(Self.body("/", pages, directly: Self.phone).text.contains("--pac-host"))
    }

    @Test func authenticationIsNamedIfItIsAskedFor() {
        var pages = Self.pages
        pages.asksForPassword = true
        #expect(Self.body("/", pages, directly: Self.phone).text.contains("Authentication"))
        #expect(!Self.body("/", directly: Self.phone).text.contains("Authentication"))
    }

    @Test func theScriptNamesTheProxyAsItWasReached() {
        let name = Authority(host: .name("mac.local"), port: 8080)
        #expect(Self.body("/proxy.pac", directly: name).text.contains("var proxy = \"PROXY mac.local:8080\";"))
        let script = Self.body("/proxy.pac", isProxied: true).text
        #expect(script.contains("var proxy = \"PROXY 192.0.2.5:8080\";"))
        #expect(script.contains("{\"ats.setup\": true, \"api.example.com\": true}"))
    }

    @Test(arguments: ["/favicon.ico", "/healthz/", "//", "/PROXY.PAC", "/../healthz"])
    func otherPathsAreNotFound(path: String) {
        #expect(Self.body(path).status == 404)
    }

    @Test(arguments: [
        (Authority(host: .name("ats.setup"), port: 80), true), (phone, false), (loopback, false),
        (Authority(host: .name("localhost"), port: 8080), false),
        (Authority(host: .name("example.com"), port: 8080), false),
    ])
    func onlyTheSetupHostIsServed(authority: Authority, answers: Bool) {
        #expect(LocalPages.serves(authority) == answers)
    }

    /// The page has the picture, and forms that work without a script.
    @Test func offersProfiles() {
        let page = Self.body("/", directly: Self.phone).text
        #expect(page.contains("QR code of http://192.0.2.5:8080/") && page.contains("<svg "))
        #expect(page.contains("<form method=\"post\" action=\"/profile\"") && page.contains("clear text"))
        #expect(page.contains("atsproxy profile") && page.contains("VPN &amp; Device"))
        #expect(page.contains("value=\"automatic\"") && !page.contains("name=\"user\"") && !page.contains("<script"))
        var pages = Self.pages
        pages.proxiedHosts = []
        pages.asksForPassword = true
        let other = Self.body("/", pages, isProxied: true).text
        #expect(!other.contains("value=\"automatic\"") && other.contains("name=\"user\""))
    }

    /// A name could be that of another site, whose page would then be of the same origin as this one.
    @Test func profilesAreOfferedOnlyAtKnownAddresses() {
        let page = Self.body("/", directly: Authority(host: .name("mac.local"), port: 8080)).text
        #expect(!page.contains("<form") && page.contains("href=\"http://192.0.2.5:8080/\""))
        var pages = Self.pages
        pages.endpoints = [Self.loopback]
        #expect(!Self.body("/", pages, directly: Self.loopback).text.contains("<form"))
    }

    @Test func profilesNameTheAddressThatTheDeviceReached() {
        func address(_ directly: Authority?) -> Authority? {
            Self.pages.deviceAddress(
                for: .init(path: "", reachedAddress: directly, isProxied: directly == nil, userAgent: ""))
        }
        let other = Authority(host: .address(.v4(0x0A00_0001)), port: 9)
        #expect(address(other) == other && address(nil) == Self.phone && address(Self.loopback) == Self.phone)
    }
}
