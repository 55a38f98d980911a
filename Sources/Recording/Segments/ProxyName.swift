/// The name of a proxy in segments and in their file names: 1 to 64 ASCII letters, digits, dots, underscores and
/// hyphens. The first character is a letter or digit.
public struct ProxyName: Hashable, Sendable {
    /// The name.
    public let text: String

    /// The largest number of characters.
    public static let lengthLimit = 64

    /// Creates a name; nil if the text is not permitted.
    public init?(_ text: String) {
        guard (1...Self.lengthLimit).contains(text.utf8.count), text.utf8.allSatisfy(Self.isPermitted),
            text.utf8.first.map(Self.isLetterOrDigit) == true
        else { return nil }
        self.text = text
    }

    /// Creates the name of a proxy from that of its machine, with hyphens in place of characters that are not
    /// permitted.
    public init(ofHost name: String) {
        let characters = name.utf8.map { Self.isPermitted($0) ? $0 : UInt8(ascii: "-") }
        let text = characters.drop { !Self.isLetterOrDigit($0) }.prefix(Self.lengthLimit)
        self.text = text.isEmpty ? "proxy" : String(decoding: text, as: UTF8.self)
    }

    private static func isLetterOrDigit(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            return true
        case _: return false
        }
    }

    private static func isPermitted(_ character: UInt8) -> Bool {
        isLetterOrDigit(character) || [UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-")].contains(character)
    }
}

extension ProxyName: CustomStringConvertible {
    public var description: String { text }
}
