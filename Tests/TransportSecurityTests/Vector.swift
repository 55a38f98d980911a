import Foundation
import Testing
import TransportSecurity

/// One row of `Fixtures/vectors.json`: policy, OS, URL and server facts in, verdicts out.
struct Vector: Decodable, Sendable {
    /// The stable name of the row.
    var id: String
    /// The topic of the row.
    var topic: String
    /// A value of `--os`.
    var os: String
    /// A value of `--linked-sdk`, if it is given.
    var linkedSDK: String?
    /// A value of `--api`.
    var api: String
    /// The `NSAppTransportSecurity` dictionary; some values are malformed on purpose.
    var policy: [String: PropertyValue]
    /// The URL that the app loads.
    var url: String
    /// The facts about the server; nil for cleartext.
    var server: Server?
    /// The expected results.
    var expect: Expectation

    /// Every row of the file.
    static func all() throws -> [Vector] {
        try VectorTable.read().vectors
    }

    /// The expected results of one row.
    struct Expectation: Decodable, Sendable {
        /// `allowed` or `blocked`, in `enforce`.
        var decision: String
        /// The rules in `violations`, each once.
        var violations: Set<String>
        /// The rules in `warnings`, each once.
        var warnings: Set<String>
        /// The expected output of `policy explain`.
        var explain: Explain
    }

    /// The expected output of `policy explain`; nil if the row does not fix a member.
    struct Explain: Decodable, Sendable {
        var decision: OneOf<String>
        var violations: Set<String>
        var applies: OneOf<Bool>?
        var reason: OneOf<String>?
        var matched: OneOf<String>?
        var allowsInsecureHTTPLoads: OneOf<Bool>?
        var minimumTLSVersion: OneOf<String>?
        var requiresForwardSecrecy: OneOf<Bool>?
        var requiresCertificateTransparency: OneOf<Bool>?
    }

    /// A server's handshake and chain.
    struct Server: Codable, Sendable {
        var version: String
        var cipher: String
        var cipherCode: String
        var group: String?
        var extendedMasterSecret: Bool
        /// `system`, `user` or `none`.
        var anchor: String
        /// The time of the verdict in RFC 3339.
        var evaluationTime: String
        var leaf: Leaf
        var intermediate: Issuer?
        var root: Issuer?
        var revoked: Bool
        var scts: Timestamps
    }

    /// The server's own certificate.
    struct Leaf: Codable, Sendable {
        var commonName: String
        /// `DNS:example.com`, `IP:192.0.2.1`.
        var subjectAltNames: [String]
        /// `RSA 2048`, `EC 256`.
        var key: String
        /// `SHA-256`, `SHA-1`.
        var signatureHash: String
        var notBefore: String
        var notAfter: String
        /// nil if the certificate has no such extension.
        var extendedKeyUsage: [String]?
        /// A key of `VectorTable.pins`.
        var spki: String?
    }

    /// A certificate authority of the chain.
    struct Issuer: Codable, Sendable {
        var key: String
        /// nil for a root, whose signature is not checked.
        var signatureHash: String?
        /// A key of `VectorTable.pins`.
        var spki: String?
    }

    /// Numbers of valid SCTs from distinct, currently qualified logs.
    struct Timestamps: Codable, Sendable {
        var embedded: Int
        var delivered: Int
        var operators: Int
        /// `tls-extension` or `ocsp`; nil if all are embedded.
        var deliveredBy: String?
    }
}

extension Vector: CustomTestStringConvertible {
    var testDescription: String { "\(id): \(url) under \(os)" }
}

/// The whole of `Fixtures/vectors.json`.
struct VectorTable: Decodable {
    /// Digests of the keys that `spki` names, in Base64.
    var pins: [String: String]
    /// Every row.
    var vectors: [Vector]

    /// Reads the fixture.
    static func read() throws -> VectorTable {
        let url = try #require(
            Bundle.module.url(forResource: "vectors", withExtension: "json", subdirectory: "Fixtures"))
        return try JSONDecoder().decode(VectorTable.self, from: Data(contentsOf: url))
    }
}

/// An expected value, or a list of accepted values, in which null stands for an absent value.
struct OneOf<Value: Decodable & Equatable & Sendable>: Decodable, Sendable {
    var values: [Value?]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Value.self) {
            values = [value]
        } else {
            values = try container.decode([Value?].self)
        }
    }

    /// Whether the row accepts a value.
    func accepts(_ value: Value?) -> Bool {
        values.contains(value)
    }
}

extension Vector {
    private enum CodingKeys: String, CodingKey {
        case id, topic, os, linkedSDK, api, policy, url, server, expect
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        topic = try container.decode(String.self, forKey: .topic)
        os = try container.decode(String.self, forKey: .os)
        linkedSDK = try container.decodeIfPresent(String.self, forKey: .linkedSDK)
        api = try container.decode(String.self, forKey: .api)
        policy = try container.decode([String: PolicyValue].self, forKey: .policy).mapValues(\.value)
        url = try container.decode(String.self, forKey: .url)
        server = try container.decodeIfPresent(Server.self, forKey: .server)
        expect = try container.decode(Expectation.self, forKey: .expect)
    }
}

/// A JSON value of a policy, with Booleans and numbers distinct.
private struct PolicyValue: Decodable {
    var value: PropertyValue

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let boolean = try? container.decode(Bool.self) {
            value = .boolean(boolean)
        } else if let integer = try? container.decode(Int64.self) {
            value = .integer(integer)
        } else if let real = try? container.decode(Double.self) {
            value = .real(real)
        } else if let string = try? container.decode(String.self) {
            value = .string(string)
        } else if let array = try? container.decode([PolicyValue].self) {
            value = .array(array.map(\.value))
        } else if let dictionary = try? container.decode([String: PolicyValue].self) {
            value = .dictionary(dictionary.mapValues(\.value))
        } else {
            value = .other("null")
        }
    }
}
