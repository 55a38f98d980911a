import InternetNames

/// The cipher suites that Apple's systems offer and accept under ATS, by generation.
///
/// Newer generations follow `SecProtocolInternal.h` (CiphersuitesPFS, CiphersuitesNonPFS) of Apple's published source.
/// Older ones follow the hello of an iOS 9 client, because source and hello disagree about
/// TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA.
public enum CipherSuites {
    /// The suites that ATS accepts, in order of preference. Apple's order within a generation differs slightly; no
    /// verdict depends on that.
    public static func permitted(in generation: ATSGeneration, requiresForwardSecrecy: Bool) -> [CipherSuite] {
        let rows = requiresForwardSecrecy ? forwardSecret : forwardSecret + rsaKeyTransport
        return rows.filter { $0.generations.contains(generation) }.map(\.suite)
    }

    /// The suites of FCP_v2.1 (`NSRequiresNIAPTLSPackageVersion`): AES-GCM with ephemeral elliptic curves up to TLS
    /// 1.2, and the suites of TLS 1.3.
    public static let niap = suites(0x1301, 0x1302, 0x1303, 0xC02C, 0xC02B, 0xC030, 0xC02F)

    /// The suites that a generation offers where ATS is off or its engine restricts none, in order of preference.
    ///
    /// Every captured hello of Safari, from version 9 to 26, consists of these suites (`etc/client-simulation.txt` of
    /// testssl.sh). None has DHE, static ECDH, ARIA, Camellia or CCM. RC4 ends with iOS 9. 3DES is missing only in the
    /// hello of macOS 10.13, which stands for the generation `ios11`; no capture of iOS 11 itself is known.
    public static func platform(in generation: ATSGeneration) -> [CipherSuite] {
        permitted(in: generation, requiresForwardSecrecy: false)
            + withoutATS.filter { $0.generations.contains { $0.contains(generation) } }.map(\.suite)
    }

    /// Whether a generation offers the suite under some policy. A server that agrees to no such suite fails with and
    /// without ATS.
    public static func isOffered(_ suite: CipherSuite, by generation: ATSGeneration) -> Bool {
        platformSets[generation]?.contains(suite) == true
    }

    /// The suites that some generation offers under some policy, each once, in order of preference.
    public static let ofSystems: [CipherSuite] = everything.filter { suite in
        platformSets.values.contains { $0.contains(suite) }
    }

    private static let platformSets = Dictionary(
        uniqueKeysWithValues: ATSGeneration.allCases.map { ($0, Set(platform(in: $0))) })

    /// Suites without authentication, without encryption, or with one that can be broken.
    private static let weak = registered(naming: "anon", "NULL", "EXPORT", "RC4")
    fileprivate static let anonymous = registered(naming: "anon")
    fileprivate static let preShared = registered(naming: "PSK")
    /// Suites whose key exchange has temporary keys on both sides. `PSK_DHE` is the older order of the words.
    fileprivate static let ephemeral = registered(naming: "DHE", "ECDHE", "anon", "SRP")

    /// The registered suites with one of these words between underscores in their names.
    private static func registered(naming words: Substring...) -> Set<CipherSuite> {
        Set(
            CipherSuiteRegistry.rows.map { CipherSuite(rawValue: $0.code) }.filter {
                $0.name.split(separator: "_").contains(where: words.contains)
            })
    }

    /// Every suite in our table that uses certificates or no authentication. Suites that some version of ATS accepts
    /// come first, then those that Apple's systems offer without ATS, and weak ones last. A server that follows the
    /// client's preference thus chooses its best.
    public static let everything: [CipherSuite] = {
        let known = (forwardSecret + rsaKeyTransport).map(\.suite) + withoutATS.map(\.suite)
        let left = registered(naming: "PSK", "SRP").union(known)
        let others = CipherSuiteRegistry.rows.reversed().map { CipherSuite(rawValue: $0.code) }.filter {
            !$0.isSignal && !left.contains($0)
        }
        let all = known + others
        return (all.filter { !weak.contains($0) } + all.filter(weak.contains)).distinct
    }()

    private struct Row {
        var suite: CipherSuite
        var generations: ClosedRange<ATSGeneration>
    }

    private static let forwardSecret: [Row] =
        rows(.ios12 ... .current, 0x1301, 0x1302, 0x1303)
        + rows(.ios9 ... .current, 0xC02C, 0xC02B, 0xC030, 0xC02F)
        + rows(.ios12 ... .current, 0xCCA9, 0xCCA8)
        + rows(.ios9 ... .ios13, 0xC024, 0xC023, 0xC028, 0xC027)
        + rows(.ios9 ... .current, 0xC00A, 0xC009)
        + rows(.ios13 ... .current, 0xC014)
        + rows(.ios9 ... .current, 0xC013)

    private static let rsaKeyTransport: [Row] =
        rows(.ios9 ... .current, 0x009D, 0x009C) + rows(.ios9 ... .ios13, 0x003D, 0x003C)
        + rows(.ios9 ... .current, 0x0035, 0x002F)

    /// The suites that are offered only where ATS restricts none.
    private static let withoutATS: [(suite: CipherSuite, generations: [ClosedRange<ATSGeneration>])] =
        [(0xCCA9, [.ios11 ... .ios11]), (0xCCA8, [.ios11 ... .ios11]), (0xC014, [.ios9 ... .ios12])].map(optional)
        + [0xC008, 0xC012, 0x000A].map { optional($0, [.ios9 ... .ios10, .ios12 ... .current]) }
        + [0xC007, 0xC011, 0x0005, 0x0004].map { optional($0, [.ios9 ... .ios9]) }

    private static func optional(
        _ codePoint: UInt16, _ generations: [ClosedRange<ATSGeneration>]
    ) -> (suite: CipherSuite, generations: [ClosedRange<ATSGeneration>]) {
        (CipherSuite(rawValue: codePoint), generations)
    }

    private static func rows(_ generations: ClosedRange<ATSGeneration>, _ codePoints: UInt16...) -> [Row] {
        codePoints.map { Row(suite: CipherSuite(rawValue: $0), generations: generations) }
    }

    private static func suites(_ codePoints: UInt16...) -> [CipherSuite] {
        codePoints.map(CipherSuite.init(rawValue:))
    }
}

extension CipherSuite {
    /// Whether the suite belongs to TLS 1.3. Such suites name no key exchange (RFC 8446 §B.4).
    public var isForTLS13: Bool { rawValue >> 8 == 0x13 }

    /// Whether neither side authenticates. The server then sends no certificate.
    public var isAnonymous: Bool { CipherSuites.anonymous.contains(self) }

    /// Whether the key exchange has forward secrecy: temporary Diffie-Hellman keys on both sides, as in every handshake
    /// of TLS 1.3 with a certificate. RSA key transport, static Diffie-Hellman and a mere pre-shared key have none.
    public var hasForwardSecrecy: Bool { isForTLS13 || CipherSuites.ephemeral.contains(self) }

    /// Whether both sides use a pre-shared key, with or without a certificate (RFC 4279).
    public var usesPreSharedKey: Bool { CipherSuites.preShared.contains(self) }

    /// Whether the code point is a signalling value (RFC 5746 §3.3, RFC 7507 §2) or the null suite, and no real suite.
    fileprivate var isSignal: Bool { rawValue == 0 || rawValue == 0x00FF || rawValue == 0x5600 }
}
