import InternetNames

/// Recognizes credentials without keeping them: two hashes of file, network, name and password with keys that are
/// random in each process (SipHash). A client can neither compute such a hash nor try values but by requests.
struct CheckedCredentials: Hashable, Sendable {
    private let first: Int
    private let second: Int

    /// The credentials that a client from that network gave for that configuration.
    init(_ user: String, _ password: String, from network: IPAddress, by users: PasswordFile) {
        let hash = users.hash(checkedFor: user)
        // For a user that does not exist, this is the hash of another user. Before a reload, that hash may have
        // belonged to this user.
        let exists = users.has(user)
        func value(_ key: UInt64) -> Int {
            var hasher = Hasher()
            hasher.combine(key)
            hasher.combine(network)
            hasher.combine(hash)
            hasher.combine(exists)
            hasher.combine(user)
            hasher.combine(password)
            return hasher.finalize()
        }
        first = value(Self.keys.0)
        second = value(Self.keys.1)
    }

    private static let keys = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
}
