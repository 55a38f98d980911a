import HTTP
import InternetNames
import Testing
import TransportSecurity

@testable import ForwardProxy

/// An address is often exempt from ATS. A beginning that may hide a name does not get that exemption.
@Suite struct ServerNamingTests {
    private static let local = Host.address(.v4(0x0A00_0001))

    private static func requirements(_ dictionary: [String: PropertyValue]) -> Requirements {
        Policy(dictionary, readBy: .newest, linkedSDK: .newest)
            .requirements(for: local, kind: .urlSession, isNameKnown: false)
    }

    @Test func theExemptionOfAnAddressIsForAKnownNameAlone() {
        let policy = Policy([:], readBy: .newest, linkedSDK: .newest)
        #expect(!policy.requirements(for: Self.local, kind: .urlSession).applies)
        #expect(policy.requirements(for: Self.local, kind: .urlSession, isNameKnown: false).applies)
    }

    @Test(arguments: [
        (ServerNaming.named, true, nil), (.absent, false, nil), (.absent, true, LoadFailure.unnamedServer),
        (.unreadable, false, .unnamedServer),
    ])
    func whatMayHideANameIsRefused(naming: ServerNaming, isStrict: Bool, failure: LoadFailure?) {
        #expect(naming.failure(under: Self.requirements([:]), isStrict: isStrict) == failure)
    }

    @Test func whereATSDoesNotApplyNothingIsRefused() {
        let requirements = Self.requirements(["NSAllowsArbitraryLoads": .boolean(true)])
        #expect(ServerNaming.unreadable.failure(under: requirements, isStrict: true) == nil)
    }

    /// A client chooses the name freely, and the address is known.
    @Test(arguments: [
        ("localhost", "93.184.216.34", true), ("a.local", "93.184.216.34", true), ("printer", "93.184.216.34", true),
        ("printer", "2606:4700::1", true), ("127.0.0.1", "93.184.216.34", true), ("10.1.2.3", "93.184.216.34", true),
        ("1.1.1.1", "93.184.216.34", true), ("10.1.2.3", "10.1.2.4", false), ("[::1]", "93.184.216.34", true),
        ("93.184.216.34", "93.184.216.34", false), ("93.184.216.34", "64:ff9b::93.184.216.34", false),
        ("[::ffff:93.184.216.34]", "93.184.216.34", false), ("example.com", "93.184.216.34", false),
        ("example.com", "10.1.2.3", false), ("printer", "10.1.2.3", false), ("a.local", "169.254.1.2", false),
        ("a.local", "fe80::1", false), ("localhost", "127.0.0.1", false), ("a", "100.64.0.1", false),
    ])
    func aNameThatContradictsTheAddressIsNone(name: String, address: String, contradicts: Bool) throws {
        let host = try #require(Host(name))
        let address = try #require(IPAddress(address))
        #expect(host.contradicts(address) == contradicts)
        let destination = InterceptedDestination(address: address, port: 80)
        var parser = RequestParser(limits: MessageLimits())
        var bytes = Array("GET /a HTTP/1.1\r\nHost: \(name)\r\n\r\n".utf8)[...]
        let parsed = try parser.consume(&bytes)
        let head = try #require(parsed)
        let target = try #require(AbsoluteTarget(head, interceptedAt: destination.address, port: destination.port))
        let request = ProxyRequest(head, for: target, at: address)
        #expect(request.naming == (contradicts ? .unreadable : .named))
        #expect(request.load.authority.host == (contradicts ? .address(address) : host))
        #expect(request.compacted.naming == request.naming && request.asked(by: "me").naming == request.naming)
    }
}
