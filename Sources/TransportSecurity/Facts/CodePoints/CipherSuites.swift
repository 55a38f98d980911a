/// The cipher suites that Apple's systems offer and accept under ATS, by generation.
///
/// After `SecProtocolInternal.h` (CiphersuitesPFS, CiphersuitesNonPFS) of Apple's published source for the newer
/// generations, and after the hello of an iOS 9 client for the older ones, where source and wire disagree about
/// TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA.
public enum CipherSuites {
    /// The suites that ATS accepts, in the order in which they are offered. Within a generation Apple's own order
    /// differs a little from this one, which no verdict rests on.
    public static func permitted(in profile: Profile, requiresForwardSecrecy: Bool) -> [CipherSuite] {
        let rows = requiresForwardSecrecy ? forwardSecret : forwardSecret + rsaKeyTransport
        return rows.filter { $0.generations.contains(profile) }.map(\.suite)
    }

    /// The suites of FCP_v2.1: up to TLS 1.2 ephemeral elliptic curves with AES-GCM, and the suites of TLS 1.3
    /// (`NSRequiresNIAPTLSPackageVersion`).
    public static let niap = suites(0x1301, 0x1302, 0x1303, 0xC02C, 0xC02B, 0xC030, 0xC02F)

    /// Whether no Apple system offers this suite, whatever the policy says: no authentication, no encryption,
    /// encryption cut down for export, or RC4.
    public static func isNeverOffered(_ suite: CipherSuite) -> Bool {
        suite.isNamed(withOneOf: ["anon", "NULL", "EXPORT", "RC4"])
    }

    /// Every suite that authenticates with certificates, or not at all, and that has a name in our table: those
    /// that some ATS accepts first, those that no Apple system offers last, so that a server that follows the
    /// client's preference shows its best.
    public static let everything: [CipherSuite] = platform + others.filter(isNeverOffered)

    /// All that a system without a restriction may come to agree on. An upper bound: where the engine sets none,
    /// any suite is accepted that is not `isNeverOffered`.
    public static let platform = (forwardSecret + rsaKeyTransport).map(\.suite) + others.filter { !isNeverOffered($0) }

    /// What `everything` holds beside the suites that some ATS accepts: nobody shares a key or a password with us.
    private static let others: [CipherSuite] = {
        let accepted = (forwardSecret + rsaKeyTransport).map(\.suite)
        return CipherSuiteRegistry.rows.reversed().map { CipherSuite(rawValue: $0.code) }.filter { suite in
            !suite.isSignal && !suite.isNamed(withOneOf: ["PSK", "SRP"]) && !accepted.contains(suite)
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
    /// Whether the suite belongs to TLS 1.3, whose suites name no key exchange (RFC 8446 §B.4).
    public var isForTLS13: Bool { rawValue >> 8 == 0x13 }

    /// Whether neither side is authenticated, so that the server sends no certificate.
    public var isAnonymous: Bool { isNamed(withOneOf: ["anon"]) }

    /// Whether both sides have a key from before, instead of a certificate or beside it (RFC 4279).
    public var usesPreSharedKey: Bool { isNamed(withOneOf: ["PSK"]) }

    /// Whether this is no suite, but says something else in the list of them (RFC 5746 §3.3, RFC 7507 §2), or nothing.
    fileprivate var isSignal: Bool { rawValue == 0 || rawValue == 0x00FF || rawValue == 0x5600 }

    /// Whether one of these words of ASCII stands in the name between two underscores.
    ///
    /// It goes by bytes: the search of the standard library goes by characters, and takes milliseconds for all names.
    fileprivate func isNamed(withOneOf words: [StaticString]) -> Bool {
        var name = name
        return name.withUTF8 { name in
            name.indices.contains { start in
                name[start] == UInt8(ascii: "_") && words.contains { name[(start + 1)...].begins(with: $0) }
            }
        }
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// Whether that word stands at the beginning, and an underscore behind it.
    fileprivate func begins(with word: StaticString) -> Bool {
        word.withUTF8Buffer { word in
            count > word.count && self[startIndex + word.count] == UInt8(ascii: "_") && starts(with: word)
        }
    }
}
