import COpenSSL
import OpenSSL
import Testing
import TransportSecurity

/// A Certificate Transparency log for tests.
private struct TestLog {
    let key: TestKey
    var id: [UInt8] { Digest.sha256(key.publicKeyInfo) }

    /// A timestamp over an entry (RFC 6962 §3.2), in TLS encoding.
    func timestamp(_ milliseconds: UInt64, entry: [UInt8], algorithm: [UInt8] = [4, 3]) throws -> [UInt8] {
        let time = (0..<8).map { UInt8(truncatingIfNeeded: milliseconds >> (56 - 8 * $0)) }
        let signature = try key.sign([0, 0] + time + entry + [0, 0])
        return [0] + id + time + [0, 0] + algorithm + length(signature.count, bytes: 2) + signature
    }
}

private func length(_ count: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: count >> (8 * (bytes - 1 - $0))) }
}

private func list(_ timestamps: [[UInt8]]) -> [UInt8] {
    let body = timestamps.flatMap { length($0.count, bytes: 2) + $0 }
    return length(body.count, bytes: 2) + body
}

@Suite struct TimestampVerifierTests {
    private static let now = Instant(year: 2026, month: 11, day: 20)
    private static let issued: UInt64 = 1_790_000_000_000

    private let root: TestIdentity
    private let leaf: TestIdentity
    private let log: TestLog

    init() throws {
        root = try TestIdentity(.authority("Root"))
        leaf = try root.issue(.leaf("example.com"))
        log = TestLog(key: try TestKey())
    }

    private func timestamps(
        of leaf: TestIdentity, inTLS: [UInt8]? = nil, staple: [UInt8]? = nil, knowsLog: Bool = true,
        knowsRoot: Bool = true
    ) -> [SignedCertificateTimestamp] {
        let store = TrustStore(
            systemRoots: knowsRoot ? [root.der] : [], logKeys: knowsLog ? [log.id: log.key.publicKeyInfo] : [:])
        return ChainEvaluator(store)
            .evaluate(certificates: [leaf.der], timestamps: inTLS, staple: staple, at: Self.now).timestamps
    }

    private func certificateEntry(_ leaf: TestIdentity) -> [UInt8] {
        [0, 0] + length(leaf.der.count, bytes: 3) + leaf.der
    }

    private func expected(
        _ source: SignedCertificateTimestamp.Source, _ isValid: Bool?
    ) -> SignedCertificateTimestamp {
        SignedCertificateTimestamp(
            logID: log.id, timestamp: Instant(milliseconds: Int64(Self.issued)), source: source,
            isSignatureValid: isValid)
    }

    /// A leaf with an embedded timestamp, which is obtained before the certificate is signed, as CAs do.
    private func leafWithEmbeddedTimestamp(over body: [UInt8]? = nil) throws -> TestIdentity {
        let leaf = try root.issue(.leaf("example.com"))
        let body = body ?? leaf.bodyToBeSigned
        let entry = [0, 1] + Digest.sha256(root.key.publicKeyInfo) + length(body.count, bytes: 3) + body
        let timestamps = list([try log.timestamp(Self.issued, entry: entry)])
        try leaf.add(.raw("1.3.6.1.4.1.11129.2.4.2", isCritical: false, octetString(timestamps)), signedBy: root)
        return leaf
    }

    @Test func verifiesEmbeddedTimestamps() throws {
        let leaf = try leafWithEmbeddedTimestamp()
        #expect(timestamps(of: leaf) == [expected(.embedded, true)])
        #expect(timestamps(of: leaf, knowsLog: false) == [expected(.embedded, nil)])
        #expect(timestamps(of: leaf, knowsRoot: false) == [expected(.embedded, nil)])
        let wrong = try leafWithEmbeddedTimestamp(over: [1, 2, 3])
        #expect(timestamps(of: wrong) == [expected(.embedded, false)])
    }

    @Test func verifiesTimestampsOfTheTLSExtension() throws {
        let good = try log.timestamp(Self.issued, entry: certificateEntry(leaf))
        let wrong = try log.timestamp(Self.issued, entry: certificateEntry(root))
        let otherAlgorithm = try log.timestamp(Self.issued, entry: certificateEntry(leaf), algorithm: [2, 3])
        #expect(
            timestamps(of: leaf, inTLS: list([good, wrong, otherAlgorithm]))
                == [expected(.tlsExtension, true), expected(.tlsExtension, false), expected(.tlsExtension, false)])
        #expect(timestamps(of: leaf, inTLS: list([good]), knowsRoot: false) == [expected(.tlsExtension, true)])
    }

    @Test func verifiesTimestampsOfAStaple() throws {
        let good = try log.timestamp(Self.issued, entry: certificateEntry(leaf))
        let staple = try root.ocspResponse(on: leaf, timestamps: list([good]))
        #expect(timestamps(of: leaf, staple: staple) == [expected(.ocsp, true)])
    }

    @Test(arguments: [[], [0], [0, 200, 1], [0, 3, 0, 1, 0], [0, 4, 0, 2, 1, 0], [0, 2, 0, 0]] as [[UInt8]])
    func skipsInvalidTimestamps(bytes: [UInt8]) {
        #expect(timestamps(of: leaf, inTLS: bytes).isEmpty)
    }

    @Test func staysWithinItsLimits() throws {
        let far = try log.timestamp(.max, entry: certificateEntry(leaf))
        let found = timestamps(of: leaf, inTLS: list(Array(repeating: far, count: 100)))
        #expect(found.count == 32)
        #expect(found.first?.timestamp == Instant("9999-12-31T23:59:59.999Z"))
        #expect(found.first?.isSignatureValid == true)
    }
}
