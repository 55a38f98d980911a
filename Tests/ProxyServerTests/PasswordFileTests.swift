import Testing

@testable import ProxyServer

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

    /// Whoever measures does not learn who exists: a stranger costs as much as a user, and as the costliest of several.
    @Test(arguments: [([hash], hash), ([costlyHash], costlyHash), ([hash, costlyHash], costlyHash)])
    func aUserWhoDoesNotExistCostsAsMuch(hashes: [String], costliest: String) throws {
        let lines = hashes.enumerated().map { "user\($0.offset):\($0.element)\n" }
        let users = try PasswordFile(lines.joined())
        #expect(users.hash(checkedFor: "nobody") == costliest)
        #expect(users.hash(checkedFor: "user0") == hashes[0])
        #expect(!users.accepts(user: "nobody", password: "wrong"))
    }

    @Test func theHashThatStandsInOpensNothing() throws {
        let users = try PasswordFile("alice:\(Self.hash)\n")
        #expect(users.hash(checkedFor: "nobody") == Self.hash)
        #expect(users.accepts(user: "alice", password: "secret"))
        #expect(!users.accepts(user: "nobody", password: "secret"))
    }

    @Test(arguments: [
        ("alice", "form"), (":x", "form"), ("alice:secret", "bcrypt"), ("alice:$apr1$abc$def", "bcrypt"),
        ("alice:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=", "bcrypt"),
        // Costs that no password is checked at: some that wedge, and some that bcrypt does not know.
        ("alice:$2y$99$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIrW", "cost 99"),
        ("alice:$2y$31$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIrW", "cost 31"),
        ("alice:$2y$17$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIrW", "cost 17"),
        ("alice:$2y$03$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIrW", "cost 3"),
        ("alice:$2y$+4$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIrW", "two digits"),
        ("alice:$2y$4$$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIrW", "two digits"),
        ("alice:$2y$04.abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIrW", "two digits"),
        ("alice:$2x$04$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIrW", "no bcrypt"),
        // Shapes: 60 characters in more bytes, another alphabet, bits that crypt leaves clear, one more, one less.
        ("alice:$2y$04$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIr\u{E9}", "no bcrypt"),
        ("alice:$2y$04$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WI\u{E9}", "misspelt"),
        ("alice:$2y$04$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIr*", "misspelt"),
        ("alice:$2y$04$abcdefghijk:mnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIrW", "misspelt"),
        ("alice:$2y$04$abcdefghijklmnopqrstuv2r9OfJnfCsdneAXAGHnS4UpFFP8WIrW", "misspelt"),
        ("alice:$2y$04$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIrX", "misspelt"),
        ("alice:$2y$04$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIrWW", "no bcrypt"),
        ("alice:$2y$04$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIr", "no bcrypt"),
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
