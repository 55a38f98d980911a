import CCrypt

/// The users of a listener, from a file as `htpasswd -B` writes it: `name:$2y$…` a line, `#` before a comment.
///
/// Only bcrypt is read: the other forms of htpasswd can be guessed in hours.
public struct PasswordFile: Sendable {
    private let hashes: [String: BcryptHash]
    /// The hash that takes the longest to compute.
    private let costliest: String

    /// The reason why a password file cannot be used: the line, and its fault.
    public struct Fault: Error, Hashable, Sendable {
        /// The line, from 1.
        public var line: Int
        /// The fault, as a clause.
        public var reason: String
    }

    /// Reads the file's text.
    public init(_ text: String) throws(Fault) {
        var hashes: [String: BcryptHash] = [:]
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard !line.isEmpty, line.first != "#" else { continue }
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
                throw Fault(line: index + 1, reason: "is not of the form user:hash")
            }
            do throws(BcryptHash.Fault) {
                hashes[String(line[..<colon])] = try BcryptHash(line[line.index(after: colon)...])
            } catch {
                throw Fault(line: index + 1, reason: error.reason)
            }
        }
        self.hashes = hashes
        costliest = hashes.values.max { $0.cost < $1.cost }?.text ?? Self.nobody
    }

    /// Whether the password is that of the user.
    ///
    /// For a user that does not exist, the check takes as long as for the user with the costliest hash. If all hashes
    /// have the same cost, the time of a check does not reveal which users exist.
    public func accepts(user: String, password: String) -> Bool {
        let expected = hash(checkedFor: user)
        // No user has a password with a NUL, because bcrypt reads a password up to the first one.
        guard !password.utf8.contains(0), let computed = crypt_copy(password, expected) else { return false }
        defer { free(computed) }
        return Self.areEqual(Array(String(cString: computed).utf8), Array(expected.utf8)) && hashes[user] != nil
    }

    /// The hash to check a password against: that of the user, or the costliest one if the user does not exist.
    func hash(checkedFor user: String) -> String {
        hashes[user]?.text ?? costliest
    }

    /// Whether the file has no user. Nobody can then log in.
    public var isEmpty: Bool { hashes.isEmpty }

    /// Whether the file has the user.
    func has(_ user: String) -> Bool { hashes[user] != nil }

    /// Compares without telling by its time where the difference is.
    private static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// The hash that stands in where a file has no users.
    private static let nobody = "$2y$10$abcdefghijklmnopqrstuuHHpXUgBrKqFuXiLLvMG2ccC4c2P0bUe"
}
