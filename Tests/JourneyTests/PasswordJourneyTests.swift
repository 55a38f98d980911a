import Foundation
import Testing

/// `--auth-file`: who knows a password is served, and who guesses is not listened to for long.
@Suite struct PasswordJourneyTests {
    /// Nobody could log in to a proxy with such a file.
    @Test(arguments: ["", "# alice\n\n"])
    func aFileWithoutAUserIsRefused(content: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "users-\(UUID().uuidString)")
        defer { unlink(file.path) }
        try content.write(to: file, atomically: true, encoding: .utf8)
        let program = try Program(
            Repository.program, ["serve", "--check-config", "--listen", "127.0.0.1:0", "--auth-file", file.path])
        #expect(program.end() == 65 && program.errors.contains("\(file.path) names no user"), "\(program.errors)")
    }

    /// bcrypt of `secret`, at the least cost.
    private static let users = "alice:$2y$04$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIrW\n"

    @Test func guessesAreLimitedAndTheConnectionIsKept() throws {
        let site = try Site.shared.get()
        let file = FileManager.default.temporaryDirectory.appending(path: "users-\(UUID().uuidString)")
        try Self.users.write(to: file, atomically: true, encoding: .utf8)
        defer { unlink(file.path) }
        let proxy = try Proxy(
            "--mode", "observe", "--auth-file", file.path, "--limit", "password-failures=3", site: site)
        let url = try site.url("plain", scheme: "http")
        // Each guess on the same connection: the answer has a length, and keeps it.
        let client = try Client.start("guess_in_turn", ["\(proxy.port)", url])
        #expect(client.end() == 0, "\(client.errors)")
        // A connection that has shown the password once goes on.
        let kept = [200, 407, 407, 200, 407, 429, 200].map { "\($0) True True" }
        #expect(client.output.split(separator: "\n").map(String.init) == kept)
        let recorded = try proxy.events().compactMap { ($0["error"] as? [String: Any])?["message"] as? String }
        #expect(recorded.filter { $0.contains("gave 3 wrong passwords within a minute") }.count == 1)
        // From there not even the right one is looked at any more; from elsewhere it is.
        #expect(try proxy.curl("--proxy-user", "alice:secret", url).status == 429)
        // This one, and the one right behind the third.
        #expect(try holds { try proxy.failures(where: Self.isPaused) == 2 })
        #expect(try proxy.curl("--interface", "127.0.0.9", "--proxy-user", "alice:secret", url).status == 200)
    }

    /// The checks of passwords take time; those that wait when the pause begins are not looked at either.
    @Test func guessesAtTheSameTimeAreLimitedToo() throws {
        let (proxy, answers) = try guess(30, "password-failures=3")
        #expect(answers == "407, 429 soon\n")
        // Three are looked at, and one more at the same time as the third.
        #expect(try holds { try proxy.failures(where: Self.isPaused) >= 26 })
    }

    @Test func guessesThatFindNoRoomAreRefusedAtOnce() throws {
        let (proxy, answers) = try guess(400, "password-failures=10000", reading: 1)
        #expect(answers == "503 soon\n")
        let message = "Too many passwords wait to be checked; that of 127.0.0.1 was not looked at."
        #expect(try holds { try proxy.failures { $0 == message } >= 100 })
    }

    @Test func manyConnectionsWithOnePasswordNeedOneCheck() throws {
        let (proxy, answers) = try guess(500, "password-failures=10", ["secret"])
        // Each is let through to a port where nothing listens.
        #expect(answers == "502\n")
        #expect(try proxy.failures { $0.contains("password") } == 0)
    }

    /// Sends so many passwords at the same time, and reads so many of the answers: all, or those that come first. The
    /// passwords are wrong, each another, or all the given one. The statuses, each once.
    private func guess(_ count: Int, _ limit: String, _ password: [String] = [], reading: Int? = nil) throws
        -> (Proxy, String)
    {
        let site = try Site.shared.get()
        let file = FileManager.default.temporaryDirectory.appending(path: "users-\(UUID().uuidString)")
        // The password `secret`, at a cost that takes a tenth of a second.
        try "bob:$2y$10$abcdefghijklmnopqrstuuqflPDzB6gcMhKa1rZqKiun2YGL5sa2u\n"
            .write(to: file, atomically: true, encoding: .utf8)
        defer { unlink(file.path) }
        let proxy = try Proxy(
            "--mode", "observe", "--auth-file", file.path, "--limit", limit, "--drain-timeout", "1", site: site)
        let client = try Client.start("guess_at_once", ["\(proxy.port)", "\(count)", "\(reading ?? count)"] + password)
        #expect(client.end() == 0, "\(client.errors)")
        return (proxy, client.output)
    }

    private static func isPaused(_ message: String) -> Bool {
        message == "127.0.0.1 gave too many wrong passwords; this one was not looked at."
    }

    @Test(arguments: [false, true])
    func noSecretIsRecorded(logsQueries: Bool) throws {
        let site = try Site.shared.get()
        let options = logsQueries ? "--log-query" : "--no-aia"
        let proxy = try Proxy("--mode", "observe", options, site: site)
        let url = try site.url("origin", "/path?query=hidden1", scheme: "http")
        let answer = try proxy.curl(
            "--proxy-user", "alice:hidden2", "--user", "bob:hidden3", "--cookie", "session=hidden4", "--data",
            "hidden5",
            url)
        #expect(answer.status == 200)
        #expect(try proxy.decision(about: "origin.test").decision == "would-block")
        #expect(proxy.program.stop() == 0)
        let recorded = String(describing: try proxy.events())
        // The credentials as they are sent: Base64 of alice:hidden2 and bob:hidden3.
        for secret in ["hidden2", "hidden3", "hidden4", "hidden5", "YWxpY2U6aGlkZGVuMg", "Ym9iOmhpZGRlbjM"] {
            #expect(!recorded.contains(secret))
        }
        #expect(recorded.contains("hidden1") == logsQueries)
    }
}
