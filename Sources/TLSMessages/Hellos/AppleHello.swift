import InternetNames
import TransportSecurity

/// A ClientHello as Apple's systems send it from version 26 on, byte by byte, with or without the key share of
/// X25519MLKEM768.
///
/// Extensions, their order and GREASE follow the captures of Safari 18.4 (`etc/client-simulation.txt` of testssl.sh)
/// and 26.0 (`tests/signatures` of curl-impersonate). The hello has all suites that the system offers without ATS. The
/// answer therefore does not depend on a policy. The keys have no private halves, because the server is only asked for
/// its choice.
public struct AppleHello: Sendable {
    /// The hello in one record.
    public let bytes: [UInt8]

    /// A hello to that host, with values that follow from one number of that generator. The system's own generator
    /// makes a system call for each number, and the hello has some 900 values, none of which is a secret.
    ///
    /// - Parameter hasHybridShare: Whether X25519MLKEM768 is offered, with its key share.
    public init(
        to host: Host, hasHybridShare: Bool = true, using source: inout some RandomNumberGenerator
    ) {
        var generator = SplitMix64(seed: source.next())
        var body: [UInt8] = [3, 3]
        body += Self.random(32, &generator)
        body.append(vector: Self.random(32, &generator), lengthBytes: 1)
        let suites = Self.offer.cipherSuites.map(\.rawValue)
        body.append(vector: ([Self.grease(&generator)] + suites).bytes, lengthBytes: 2)
        body.append(vector: [0], lengthBytes: 1)
        body.append(vector: Self.extensions(host, hasHybridShare, &generator), lengthBytes: 2)
        var message: [UInt8] = [HandshakeType.clientHello.rawValue]
        message.append(vector: body, lengthBytes: 3)
        var record: [UInt8] = [ContentType.handshake.rawValue, 3, 1]
        record.append(vector: message, lengthBytes: 2)
        bytes = record
    }

    /// The offer that the hello makes.
    public static let offer = Offer(generation: .current, minimumVersion: .tls1_0, selection: .platform)

    /// The parts of the hello as two segments of TCP carry it: the first one as large as Ethernet permits for IPv6 with
    /// timestamps. A small hello has one part.
    public var segments: [ArraySlice<UInt8>] {
        bytes.count > Self.segmentSize
            ? [bytes.prefix(Self.segmentSize), bytes.dropFirst(Self.segmentSize)] : [bytes[...]]
    }

    private static let segmentSize = 1428

    private static func extensions(
        _ host: Host, _ hasHybridShare: Bool, _ generator: inout SplitMix64
    ) -> [UInt8] {
        var block: [UInt8] = []
        func add(_ code: UInt16, _ content: [UInt8]) {
            block.append(uint16: code)
            block.append(vector: content, lengthBytes: 2)
        }
        func add(_ type: ExtensionType, _ content: [UInt8]) { add(type.rawValue, content) }
        let first = grease(&generator)
        let group = grease(&generator)
        add(first, [])
        if case .name(let name) = host, (1...253).contains(name.utf8.count) {
            let text = Array((name.hasSuffix(".") ? name.dropLast() : name[...]).utf8)
            add(.serverName, .vector(of: [0] + .vector(of: text, lengthBytes: 2), lengthBytes: 2))
        }
        add(.extendedMasterSecret, [])
        add(.renegotiationInfo, [0])
        let groups = offer.groups.filter { hasHybridShare || $0 != .x25519MLKEM768 }.map(\.rawValue)
        add(.supportedGroups, .vector(of: ([group] + groups).bytes, lengthBytes: 2))
        add(.ecPointFormats, [1, 0])
        let protocols = offer.applicationProtocols.flatMap { [UInt8].vector(of: Array($0.utf8), lengthBytes: 1) }
        add(.applicationLayerProtocolNegotiation, .vector(of: protocols, lengthBytes: 2))
        add(.statusRequest, [1, 0, 0, 0, 0])
        add(.signatureAlgorithms, .vector(of: schemes.bytes, lengthBytes: 2))
        add(.signedCertificateTimestamp, [])
        add(.keyShare, .vector(of: keyShares(group, hasHybridShare, &generator), lengthBytes: 2))
        add(.preSharedKeyExchangeModes, [1, 1])
        let versions: [UInt16] = [0x0304, 0x0303, 0x0302, 0x0301]
        add(.supportedVersions, .vector(of: ([grease(&generator)] + versions).bytes, lengthBytes: 1))
        // compress_certificate with zlib (RFC 8879 §3).
        add(27, [2, 0, 1])
        add(grease(&generator, other: first), [0])
        return block
    }

    /// The schemes of the offer. The captures have rsa_pss_rsae_sha384 twice.
    private static let schemes = offer.signatureSchemes.map(\.rawValue).flatMap { $0 == 0x0805 ? [$0, $0] : [$0] }

    private static func keyShares(
        _ grease: UInt16, _ hasHybridShare: Bool, _ generator: inout SplitMix64
    ) -> [UInt8] {
        var shares: [UInt8] = []
        func add(_ group: UInt16, _ key: [UInt8]) {
            shares.append(uint16: group)
            shares.append(vector: key, lengthBytes: 2)
        }
        // Any 32 bytes are a key of X25519 (RFC 7748 §5).
        let key = random(32, &generator)
        add(grease, [0])
        if hasHybridShare { add(NamedGroup.x25519MLKEM768.rawValue, encapsulationKey(&generator) + key) }
        add(NamedGroup.x25519.rawValue, key)
        return shares
    }

    /// A well-formed encapsulation key of ML-KEM-768: three polynomials of 256 coefficients below 3,329, twelve bits
    /// each, and a seed of 32 bytes (FIPS 203 §7.2). Servers refuse a key with a larger coefficient.
    private static func encapsulationKey(_ generator: inout SplitMix64) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(1184)
        for _ in 0..<(3 * 256 / 2) {
            let low = UInt16.random(in: 0..<3329, using: &generator)
            let high = UInt16.random(in: 0..<3329, using: &generator)
            key.append(UInt8(truncatingIfNeeded: low))
            key.append(UInt8(truncatingIfNeeded: low >> 8 | high << 4))
            key.append(UInt8(truncatingIfNeeded: high >> 4))
        }
        return key + random(32, &generator)
    }

    private static func random(_ count: Int, _ generator: inout SplitMix64) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// A value that is reserved for GREASE (RFC 8701 §2), other than the given one.
    private static func grease(_ generator: inout SplitMix64, other: UInt16? = nil) -> UInt16 {
        let value = UInt16.random(in: 0...15, using: &generator) * 0x1010 + 0x0A0A
        return value == other ? value ^ 0x1010 : value
    }
}
