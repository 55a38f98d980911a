import InternetNames
import Networking
import ProxyServer
import Testing

@testable import atsproxy
@testable import Settings

@Suite struct ListeningFailureTests {
    /// The option is the one that gave the address.
    @Test(arguments: [(false, "with --listen."), (true, "with --listen-transparent.")])
    func namesTheOption(isTransparent: Bool, words: String) throws {
        let taken = try ListeningSocket(SocketAddress(.v4(0x7F00_0001), port: 0))
        do throws(SystemError) {
            _ = try ListeningSocket(taken.address)
            Issue.record("A port is listened on twice.")
        } catch {
            let failure = CommandFailure(
                ServerError.cannotListen(taken.address, isTransparent: isTransparent, error))
            #expect(failure.status == .unavailable && failure.sentence.hasSuffix(words), "\(failure.sentence)")
        }
    }
}
