/// The secret that gives access to the console: 192 random bits, as 32 characters of the alphabet of base64url.
///
/// The program prints an address with the token. A browser that opens the address gets a cookie with the token. The
/// description of the value does not contain the token, and no message can show it by accident.
public struct AccessToken: Sendable {
    private let characters: [UInt8]

    /// Creates a random token.
    public init() {
        var random = SystemRandomNumberGenerator()
        self.init(using: &random)
    }

    /// Creates a token from a source of random numbers.
    init(using random: inout some RandomNumberGenerator) {
        characters = (0..<Self.length).map { _ in Self.alphabet[Int(random.next(upperBound: UInt32(64)))] }
    }

    /// The token, for the address that is printed and for the cookie.
    public var secret: String { String(decoding: characters, as: UTF8.self) }

    /// Whether a text is the token. The comparison takes a time that depends only on the length of the text.
    public func equals(_ text: some Collection<UInt8>) -> Bool {
        guard text.count == characters.count else { return false }
        var difference: UInt8 = 0
        for (expected, received) in zip(characters, text) { difference |= expected ^ received }
        return difference == 0
    }

    private static let length = 32
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "(secret)" }
    public var debugDescription: String { "(secret)" }
}
