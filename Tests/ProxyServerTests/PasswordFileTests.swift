import ProxyServer
import Testing

@Suite struct PasswordFileTests {
    /// bcrypt of `secret`, at the least cost.
    private static let hash = "$2y$04$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIrW"

    @Test func aPasswordOpensItsOwnAccountAlone() throws {
        let users = try PasswordFile("# users\n\nalice:\(Self.hash)\r\n")
        #expect(users.accepts(user: "alice", password: "secret"))
        #expect(!users.accepts(user: "alice", password: "Secret"))
        #expect(!users.accepts(user: "bob", password: "secret"))
        #expect(!users.accepts(user: "alice", password: ""))
        #expect(!users.accepts(user: "alice", password: "secret\0more"))
    }

    /// bcrypt of `secret` at a cost that is sixteen times the least.
    private static let costlyHash = "$2y$08$abcdefghijklmnopqrstuuKxCcvB7KZ7.BpDoK0bh6qM7Dl1/xiJa"

    /// Whoever measures does not learn who exists: a stranger takes as long as a user, and as the costliest of several.
    @Test(arguments: [([hash], hash), ([costlyHash], costlyHash), ([hash, costlyHash], costlyHash)])
    func aUserWhoDoesNotExistTakesAsLong(hashes: [String], costliest: String) throws {
        let lines = hashes.enumerated().map { "user\($0.offset):\($0.element)\n" }
        let users = try PasswordFile(lines.joined())
        let one = try PasswordFile("alice:\(costliest)\n")
        let known = Self.time { one.accepts(user: "alice", password: "wrong") }
        let unknown = Self.time { users.accepts(user: "nobody", password: "wrong") }
        // The costs differ by a factor of sixteen.
        #expect(unknown < known * 4 && known < unknown * 4, "\(unknown) in place of \(known)")
    }

    /// The shortest of several times that this takes.
    private static func time(_ check: () -> Bool) -> Duration {
        let times = (0..<7).map { _ in ContinuousClock().measure { #expect(!check()) } }
        return times.min() ?? .zero
    }

    @Test(arguments: [
        ("alice", "form"), (":x", "form"), ("alice:secret", "bcrypt"), ("alice:$apr1$abc$def", "bcrypt"),
        ("alice:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=", "bcrypt"),
    ])
    func whatIsNoUserIsNamedByItsLine(line: String, reason: String) {
        #expect {
            _ = try PasswordFile("\n" + line)
        } throws: { error in
            let fault = error as? PasswordFile.Fault
            return fault?.line == 2 && fault?.reason.contains(reason) == true
        }
    }
}
