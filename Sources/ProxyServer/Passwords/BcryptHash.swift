/// A bcrypt hash as crypt(5) writes it: `$2y$`, the cost in two digits, `$`, 22 characters of salt and 31 of the hash.
///
/// Accepted hashes can be computed, can match a password, and take a bounded time to check.
struct BcryptHash: Hashable, Sendable {
    /// The hash as it stands in the file.
    let text: String
    /// The logarithm of the number of rounds.
    let cost: Int

    /// The accepted costs. bcrypt's smallest is 4. Each step doubles the time: with 16, checking a password occupies a
    /// thread for some seconds, and with 31 for a day.
    static let costs = 4...16

    /// The reason why a text is not such a hash, as a clause.
    struct Fault: Error, Hashable {
        var reason: String
    }

    /// Reads a hash.
    init(_ text: some StringProtocol) throws(Fault) {
        let bytes = Array(text.utf8)
        guard bytes.count == 60, ["$2y$", "$2a$", "$2b$"].contains(where: { bytes.starts(with: $0.utf8) }) else {
            throw Fault(reason: "holds no bcrypt hash; make it with `htpasswd -B`")
        }
        let digits = bytes[4..<6].map { Int($0) - Int(UInt8(ascii: "0")) }
        guard digits.allSatisfy((0...9).contains), bytes[6] == UInt8(ascii: "$") else {
            throw Fault(reason: "holds a bcrypt hash without a cost in two digits; make it with `htpasswd -B`")
        }
        let cost = digits[0] * 10 + digits[1]
        guard Self.costs.contains(cost) else {
            throw Fault(
                reason: """
                    holds a bcrypt hash of cost \(cost); costs from \(Self.costs.lowerBound) to \
                    \(Self.costs.upperBound) are taken; make it with `htpasswd -B -C 10`
                    """)
        }
        let places = bytes[7...].map { Self.alphabet.firstIndex(of: $0) }
        // 22 characters have four bits more than 16 bytes, and 31 two more than 23. crypt leaves those clear: no
        // password meets a hash that has one set.
        guard !places.contains(nil), let salt = places[21], let last = places[52], salt % 16 == 0, last % 4 == 0 else {
            throw Fault(reason: "holds a bcrypt hash that is misspelt; make it anew with `htpasswd -B`")
        }
        self.text = String(text)
        self.cost = cost
    }

    private static let alphabet = Array("./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
}
