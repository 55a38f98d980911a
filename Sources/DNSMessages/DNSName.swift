/// A domain name in messages of the DNS: a list of labels without the root (RFC 1035 §3.1).
///
/// Letters of ASCII are in lower case, since names are compared without regard to case (RFC 4343).
public struct DNSName: Hashable, Sendable {
    /// The labels, each of 1 to 63 bytes, at most 255 bytes with their lengths and the root.
    public let labels: [[UInt8]]

    /// The root of all names.
    public static let root = DNSName(checked: [])

    /// The longest name in bytes, with the lengths of its labels and the root.
    static let lengthLimit = 255
    /// The longest label in bytes.
    static let labelLimit = 63

    /// Creates the name with these labels; nil if a label is empty or too long, or if the name is too long.
    public init?(_ labels: [[UInt8]]) {
        guard labels.allSatisfy({ (1...Self.labelLimit).contains($0.count) }),
            labels.reduce(1, { $0 + $1.count + 1 }) <= Self.lengthLimit
        else { return nil }
        self.init(checked: labels.map { $0.map(Self.lowercased) })
    }

    /// Creates the name of a host, such as `www.example.com`, with or without a dot at its end; nil for any other text.
    public init?(_ text: String) {
        let name = text.hasSuffix(".") ? text.dropLast() : text[...]
        self.init(name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Array($0) })
    }

    private init(checked labels: [[UInt8]]) {
        self.labels = labels
    }

    /// The name with further labels before its own, such as `_8443._https.example.com`; nil if it would be too long.
    func prefixed(by prefix: [String]) -> DNSName? {
        DNSName(prefix.map { Array($0.utf8) } + labels)
    }

    /// The name as in a message, without compression.
    var bytes: [UInt8] { labels.flatMap { [UInt8($0.count)] + $0 } + [0] }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
