import Advice
import InternetNames
import Judging
import Testing
import TransportSecurity

/// The laws of advised policies, for random policies and traffic of several apps.
@Suite struct AdvisedPermissionTests {
    /// At a host that needs no exception, the advised policy permits nothing that the declared policy does not permit.
    /// At a host with one, it relaxes nothing that makes the declared policy stricter unless loads need it.
    @Test(arguments: 0..<UInt64(60))
    func permitsNothingBeyondTheDeclaredPolicy(seed: UInt64) throws {
        let random = try RandomCase(seed: seed)
        let advice = random.advice(declaring: random.declared)
        let excepted = Set(advice.advisedExceptions.map(\.host.description))
        let loaded = Set(random.traffic.entries.compactMap { $0.decision.host?.description })
        for name in RandomCase.hosts where !excepted.contains(name) {
            // An exception for a parent domain is for that host only, and its subdomains lose the declared entry.
            if !loaded.contains(name), excepted.contains(where: { name.hasSuffix(".\($0)") }) { continue }
            let before = requirements(on: name, in: random.declared, random.os)
            let after = requirements(on: name, in: advice.dictionary, random.os)
            // ATS itself permits cleartext to these hosts from iOS 10 or 18.4 on, and their entry for it is removed.
            let isPermittedByATS = before.host.isLocal || name.hasSuffix(".apple.com")
            guard before.applies, !(isPermittedByATS && before.allowsInsecureHTTPLoads) else { continue }
            let change = "\(name) under \(random.os): \(random.declared) became \(advice.dictionary)"
            #expect(after.applies, "\(change)")
            #expect(before.allowsInsecureHTTPLoads || !after.allowsInsecureHTTPLoads, "\(change)")
            #expect(!before.requiresForwardSecrecy || after.requiresForwardSecrecy, "\(change)")
            #expect(before.minimumTLSVersion <= after.minimumTLSVersion, "\(change)")
            #expect(
                !before.requiresCertificateTransparency || after.requiresCertificateTransparency, "\(change)")
            #expect(!before.requiresNIAP || after.requiresNIAP, "\(change)")
        }
    }

    /// Each load of the app that the declared policy permits stays permitted, unless https at its host meets ATS, or no
    /// entry permits it, as at addresses in iOS 9.
    @Test(arguments: 0..<UInt64(60))
    func permitsWhatTheDeclaredPolicyPermitsToTheApp(seed: UInt64) throws {
        let random = try RandomCase(seed: seed)
        let advice = random.advice(declaring: random.declared)
        let hostsOfURLs = Set(advice.changes.filter { $0.step == .url }.map(\.host))
        let unresolved = Set(advice.unresolved.map(\.host))
        let traffic = random.ofApp
        let verdicts = zip(
            random.verdicts(on: traffic, under: random.declared),
            random.verdicts(on: traffic, under: advice.dictionary))
        for (before, after) in verdicts where before.violations.isEmpty {
            guard let host = before.entry.decision.host, !unresolved.contains(host) else { continue }
            if before.entry.isCleartext == true, hostsOfURLs.contains(host) { continue }
            #expect(
                after.violations.isEmpty,
                "\(host) under \(random.os): \(random.declared) became \(advice.dictionary)")
        }
    }

    /// The hosts of other loads that lose what the declared policy permits are named, and no others.
    @Test(arguments: 0..<UInt64(60))
    func namesTheHostsThatOthersLose(seed: UInt64) throws {
        let random = try RandomCase(seed: seed)
        let advice = random.advice(declaring: random.declared)
        let others = random.traffic.keeping { $0.decision.app?.name != "MyApp" }
        let verdicts = zip(
            random.verdicts(on: others, under: random.declared),
            random.verdicts(on: others, under: advice.dictionary))
        let lost = verdicts.filter { $0.violations.isEmpty && !$1.violations.isEmpty }
            .compactMap { before, _ in before.entry.decision.host?.description }
        #expect(advice.hostsLostByOthers == Set(lost).sorted(), "\(random.declared) became \(advice.dictionary)")
        #expect(lost.allSatisfy { advice.loss?.contains($0) == true })
    }

    /// The advice on an advised policy is the same policy.
    @Test(arguments: 0..<UInt64(80))
    func adviceOnTheAdvisedPolicyIsTheSame(seed: UInt64) throws {
        let random = try RandomCase(seed: seed)
        let includesAll = seed % 4 == 0
        let once = random.advice(declaring: random.declared, includingAll: includesAll).dictionary
        let twice = random.advice(declaring: once, includingAll: includesAll).dictionary
        #expect(once == twice, "under \(random.os), from \(random.declared)")
    }

    private func requirements(
        on name: String, in dictionary: [String: PropertyValue], _ os: OSVersion
    ) -> Requirements {
        AppliedPolicy(policyName: "test", dictionary: dictionary, os: .fixed(os), mode: .enforce)
            .requirements(for: IPAddress(name).map(Host.address) ?? .name(name), by: ClientApp(userAgent: ""))
    }
}
