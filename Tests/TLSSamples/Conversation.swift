import Foundation
import TLSMessages

/// What `Tests/Scripts/capture-hellos` recorded of real clients and servers, and what tshark reads there.
package struct Conversation: Decodable, Sendable, CustomStringConvertible {
    package var name: String
    package var end: String?
    package var refuses: Bool
    package var packets: [[String]]
    package var clientHellos: [Hello]
    package var serverHellos: [Hello]
    package var certificates: [Int]
    package var alerts: [Alerted]

    /// An alert as `["client", 2, 48]`.
    package struct Alerted: Decodable, Equatable, Sendable {
        package var side: TLSInspector.Side
        package var level: UInt8
        package var description: UInt8

        package init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            side = try list.decode(String.self) == "client" ? .client : .server
            level = try list.decode(UInt8.self)
            description = try list.decode(UInt8.self)
        }
    }

    package struct Hello: Decodable, Sendable {
        package var version: UInt16
        package var sessionID: String
        package var suites: [UInt16]
        package var extensions: [UInt16]
        package var serverName: String?
        package var alpn: [String]?
        package var supportedVersions: [UInt16]?
        package var groups: [UInt16]?
        package var schemes: [UInt16]?
        package var keyShares: [UInt16]?
        package var retryGroup: [UInt16]?
        package var preSharedKeys: Int?
        package var selectedPreSharedKey: [UInt16]?
        package var ticketLength: Int?
    }

    package var description: String { name }

    package var script: Script {
        packets.map { ($0[0] == "client" ? .client : .server, Data(base64Encoded: $0[1]).map(Array.init) ?? []) }
    }

    package var closedBy: TLSInspector.Side? { end.map { $0 == "client" ? .client : .server } }

    package static let all: [Conversation] = {
        let folder = Bundle.module.url(forResource: "Fixtures/hellos", withExtension: nil)
        let files = folder.flatMap {
            try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
        }
        return (files ?? []).filter { $0.pathExtension == "jsonl" }.sorted { $0.path < $1.path }.flatMap { file in
            let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
            return lines.compactMap { try? JSONDecoder().decode(Conversation.self, from: Data($0.utf8)) }
        }
    }()
}
