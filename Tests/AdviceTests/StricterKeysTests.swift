import Documents
import Recordings
import SimulatedServers
import Testing
import TransportSecurity

@testable import Advice

/// Keys of declared entries that make ATS stricter, in advised policies.
@Suite struct StricterKeysTests {
    private typealias Entry = [String: PropertyValue]

    private static let insecure: Entry = ["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)]
    private static let tls13: Entry = ["NSExceptionMinimumTLSVersion": .string("TLSv1.3")]
    private static let subdomains: Entry = ["NSIncludesSubdomains": .boolean(true)]
    private static let transparency: Entry = ["NSRequiresCertificateTransparency": .boolean(true)]

    /// The advice on one load from each server. `http:` before a name stands for a load in cleartext.
    private func advice(
        on names: [String], declared: [String: Entry], os: OSVersion = .newest, all: Bool = false
    ) throws -> AppPolicyAdvice {
        let appliedPolicy = try SimulatedSite.appliedPolicy([:])
        let lines = try names.enumerated().flatMap { number, name -> [[UInt8]] in
            let host = name.replacing("http:", with: "")
            let server =
                name == host
                ? try #require(SimulatedSite.servers.first { $0.name == name })
                : SimulatedServer(name: host, isCleartext: true, port: 80)
            return SimulatedSite.record(server, under: appliedPolicy, number: number + 1).lines
        }
        return AppPolicyAdvice(
            on: SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] }), by: SimulatedSite.replay(),
            declared: ["NSExceptionDomains": .dictionary(declared.mapValues(PropertyValue.dictionary))], os: .fixed(os),
            includingAll: all)
    }

    private func entries(_ advice: AppPolicyAdvice) -> [String: Entry] {
        PolicyDictionary(advice.dictionary).exceptions
    }

    private func joined(_ entries: Entry...) -> Entry { entries.reduce([:]) { $0.merging($1) { $1 } } }

    @Test func anEntryKeepsItsStricterKeys() throws {
        let declared = joined(Self.insecure, Self.tls13, Self.transparency)
        let advice = try advice(on: ["http:plain.example"], declared: ["plain.example": declared])
        #expect(entries(advice) == ["plain.example": declared] && advice.loss == nil)
        let justification = Justification(of: advice.advisedExceptions).paragraphs.joined()
        #expect(justification.contains("InsecureHTTPLoads") && !justification.contains("MinimumTLSVersion"))
    }

    /// ATS takes only the entry for the host, so that has the stricter keys of the parent domain's as well.
    @Test func anEntryHasTheStricterKeysOfTheParentDomain() throws {
        let parent = joined(Self.insecure, Self.tls13, Self.subdomains)
        let advice = try advice(on: ["http:plain.example"], declared: ["example": parent])
        #expect(
            entries(advice) == [
                "plain.example": joined(Self.insecure, Self.tls13), "example": joined(Self.tls13, Self.subdomains),
            ])
        #expect(advice.policy.strictDomains == ["example"] && advice.policy.domainsUnderATS.isEmpty)
        #expect(advice.retention?.contains("The entry for example keeps only what makes ATS stricter.") == true)
    }

    @Test func anUnusedEntryKeepsItsStricterKeys() throws {
        let unused = joined(Self.insecure, Self.transparency)
        let advice = try advice(on: ["good.example"], declared: ["unused.example": unused])
        #expect(entries(advice) == ["unused.example": Self.transparency])
        #expect(advice.declared.map(\.verdict) == [.neverHit])
    }

    /// A server that has TLS 1.2 needs no older version.
    @Test(arguments: [[:], insecure])
    func aMinimumIsLoweredAsLittleAsPossible(relaxation: [String: PropertyValue]) throws {
        let declared = relaxation.merging(Self.tls13) { $1 }
        let advice = try advice(on: ["tls12.example"], declared: ["tls12.example": declared], all: true)
        #expect(entries(advice) == ["tls12.example": ["NSExceptionMinimumTLSVersion": .string("TLSv1.2")]])
        let without = try self.advice(on: ["tls12.example"], declared: ["tls12.example": declared])
        #expect(entries(without) == ["tls12.example": Self.tls13])
    }

    @Test func subdomainsKeepTheStricterKeysOfAReplacedEntry() throws {
        let declared = joined(Self.tls13, Self.subdomains)
        let loads = ["http:plain.example", "http:a.plain.example", "http:b.plain.example"]
        let advice = try advice(
            on: loads.dropLast(), declared: ["plain.example": declared, "a.plain.example": Self.tls13])
        #expect(entries(advice)["plain.example"] == joined(Self.tls13, Self.insecure))
        #expect(
            advice.loss == "The exception for plain.example is for this host only: other subdomains of it lose "
                + "NSExceptionMinimumTLSVersion = TLSv1.3.")
        let both = try self.advice(on: loads, declared: ["plain.example": declared])
        #expect(entries(both)["b.plain.example"] == joined(Self.tls13, Self.insecure))
    }

    /// An entry to paste takes the place of the parent domain's as well.
    @Test func anEntryToPasteHasTheStricterKeysOfTheParentDomain() {
        let parent = PropertyValue.dictionary(joined(Self.tls13, Self.subdomains, Self.insecure))
        let declared: [String: PropertyValue] = ["NSExceptionDomains": .dictionary(["example": parent])]
        let entry = ExceptionEntry(domain: "a.example", keys: Self.insecure, in: declared)
        #expect(entry.fragment.contains("<string>TLSv1.3</string>") && !entry.fragment.contains("Subdomains"))
        let lower = ExceptionEntry(
            domain: "a.example", keys: ["NSExceptionMinimumTLSVersion": .string("TLSv1.0")], in: declared)
        #expect(lower.fragment.contains("<string>TLSv1.0</string>") && !lower.fragment.contains("TLSv1.3"))
    }

    // MARK: Hosts that ATS exempts

    /// Without its entry, a local host is exempt, which needs no key that App Store Review asks about.
    @Test func anEntryThatKeepsATSOnForALocalHostIsRemovedIfLoadsNeedThat() throws {
        let advice = try advice(on: ["http:localhost"], declared: ["localhost": [:]])
        #expect(entries(advice).isEmpty && advice.exceptions.map(\.isRemoval) == [true])
        #expect(advice.exceptions.map(\.keysProse) == ["remove the entry"])
        #expect(advice.outcome == "Remove the entry for 1 host.")
        #expect(!TextRenderer(width: 400).text(of: advice.document).contains("In nginx"))
        let ios9 = try #require(OSVersion("ios9"))
        let earlier = try self.advice(on: ["http:localhost"], declared: ["localhost": [:]], os: ios9)
        #expect(entries(earlier) == ["localhost": Self.insecure])
    }

    @Test(arguments: ["localhost", "www.apple.com"]) func entriesForExemptHostsStayWhatTheyAre(key: String) throws {
        #expect(entries(try advice(on: ["good.example"], declared: [key: [:]])) == [key: [:]])
        let strict = joined(Self.tls13, Self.subdomains)
        #expect(entries(try advice(on: ["good.example"], declared: [key: strict])) == [key: strict])
        // ATS itself permits cleartext there.
        #expect(entries(try advice(on: ["good.example"], declared: [key: Self.insecure])).isEmpty)
        let noForwardSecrecy: Entry = ["NSExceptionRequiresForwardSecrecy": .boolean(false)]
        let relaxing = try advice(on: ["good.example"], declared: [key: noForwardSecrecy])
        #expect(entries(relaxing) == [key: [:]] && relaxing.policy.domainsUnderATS == [key])
    }

    // MARK: Review

    /// Each of two entries permits the load. Removing both would break it.
    @Test func anEntryIsNeededBesideThatOfItsParentDomain() throws {
        let parent = joined(Self.insecure, Self.subdomains)
        let advice = try advice(
            on: ["http:plain.example"], declared: ["plain.example": Self.insecure, "example": parent])
        #expect(advice.declared.map(\.key) == ["example", "plain.example"])
        #expect(advice.declared.map(\.verdict) == [.neverHit, .needed])
        #expect(entries(advice)["plain.example"] == Self.insecure && entries(advice)["example"] == Self.subdomains)
    }
}
