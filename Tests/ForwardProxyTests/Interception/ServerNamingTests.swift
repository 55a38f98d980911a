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
}
