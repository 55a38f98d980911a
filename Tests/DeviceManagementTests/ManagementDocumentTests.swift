import InternetNames
import Testing
import TransportSecurity

@testable import DeviceManagement

@Suite struct ManagementDocumentTests {
    private func payload(_ type: String, _ members: [String: PropertyValue]) -> PropertyValue {
        .dictionary(members.merging(["PayloadType": .string(type)]) { $1 })
    }

    @Test func eachURLHasItsPayloadAndKey() throws {
        let profile = payload(
            "Configuration",
            [
                "PayloadContent": .array([
                    payload(
                        "com.apple.mdm",
                        ["ServerURL": "https://m.example/s", "CheckInURL": "https://m.example/c", "Topic": "x"]),
                    payload(
                        "com.apple.security.scep", ["PayloadContent": .dictionary(["URL": "http://s.example/scep"])]),
                    payload("com.apple.security.acme", ["DirectoryURL": "https://c.example/d"]),
                    payload("com.apple.webClip.managed", ["URL": "http://w.example/"]),
                    payload("com.example.other", ["Address": "HTTPS://o.example/"]),
                ])
            ])
        let document = try #require(ManagementDocument(profile, named: "a.mobileconfig"))
        #expect(document.kind == .profile)
        #expect(
            document.uses.map { "\($0.activity.rawValue) \($0.source)" } == [
                "management CheckInURL of com.apple.mdm in a.mobileconfig",
                "management ServerURL of com.apple.mdm in a.mobileconfig",
                "scep URL of com.apple.security.scep in a.mobileconfig",
                "acme DirectoryURL of com.apple.security.acme in a.mobileconfig",
                "web-page URL of com.apple.webClip.managed in a.mobileconfig",
                "other Address of com.example.other in a.mobileconfig",
            ])
    }

    /// Only a declaration names its type with `Type`.
    @Test func aPayloadKeepsItsTypeBesideAKeyType() throws {
        let nested = PropertyValue.dictionary(["Type": "x", "CheckInURL": "https://mdm.example/checkin"])
        let profile = payload("com.apple.mdm", ["ServerURL": "https://mdm.example/", "Extra": nested])
        let document = try #require(ManagementDocument(profile, named: "a.mobileconfig"))
        #expect(document.uses.map(\.activity) == [.management, .management])
    }

    @Test func declarationsNameAssets() throws {
        let declaration = PropertyValue.dictionary([
            "Type": "com.apple.asset.data", "Identifier": "1",
            "Payload": .dictionary([
                "Reference": .dictionary(["DataURL": "https://d.example/f", "ContentType": "text/plain"])
            ]),
        ])
        for value in [declaration, .array([declaration])] {
            let document = try #require(ManagementDocument(value, named: "d.json"))
            #expect(document.kind == .declaration)
            #expect(document.uses.map(\.activity) == [.asset])
            #expect(document.uses.map(\.source) == ["DataURL of com.apple.asset.data in d.json"])
        }
    }

    @Test func manifestsNameApps() throws {
        let manifest = PropertyValue.dictionary([
            "items": .array([
                .dictionary([
                    "assets": .array([.dictionary(["kind": "software-package", "url": "https://a.example/a.ipa"])])
                ])
            ])
        ])
        let document = try #require(ManagementDocument(manifest, named: "m.plist"))
        #expect(document.kind == .manifest)
        #expect(document.uses.map(\.activity) == [.app])
    }

    @Test func aMalformedURLIsAFinding() throws {
        let profile = payload("com.apple.mdm", ["ServerURL": "https://$HOST NAME/"])
        let document = try #require(ManagementDocument(profile, named: "a.mobileconfig"))
        #expect(document.uses.isEmpty)
        #expect(document.findings.map(\.code) == [.unreadableURL])
    }

    @Test(arguments: ["m.example/s", "//m.example/s", " https://m.example/s ", "", "m.example:443/c"])
    func aValueWithoutASchemeIsAFinding(text: String) throws {
        for key in ["ServerURL", "CheckInURL"] {
            let profile = payload("com.apple.mdm", [key: .string(text), "Topic": "m.example"])
            let document = try #require(ManagementDocument(profile, named: "a.mobileconfig"))
            #expect(document.uses.isEmpty)
            #expect(document.findings.map(\.code) == [.unreadableURL])
            #expect(document.findings.first?.sentence.hasPrefix("\(key) of com.apple.mdm in a.mobileconfig") == true)
        }
        let manifest = PropertyValue.dictionary(["items": .array([.dictionary(["url": "$IMG/x.png"])])])
        #expect(ManagementDocument(manifest, named: "m.plist")?.findings.map(\.code) == [.unreadableURL])
    }

    @Test func aDocumentWithoutAReadableURLIsAFinding() throws {
        let encrypted = payload("Configuration", ["EncryptedPayloadContent": "x"])
        let document = try #require(ManagementDocument(encrypted, named: "a.mobileconfig"))
        #expect(document.findings.map(\.code) == [.unreadableURL])
        #expect(document.findings.first?.sentence.contains("encrypted") == true)
        let other = try #require(ManagementDocument(payload("com.example", ["Name": "x"]), named: "b.mobileconfig"))
        #expect(other.findings.map(\.code) == [.unreadableURL])
    }

    @Test func aCommandNamesAManifest() throws {
        let command = PropertyValue.dictionary([
            "Command": .dictionary([
                "RequestType": "InstallApplication", "ManifestURL": "https://m.example/m.plist",
            ])
        ])
        let document = try #require(ManagementDocument(command, named: "c.plist"))
        #expect(document.kind == .command)
        #expect(document.uses.map(\.activity) == [.app])
    }

    @Test func otherContentIsNoDocument() {
        for value in [
            PropertyValue.string("https://a.example"), .array([]), .dictionary([:]),
            .dictionary(["NSAppTransportSecurity": .dictionary([:])]),
        ] {
            #expect(ManagementDocument(value, named: "x") == nil)
        }
    }

    @Test func theNumberOfURLsIsBounded() throws {
        let urls = (0...ManagementDocument.limit).map { PropertyValue.string("https://h\($0).example/") }
        let document = try #require(ManagementDocument(payload("com.example", ["URLs": .array(urls)]), named: "x"))
        #expect(document.uses.count == ManagementDocument.limit)
        #expect(document.isCut)
    }
}

extension PropertyValue: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = .string(text) }
}
