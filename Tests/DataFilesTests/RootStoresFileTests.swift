import Foundation
import InternetNames
import OpenSSL
import Testing
import TransportSecurity

@testable import DataFiles

/// Tests of the shipped trust stores, and of files that are refused.
@Suite struct RootStoresFileTests {
    private static let bytes: Data = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return (try? Data(contentsOf: root.appending(path: "config/data/\(RootStoresFile.name)"))) ?? Data()
    }()

    private static func file() throws -> RootStoresFile { try RootStoresFile(Array(bytes), named: "shipped") }

    private static func object() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    }

    @Test func theShippedFileHasEverySystem() throws {
        let file = try Self.file()
        #expect(file.stores.map(\.store.name).first == "iOS 9" && file.stores.map(\.store.name).last == "iOS 26")
        #expect(file.stores.count == 13 && file.roots.count == 288)
        // Nine of the newest 156 are not for TLS servers.
        #expect(file.stores.last?.store.roots.count == 147)
    }

    /// A root is an anchor of a system exactly if the system's store has it, or a certificate of the same subject and key,
    /// and TLS servers may use it.
    @Test func rootsAreAnchorsWhereTheirStoreHasThem() throws {
        let (file, object) = (try Self.file(), try Self.object())
        let stores = try #require(object["stores"] as? [[String: Any]])
        let roots = try #require(object["roots"] as? [[String: Any]])
        let trust = TrustStore(systemRoots: file.roots, systemStores: file.stores.map(\.store))
        let evaluator = ChainEvaluator(trust)
        let now = Instant(year: 2020, month: 1, day: 1)
        for store in stores {
            let members = Set(try #require(store["roots"] as? [String]))
            let first = try #require((store["first"] as? String)?.split(separator: ".").compactMap { Int($0) })
            let evaluations = file.roots.map {
                evaluator.evaluate(certificates: [$0], for: .iOS(first[0], first[1]), at: now)
            }
            var keys: Set<[UInt8]> = []
            for (root, evaluation) in zip(roots, evaluations) {
                guard let leaf = evaluation.leaf, let digest = root["sha256"] as? String else { continue }
                if members.contains(digest), root["servers"] as? Bool == true {
                    keys.insert(leaf.publicKeySHA256 + Array(leaf.subject.utf8))
                }
            }
            for evaluation in evaluations {
                let leaf = try #require(evaluation.leaf)
                let isMember = keys.contains(leaf.publicKeySHA256 + Array(leaf.subject.utf8))
                #expect((evaluation.anchor == .system) == isMember, "\(leaf.subject) in \(store["system"] ?? "")")
            }
        }
    }

    /// The eleven roots of Apple support article 121668.
    @Test func elevenRootsHaveALastDayOfIssue() throws {
        let file = try Self.file()
        let end = Instant("2024-11-15T23:59:59Z")
        #expect(file.limits.count == 11 && file.limits.values.allSatisfy { $0.issuedUntil == end })
        let evaluator = ChainEvaluator(TrustStore(systemRoots: file.roots, limits: file.limits))
        let names = file.roots.compactMap { der -> String? in
            let evaluation = evaluator.evaluate(certificates: [der], at: Instant(year: 2020, month: 1, day: 1))
            return evaluation.limit == nil ? nil : evaluation.leaf?.subject
        }
        let owners = ["Entrust", "AffirmTrust", "Chambers of Commerce Root - 2008", "Global Chambersign Root - 2008"]
        #expect(names.count == 11 && names.allSatisfy { name in owners.contains(where: name.contains) })
        #expect(names.count { $0.contains("Entrust") } == 5 && names.count { $0.contains("AffirmTrust") } == 4)
    }

    @Test func aNewerFileOfRootsReplacesTheNewestStore() throws {
        let file = try Self.file()
        let date = Instant(year: 2026, month: 12, day: 1)
        let member = try #require(file.stores.last?.store.roots.min())
        let changed = file.replacingNewest(with: [file.roots[member], [1, 2, 3]], of: date)
        #expect(changed.date == date && changed.stores.last?.store.roots == [member, file.roots.count])
        #expect(changed.stores.dropLast() == file.stores.dropLast())
    }

    @Test(arguments: ["", "{}", "[]", #"{"stores":[],"roots":[],"limits":[],"refused":[]}"#])
    func filesOfAnotherFormAreRefused(text: String) {
        #expect(throws: DataFileFault.self) { try RootStoresFile(Array(text.utf8), named: "file") }
    }

    /// A refused key that cannot be read is a fault of the file, because the key would otherwise be accepted.
    @Test func everyRefusedKeyIsRead() throws {
        var object = try Self.object()
        let digest = String(repeating: "ab", count: 32)
        object["refused"] = [["spki": digest, "reason": "the key leaked", "source": "CVE-1"]]
        let file = try RootStoresFile(Array(JSONSerialization.data(withJSONObject: object)), named: "file")
        #expect(file.refusedKeys.values.first == "the key leaked (CVE-1)")
        for text in ["no digest", "", "ab"] {
            object["refused"] = [["spki": text, "reason": "the key leaked", "source": "CVE-1"]]
            let bytes = try Array(JSONSerialization.data(withJSONObject: object))
            #expect(throws: DataFileFault.self) { try RootStoresFile(bytes, named: "file") }
        }
    }
}
