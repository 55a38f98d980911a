import Advice
import Judging
import Recordings
import SimulatedServers
import TLSMessages
import TransportSecurity

/// A random policy, and random loads of an app and of others, for the laws of advice.
struct RandomCase {
    let declared: [String: PropertyValue]
    /// The recorded traffic of all apps.
    let traffic: RecordedTraffic
    /// The OS whose rules apply.
    let os: OSVersion

    /// The servers. Those of the same kind have other names in the same or another domain.
    private static let servers: [SimulatedServer] = [
        SimulatedServer(name: "good.example"), SimulatedServer(name: "a.mine.example"),
        SimulatedServer(name: "tls12.example", versions: .tls1_2 ... .tls1_2, suites: [0xC02F], group: .p256),
        SimulatedServer(name: "b.tls12.example", versions: .tls1_2 ... .tls1_2, suites: [0xC02F], group: .p256),
        SimulatedServer(name: "old.example", versions: .tls1_0 ... .tls1_0, suites: [0xC013], group: .p256),
        SimulatedServer(name: "middle.mine.example", versions: .tls1_0 ... .tls1_1, suites: [0xC013], group: .p256),
        SimulatedServer(name: "rsa.example", versions: .tls1_2 ... .tls1_2, suites: [0x009C]),
        SimulatedServer(name: "old.apple.com", versions: .tls1_0 ... .tls1_0, suites: [0xC013], group: .p256),
        SimulatedServer(
            name: "noems.example", versions: .tls1_2 ... .tls1_2, suites: [0xC02F], extendedMasterSecret: false),
        SimulatedServer(name: "old.local", versions: .tls1_0 ... .tls1_0, suites: [0xC013], group: .p256),
    ]
    private static let plainNames = [
        "plain.example", "a.plain.example", "good.example", "tls12.example", "old.example", "localhost", "old.local",
        "www.apple.com", "10.0.0.7", "198.51.100.7", "mine.test",
    ]
    /// The hosts of all servers, and some from which nothing is loaded.
    static let hosts =
        servers.map(\.name) + plainNames + ["mine.example", "x.mine.example", "else.test", "c.example", "x.local"]
    private static let domains =
        hosts + ["example", "test", "local", "apple.com", "10.0.0.0/8", "198.51.100.0/24"]
    private static let userAgents = [
        "MyApp/42 CFNetwork/1568.200.51 Darwin/24.1.0", "MyApp/42 CFNetwork/1568.200.51 Darwin/24.1.0",
        "OtherApp/7 CFNetwork/1568.200.51 Darwin/24.1.0", "curl/8.0",
    ]
    private static let systems = ["ios9", "ios12", "ios18.1"]

    init(seed: UInt64) throws {
        var numbers = SplitMix64(seed: seed)
        declared = Self.policy(&numbers)
        let system = Self.systems.randomElement(using: &numbers) ?? ""
        os = seed % 3 == 0 ? OSVersion(system) ?? .newest : .newest
        traffic = try Self.traffic(under: os, &numbers)
    }

    /// A judge of the loads, to whom all certificates are good.
    static func replay() -> Replay {
        Replay(rules: SimulatedSite.rules) { handshake, _, _, _ in
            let name = String(decoding: handshake.certificates.first ?? [], as: UTF8.self)
            return Certificates.chain(Certificates.leaf { $0.subjectAltNames = .init(dnsNames: [name]) })
        }
    }

    /// The loads of MyApp, and all others.
    var ofApp: RecordedTraffic { traffic.keeping { $0.decision.app?.name == "MyApp" } }

    /// The advice on the loads of MyApp.
    func advice(declaring policy: [String: PropertyValue], includingAll: Bool = false) -> AppPolicyAdvice {
        AppPolicyAdvice(
            on: ofApp, besides: traffic.entries.filter { $0.decision.app?.name != "MyApp" }, by: Self.replay(),
            declared: policy, os: .fixed(os), includingAll: includingAll)
    }

    /// The verdicts on traffic under a policy.
    func verdicts(on traffic: RecordedTraffic, under policy: [String: PropertyValue]) -> [JudgedEntry] {
        Self.replay().judge(
            traffic, under: AppliedPolicy(policyName: "test", dictionary: policy, os: .fixed(os), mode: .observe))
    }

    private static func policy(_ numbers: inout SplitMix64) -> [String: PropertyValue] {
        func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &numbers) == 0 }
        var policy: [String: PropertyValue] = [:]
        if chance(4) { policy["NSAllowsArbitraryLoads"] = .boolean(true) }
        for key in ["NSAllowsArbitraryLoadsInWebContent", "NSAllowsArbitraryLoadsForMedia", "NSAllowsLocalNetworking"]
        where chance(8) { policy[key] = .boolean(chance(2)) }
        if chance(8) { policy["NSRequiresNIAPTLSPackageVersion"] = .string("FCP_v2.1") }
        var entries: [String: PropertyValue] = [:]
        for domain in domains where chance(4) {
            var entry: [String: PropertyValue] = [:]
            if chance(2) { entry["NSIncludesSubdomains"] = .boolean(true) }
            if chance(3) { entry["NSExceptionAllowsInsecureHTTPLoads"] = .boolean(true) }
            if chance(4) { entry["NSExceptionRequiresForwardSecrecy"] = .boolean(chance(4)) }
            if chance(2) {
                let version = ["TLSv1.0", "TLSv1.1", "TLSv1.2", "TLSv1.3", "TLSv1.3", "1.3"].randomElement(
                    using: &numbers)
                entry["NSExceptionMinimumTLSVersion"] = version.map(PropertyValue.string)
            }
            if chance(8) { entry["NSRequiresCertificateTransparency"] = .boolean(true) }
            if chance(8) {
                entry["NSExceptionRequiresNIAPTLSPackageVersion"] = .string(chance(2) ? "none" : "recommended")
            }
            entries[domain] = .dictionary(entry)
        }
        policy["NSExceptionDomains"] = .dictionary(entries)
        return policy
    }

    private static func traffic(under os: OSVersion, _ numbers: inout SplitMix64) throws -> RecordedTraffic {
        let appliedPolicy = AppliedPolicy(policyName: "Test.plist", dictionary: [:], os: .fixed(os), mode: .observe)
        let offers = offers(under: os)
        var lines: [[UInt8]] = []
        for number in 0..<8 {
            let plainName = plainNames.randomElement(using: &numbers) ?? ""
            let plain = SimulatedServer(name: plainName, isCleartext: true, port: number % 2 == 0 ? 80 : 8080)
            let isPlain = Bool.random(using: &numbers)
            var server = isPlain ? plain : servers.randomElement(using: &numbers) ?? plain
            // Services at other ports than 443 are not those of cleartext loads.
            if !isPlain, number % 3 == 0 { server.port = 8443 }
            lines +=
                SimulatedSite.record(
                    server, under: appliedPolicy, number: number + 1, furtherOffers: offers,
                    app: ClientApp(userAgent: userAgents.randomElement(using: &numbers) ?? "")
                ).lines
        }
        return SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] })
    }

    /// Every hello that an entry of `NSExceptionDomains` leads to, as `--examine full` sends them.
    private static func offers(under os: OSVersion) -> [Offer] {
        var offers: [Offer] = []
        for version in [TLSVersion.tls1_0, .tls1_1, .tls1_2, .tls1_3] {
            for bits in 0..<8 {
                offers.append(
                    Offer(
                        judging: Requirements(
                            host: .name("old.example"), os: os, allowsInsecureHTTPLoads: bits & 1 != 0,
                            minimumTLSVersion: version, requiresForwardSecrecy: bits & 2 != 0,
                            requiresNIAP: bits & 4 != 0)))
            }
        }
        return offers
    }
}
