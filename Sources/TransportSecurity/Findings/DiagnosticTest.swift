import InternetNames

/// One of the policies that `nscurl --ats-diagnostics` tries on a server, in nscurl's words.
///
/// Sections, names and order follow its transcripts. OS X 10.11 to macOS 10.13 have no tests of TLS 1.3. Newer versions
/// also try NIAP's package; since no transcript of that was found, those tests come last and have names of our own.
public struct DiagnosticTest: Hashable, Sendable {
    /// The title of the test's section.
    public var section: String
    /// The name of the test.
    public var name: String
    /// The `NSAppTransportSecurity` dictionary under test.
    public var dictionary: [String: PropertyValue]

    /// The tests for a host under an OS, in order.
    public static func all(for host: Host, under os: OSVersion) -> [DiagnosticTest] {
        let versions: [TLSVersion] =
            os.supportsTLS13 ? [.tls1_3, .tls1_2, .tls1_1, .tls1_0] : [.tls1_2, .tls1_1, .tls1_0]
        func test(_ section: String, _ name: String, _ keys: [String: PropertyValue]) -> DiagnosticTest {
            DiagnosticTest(section: section, name: name, dictionary: exception(for: host, keys))
        }
        func tests(_ section: String, _ suffix: String, _ keys: [String: PropertyValue]) -> [DiagnosticTest] {
            versions.map { version in
                let minimum = [ATSKey.exceptionMinimumTLSVersion: PropertyValue.string(version.name)]
                return test(section, version.name + suffix, minimum.merging(keys) { first, _ in first })
            }
        }
        let insecure = [ATSKey.exceptionAllowsInsecureHTTPLoads: PropertyValue.boolean(true)]
        let noPFS = [ATSKey.exceptionRequiresForwardSecrecy: PropertyValue.boolean(false)]
        let both = insecure.merging(noPFS) { first, _ in first }
        let noPFSAndInsecure = "Disabling Perfect Forward Secrecy and Allowing Insecure HTTP"
        var all = [
            DiagnosticTest(section: "Default ATS Secure Connection", name: "ATS Default Connection", dictionary: [:]),
            DiagnosticTest(
                section: "Allowing Arbitrary Loads", name: "Allow All Loads",
                dictionary: [ATSKey.allowsArbitraryLoads: .boolean(true)]),
        ]
        all += tests("Configuring TLS exceptions for \(host)", "", [:])
        all.append(test("Configuring PFS exceptions for \(host)", "Disabling Perfect Forward Secrecy", noPFS))
        all.append(
            test("Configuring PFS exceptions and allowing insecure HTTP for \(host)", noPFSAndInsecure, both))
        all += tests("Configuring TLS exceptions with PFS disabled for \(host)", " with PFS disabled", noPFS)
        all += tests(
            "Configuring TLS exceptions with PFS disabled and insecure HTTP allowed for \(host)",
            " with PFS disabled and insecure HTTP allowed", both)
        return os.readsNIAPKeys ? all + niap(for: host) : all
    }

    private static func niap(for host: Host) -> [DiagnosticTest] {
        let section = "Requiring the NIAP TLS package for \(host)"
        let package = PropertyValue.string("FCP_v2.1")
        let domain = [ATSKey.exceptionRequiresNIAPTLSPackageVersion: package]
        let withTLS13 = domain.merging([ATSKey.exceptionMinimumTLSVersion: .string(TLSVersion.tls1_3.name)]) { $1 }
        return [
            DiagnosticTest(
                section: section, name: "FCP_v2.1 for all hosts",
                dictionary: [ATSKey.requiresNIAPTLSPackageVersion: package]),
            DiagnosticTest(section: section, name: "FCP_v2.1", dictionary: exception(for: host, domain)),
            DiagnosticTest(
                section: section, name: "FCP_v2.1 with TLSv1.3", dictionary: exception(for: host, withTLS13)),
        ]
    }

    /// The exceptions for a host that relax something, from the narrowest to the widest: first the version, then
    /// forward secrecy, then trust and cleartext. The first one is empty.
    public static func exceptions(for host: Host) -> [DiagnosticTest] {
        let versions: [TLSVersion] = [.tls1_2, .tls1_1, .tls1_0]
        var all: [DiagnosticTest] = []
        for (allowsInsecure, requiresPFS) in [(false, true), (false, false), (true, true), (true, false)] {
            for version in versions {
                var keys: [String: PropertyValue] = [:]
                if allowsInsecure { keys[ATSKey.exceptionAllowsInsecureHTTPLoads] = .boolean(true) }
                if !requiresPFS { keys[ATSKey.exceptionRequiresForwardSecrecy] = .boolean(false) }
                if version != .tls1_2 { keys[ATSKey.exceptionMinimumTLSVersion] = .string(version.name) }
                all.append(
                    DiagnosticTest(section: "", name: "", dictionary: keys.isEmpty ? [:] : exception(for: host, keys)))
            }
        }
        return all
    }

    private static func exception(for host: Host, _ keys: [String: PropertyValue]) -> [String: PropertyValue] {
        [ATSKey.exceptionDomains: .dictionary([host.description: .dictionary(keys)])]
    }
}
