import Foundation
import Testing
import TransportSecurity

@testable import AppBundle

/// Policies in specifications of XcodeGen, by Docs/ProjectSpec.md of XcodeGen ("Plist", "Target Template").
@Suite struct XcodeGenProjectTests {
    private static let loads = "NSAppTransportSecurity: {NSAllowsArbitraryLoads: true}"

    private func policy(_ content: String, of target: String? = nil, in name: String = "project.yml") throws
        -> [String: PropertyValue]
    {
        var file = PropertyListFile(path: name, data: Data(content.utf8))
        file.target = target
        let policy = AppPolicy(source: name, propertyList: try file.policyDictionary())
        #expect(try file.locatedPolicy().propertyValue == .dictionary(try file.policyDictionary()))
        return policy.dictionary
    }

    @Test(arguments: [
        "name: A\ntargets:\n  A:\n    type: application\n    platform: iOS\n    info:\n      path: A.plist\n      properties:\n        \(loads)\n",
        // Without platform or type.
        "targets: {A: {info: {properties: {\(loads)}}}}",
        // A test target has no policy of its own.
        "targets:\n  T: {type: bundle.unit-test, platform: iOS}\n  A: {type: application, info: {properties: {\(loads)}}}",
        // A framework has another Info.plist.
        "targets:\n  F: {type: framework, info: {properties: {A: b}}}\n  A: {type: application, info: {properties: {\(loads)}}}",
        // A template, a template of a template, and a target on top of it.
        "targetTemplates: {T: {info: {properties: {\(loads)}}}}\ntargets: {A: {templates: [T], type: application}}",
        "targetTemplates: {S: {info: {properties: {\(loads)}}}, T: {templates: [S]}}\ntargets: {A: {templates: [T]}}",
        "targetTemplates: {T: {info: {properties: {NSAppTransportSecurity: {NSAllowsArbitraryLoads: false}}}}}\n"
            + "targets: {A: {templates: [T], info: {properties: {\(loads)}}}}",
        // An anchor, and a merge key.
        "x: &x {\(loads)}\ntargets: {A: {info: {properties: *x}}}",
        "x: &x {\(loads)}\ntargets: {A: {info: {properties: {<<: *x, A: b}}}}",
        // The Booleans of YAML 1.1.
        "targets: {A: {info: {properties: {NSAppTransportSecurity: {NSAllowsArbitraryLoads: YES}}}}}",
        // The same policy in all applications.
        "targets: {A: {type: application, info: {properties: {\(loads)}}}, B: {type: application, info: {properties: {\(loads)}}}}",
        // JSON.
        #"{"targets": {"A": {"platform": "iOS", "info": {"properties": {"NSAppTransportSecurity": {"NSAllowsArbitraryLoads": true}}}}}}"#,
    ])
    func readsThePolicyOfTheApplication(content: String) throws {
        #expect(try policy(content)["NSAllowsArbitraryLoads"] == .boolean(true))
        #expect(try policy("# a comment\n" + content)["NSAllowsArbitraryLoads"] == .boolean(true), "after a comment")
    }

    @Test func namesTheTargetsThatDiffer() throws {
        let content =
            "targets: {A: {type: application, info: {properties: {\(Self.loads)}}}, B: {type: application, info: {properties: {C: d}}}}"
        let error = #expect(throws: PolicyFileError.self) { try policy(content) }
        #expect(
            error?.description
                == "project.yml has several targets with different policies, A and B; name one, as in project.yml#A.")
        #expect(try policy(content, of: "A") == ["NSAllowsArbitraryLoads": .boolean(true)])
        #expect(try policy(content, of: "B") == [:])
        #expect(
            #expect(throws: PolicyFileError.self) { try policy(content, of: "C") }?.reason
                == .noSuchBundle("C", available: ["A", "B"]))
    }

    @Test func namesTheTargetInThePath() throws {
        let directory = try TemporaryDirectory()
        let content =
            "targets:\n  A: {type: application, info: {properties: {\(Self.loads)}}}\n"
            + "  W: {type: app-extension, info: {properties: {NSAppTransportSecurity: {NSAllowsLocalNetworking: true}}}}\n"
        let path = try directory.write(Data(content.utf8), to: "project.yml")
        let app = try AppPolicy(contentsOf: path)
        #expect(app.warnings.count == 1 && app.warnings.first?.contains("\(path)#W") == true, "\(app.warnings)")
        let widget = try AppPolicy(contentsOf: path + "#W")
        #expect(widget.source == "project.yml#W" && widget.warnings.isEmpty)
        #expect(widget.dictionary == ["NSAllowsLocalNetworking": .boolean(true)])
        let plist = try directory.write(propertyListXML("<dict/>"), to: "Info.plist")
        #expect(throws: PolicyFileError.self) { try AppPolicy(contentsOf: plist + "#A") }
    }

    @Test(arguments: [
        (
            "a.yml",
            "targets:\n  A:\n    info:\n      properties:\n        NSAppTransportSecurity:\n          NSAllowArbitraryLoads: true",
            6, 11
        ),
        (
            "app.json",
            "{\"expo\": {\"ios\": {\"infoPlist\": {\n  \"NSAppTransportSecurity\": {\"NSExceptionDomains\": {},\n \"NSAllowArbitraryLoads\": true}}}}}",
            3, 2
        ),
        ("policy.json", "{\"NSExceptionDomains\": {\"a\\u002ecom\": {}}, \"NSAllowArbitraryLoads\": 1.5}", 1, 44),
    ])
    func placesPointIntoTheFile(name: String, content: String, line: Int, column: Int) throws {
        let root = try PropertyListFile(path: name, data: Data(content.utf8)).locatedPolicy()
        let lint = try #require(PolicyLint(readBy: .newest).lints(root).first { $0.id == .misspeltKey })
        #expect(lint.position == .init(line: line, column: column))
        #expect(PolicyLines(root).line(of: ["NSExceptionDomains"]) >= 1)
    }

    /// Aliases in aliases, which would be billions of values, and nesting that would exhaust a stack.
    @Test func refusesAliasesThatMultiply() throws {
        var text = "a0: &a0 [x, x, x]\n"
        for level in 1...30 {
            let alias = "*a\(level - 1)"
            text += "a\(level): &a\(level) [\(alias), \(alias), \(alias)]\n"
        }
        text += "? *a30\n: b\ntargets: {A: {info: {properties: *a30}}}\n"
        let error = #expect(throws: PolicyFileError.self) { try policy(text) }
        #expect(error?.description.contains("too many aliases") == true)
        #expect(throws: PolicyFileError.self) {
            try policy("targets: " + String(repeating: "[", count: 100_000))
        }
        #expect(throws: PolicyFileError.self) {
            try policy(String(repeating: "{\"targets\":", count: 100_000), in: "project.json")
        }
    }
}
