import Foundation
import InternetNames
import Testing

@testable import TransportSecurity

/// The facts about a server in a row of `vectors.json`, as values of this program.
struct VectorServer {
    private let row: Vector.Server
    private let pins: [String: [UInt8]]

    init(_ row: Vector.Server, pins: [String: String]) throws {
        self.row = row
        self.pins = try pins.mapValues { Array(try #require(Data(base64Encoded: $0))) }
    }

    /// Ten usable logs of ten operators, on a list with the date of the verdict.
    static func logs(at time: Instant) -> TransparencyLogList {
        var list = Sample.logs()
        list.date = time
        return list
    }

    /// The result of the judging hello, or of the first relaxed offer that the server can accept.
    func observation(under requirements: Requirements) throws -> Observation {
        let version = try #require(TLSVersion(name: row.version))
        let suite = CipherSuite(rawValue: try #require(UInt16(row.cipherCode.dropFirst(2), radix: 16)))
        #expect(suite.name == row.cipher)
        let judging = Offer(judging: requirements)
        let offer = ([judging] + RelaxedOffers.all(below: judging)).first {
            $0.versions.contains(version) && $0.cipherSuites.contains(suite)
        }
        let chain = try chain()
        let handshake = Handshake(
            offer: try #require(offer), version: version, cipherSuite: suite,
            extendedMasterSecret: row.extendedMasterSecret, certificates: chain.presented.map(\.der))
        return .secure(handshake, chain)
    }

    private func chain() throws -> ChainEvaluation {
        let leaf = try leaf()
        let intermediate = try row.intermediate.map { try authority($0, 2, "CN=Intermediate") }
        let root = try row.root.map { try authority($0, 3, "CN=Root") }
        let anchor = try #require(ChainEvaluation.Anchor(rawValue: row.anchor))
        let external = row.scts.deliveredBy.flatMap(SignedCertificateTimestamp.Source.init(rawValue:))
        let timestamps = (0..<row.scts.embedded + row.scts.delivered).map { number in
            Sample.timestamp(
                UInt8(number + 1), number < row.scts.embedded ? .embedded : external ?? .ocsp, at: leaf.notBefore)
        }
        return ChainEvaluation(
            presented: [leaf] + [intermediate].compactMap { $0 },
            path: [leaf] + [intermediate, anchor == .none ? nil : root].compactMap { $0 }, anchor: anchor,
            timestamps: timestamps,
            revocation: row.revoked ? .revoked(subject: leaf.subject, source: "a loaded list") : .good)
    }

    private func leaf() throws -> Certificate {
        let names = row.leaf.subjectAltNames
        let addresses = try names.filter { $0.hasPrefix("IP:") }.map { try #require(IPAddress($0.dropFirst(3))).bytes }
        let dnsNames = names.filter { $0.hasPrefix("DNS:") }.map { String($0.dropFirst(4)) }
        let purposes = try row.leaf.extendedKeyUsage?.map { try #require(Self.purposes[$0]) }
        let times = (try #require(Instant(row.leaf.notBefore)), try #require(Instant(row.leaf.notAfter)))
        let key = try Self.key(row.leaf.key)
        let digest = try #require(Certificate.Digest(rawValue: row.leaf.signatureHash))
        return Sample.leaf {
            $0.subject = "CN=\(row.leaf.commonName)"
            $0.commonNames = [row.leaf.commonName]
            $0.subjectAltNames = names.isEmpty ? nil : .init(dnsNames: dnsNames, ipAddresses: addresses)
            $0.extendedKeyUsage = purposes
            ($0.notBefore, $0.notAfter) = times
            $0.key = key
            $0.signature.digest = digest
            $0.publicKeySHA256 = row.leaf.spki.flatMap { pins[$0] } ?? []
        }
    }

    private func authority(_ row: Vector.Issuer, _ number: UInt8, _ subject: String) throws -> Certificate {
        let key = try Self.key(row.key)
        let digest = try row.signatureHash.map { try #require(Certificate.Digest(rawValue: $0)) }
        return Sample.root {
            $0.der = [number]
            $0.subject = subject
            $0.isSelfSigned = row.signatureHash == nil
            $0.key = key
            $0.signature.digest = digest ?? .sha256
            $0.publicKeySHA256 = row.spki.flatMap { pins[$0] } ?? []
        }
    }

    private static let purposes = [
        "serverAuth": "1.3.6.1.5.5.7.3.1", "clientAuth": "1.3.6.1.5.5.7.3.2", "any": "2.5.29.37.0",
    ]

    private static func key(_ text: String) throws -> Certificate.PublicKey {
        let parts = text.split(separator: " ")
        let bits = try #require(parts.count == 2 ? Int(parts[1]) : nil)
        return parts[0] == "RSA" ? .rsa(bits: bits) : .ellipticCurve(bits: bits)
    }
}
