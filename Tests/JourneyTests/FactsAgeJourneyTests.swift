import Foundation
import Testing

/// Facts are as old as they are: what was only the transport's fault is none, and what leads nowhere is forgotten.
@Suite struct FactsAgeJourneyTests {
    /// Neither is blamed that closes the connections of a moment and is back then: one before the judging hello is sent
    /// a second time, the other only when relaxed ones are.
    @Test(arguments: ["restarting", "returning"])
    func aServerThatRestartsIsNotBlamed(name: String) throws {
        let site = try Site.judged.get()
        let proxy = try Proxy("--examine", "needed", site: site)
        #expect(try proxy.curl("--insecure", try site.url(name)).connect == 200)
        let decision = try proxy.decision(about: "\(name).test")
        #expect(decision.decision == "allowed" && decision.violations == [])
        let facts = try proxy.events().filter { $0["event"] as? String == "facts" }
        #expect(facts.map { ($0["handshakes"] as? [Any])?.count } == [1])
    }

    /// A server that is refused is probed again when its refusal is forgotten, and each load gets an answer.
    @Test func aRefusedServerIsAskedAgain() throws {
        let site = try Site.judged.get()
        let proxy = try Proxy("--examine", "needed", site: site)
        for round in 1...3 {
            let answer = try proxy.curl("--insecure", "--max-time", "30", try site.url("expired"))
            #expect(answer.connect == 403, "round \(round)")
            proxy.program.signal(SIGHUP)
            let program = proxy.program
            #expect(holds { program.errors.components(separatedBy: "reloaded").count > round })
        }
        let facts = try proxy.events().filter { $0["event"] as? String == "facts" }
        #expect(facts.count >= 2)
    }

    /// The server at the address that was probed goes away; the name has another one.
    @Test func aDeadAddressIsNotAskedForEver() throws {
        let site = try Site.judged.get()
        let chain = site.folder.appending(path: "sound-ec.pem").path
        let key = site.folder.appending(path: "ec.key").path
        let port = try Client.output("free_port").trimmingCharacters(in: .newlines)
        let proxy = try Proxy(
            "--resolve", "moving.test:\(port):127.0.0.2,127.0.0.1", "--examine", "needed", site: site, resolves: false)
        let output = try Client.output("lose_address", ["\(proxy.port)", port, chain, key])
        #expect(output == "200\n502\n200\n")
    }
}
