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
