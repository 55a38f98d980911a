/// The cipher suites that Apple's systems offer and accept under ATS, by generation.
///
/// Newer generations follow `SecProtocolInternal.h` (CiphersuitesPFS, CiphersuitesNonPFS) of Apple's published source.
/// Older ones follow the hello of an iOS 9 client, because source and hello disagree about
/// TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA.
public enum CipherSuites {
    /// The suites that ATS accepts, in order of preference. Apple's order within a generation differs slightly; no
    /// verdict depends on that.
    public static func permitted(in profile: Profile, requiresForwardSecrecy: Bool) -> [CipherSuite] {
        let rows = requiresForwardSecrecy ? forwardSecret : forwardSecret + rsaKeyTransport
        return rows.filter { $0.generations.contains(profile) }.map(\.suite)
    }

    /// The suites of FCP_v2.1 (`NSRequiresNIAPTLSPackageVersion`): AES-GCM with ephemeral elliptic curves up to TLS
    /// 1.2, and the suites of TLS 1.3.
    public static let niap = suites(0x1301, 0x1302, 0x1303, 0xC02C, 0xC02B, 0xC030, 0xC02F)

    /// Whether no Apple system offers the suite under any policy: it has no authentication, no encryption, export
    /// encryption or RC4.
    public static func isNeverOffered(_ suite: CipherSuite) -> Bool {
        neverOffered.contains(suite)
    }

    private static let neverOffered = registered(naming: "anon", "NULL", "EXPORT", "RC4")
    fileprivate static let anonymous = registered(naming: "anon")
    fileprivate static let preShared = registered(naming: "PSK")

    /// The registered suites with one of these words between underscores in their names.
    private static func registered(naming words: Substring...) -> Set<CipherSuite> {
        Set(
            CipherSuiteRegistry.rows.map { CipherSuite(rawValue: $0.code) }.filter {
                $0.name.split(separator: "_").contains(where: words.contains)
            })
    }

    /// Every suite in our table that uses certificates or no authentication. Suites that some version of ATS accepts
    /// come first and suites that no Apple system offers come last, so that a server that follows the client's
    /// preference chooses its best.
    public static let everything: [CipherSuite] = platform + others.filter(isNeverOffered)

    /// Every suite that a system without ATS restrictions may agree to. This is an upper bound: the engine then accepts
    /// any suite that is not `isNeverOffered`.
    public static let platform = (forwardSecret + rsaKeyTransport).map(\.suite) + others.filter { !isNeverOffered($0) }

    /// The suites of `everything` beyond those that some version of ATS accepts. Pre-shared keys and passwords are left
    /// out, since the proxy has none.
    private static let others: [CipherSuite] = {
        let left = registered(naming: "PSK", "SRP").union((forwardSecret + rsaKeyTransport).map(\.suite))
        return CipherSuiteRegistry.rows.reversed().map { CipherSuite(rawValue: $0.code) }.filter { suite in
            !suite.isSignal && !left.contains(suite)
        }
    }()

    private struct Row {
        var suite: CipherSuite
        var generations: ClosedRange<Profile>
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

    private static func rows(_ generations: ClosedRange<Profile>, _ codePoints: UInt16...) -> [Row] {
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

    /// Whether both sides use a pre-shared key, alone or beside a certificate (RFC 4279).
    public var usesPreSharedKey: Bool { CipherSuites.preShared.contains(self) }

    /// Whether the code point is a signalling value (RFC 5746 §3.3, RFC 7507 §2) or the null suite, and no real suite.
    fileprivate var isSignal: Bool { rawValue == 0 || rawValue == 0x00FF || rawValue == 0x5600 }
}
