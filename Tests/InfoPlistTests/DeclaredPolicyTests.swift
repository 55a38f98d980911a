import InfoPlist
import Testing
import TransportSecurity

@Suite struct DeclaredPolicyTests {
    private static let policy: [String: PropertyValue] = ["NSAllowsArbitraryLoads": .boolean(true)]

    @Test func readsAnInfoPlist() {
        let declared = DeclaredPolicy([
            "NSAppTransportSecurity": .dictionary(Self.policy), "DTSDKName": .string("iphoneos17.0"),
        ])
        #expect(!declared.isBare)
        #expect(declared.dictionary == Self.policy)
        #expect(declared.linkedSDK == .iOS(17))
    }

    @Test(
        arguments: [
            ([], true), (["NSAllowsArbitraryLoads"], true), (["NSExceptionDomains", "Unknown"], true),
            (["NSAllowsArbitraryLoads", "CFBundleName"], false),
            (["NSAllowsArbitraryLoads", "NSAppTransportSecurity"], false), (["Unknown"], false),
        ] as [([String], Bool)])
    func tellsABarePolicyByItsKeys(keys: [String], isBare: Bool) {
        #expect(DeclaredPolicy.isBare(keys) == isBare)
    }

    @Test func aBarePolicyHasNoSDK() {
        let list = Self.policy.merging(["DTSDKName": .string("iphoneos17.0")]) { $1 }
        #expect(DeclaredPolicy(list).dictionary == list)
        #expect(DeclaredPolicy(list).linkedSDK == nil)
    }

    @Test(arguments: [.boolean(true), .string("YES"), .array([])] as [PropertyValue])
    func aPolicyThatIsNoDictionaryIsIgnored(value: PropertyValue) {
        #expect(DeclaredPolicy(["NSAppTransportSecurity": value]).dictionary.isEmpty)
    }

    @Test(arguments: [.string("android34"), .integer(17)] as [PropertyValue])
    func anUnknownSDKIsNone(value: PropertyValue) {
        #expect(DeclaredPolicy(["CFBundleName": .string("A"), "DTSDKName": value]).linkedSDK == nil)
    }
}
