import InternetNames
import Networking
import Testing
import TransportSecurity

@testable import atsproxy
@testable import Settings

@Suite struct ConsoleSettingsTests {
    private func settings(_ texts: [String: [String]]) throws -> ServeSettings {
        try ServeSettings(SettingsLayer(commandLine: texts), over: nil)
    }

    @Test func addresses() throws {
        #expect(try settings([:]).console == nil)
        #expect(try settings(["console": ["off"]]).console == .off)
        #expect(
            try settings(["console": ["[::1]:0"]]).console
                == .at(SocketAddress(.v6(high: 0, low: 1), port: 0)))
        for text in ["on", "8090", "localhost", "http://127.0.0.1:8090", ""] {
            #expect(throws: CommandFailure.self) { try settings(["console": [text]]) }
        }
    }

    @Test func names() throws {
        #expect(
            try settings(["console-host": ["Proxy.Example", "b"]]).consoleHosts
                == [.name("proxy.example"), .name("b")])
        // Addresses are allowed anyway, and a port or a wildcard is none of a name.
        for text in ["127.0.0.1", "[::1]", "a:8090", "*.example", ""] {
            #expect(throws: CommandFailure.self) { try settings(["console-host": [text]]) }
        }
    }

    @Test func inAFile() throws {
        let file = try ConfigurationFile(
            Array("console: off\nconsole-host: [a, b]\n".utf8), named: "c.yaml")
        let read = try ServeSettings(SettingsLayer(), over: file)
        #expect(read.console == .off && read.consoleHosts == [.name("a"), .name("b")])
        #expect(try settings([:]).unchangeable(since: read) == ["console", "console-host"])
    }

    /// A port in use is another program's, or that of a listener of this one.
    @Test func aPortInUseIsAnErrorOnlyIfItWasAskedFor() throws {
        let taken = try ListeningSocket(SocketAddress(.v4(0x7F00_0001), port: 0))
        let address = taken.address
        #expect(throws: CommandFailure.self) {
            _ = try settings(["console": [address.description]]).consoleSocket()
        }
        withExtendedLifetime(taken.address) {}
        let other = try #require(try settings(["listen": ["127.0.0.1:8090"]]).consoleSocket())
        #expect(other.address.port != 8090 && other.address.address == .v4(0x7F00_0001))
        #expect(try settings(["console": ["off"]]).consoleSocket() == nil)
        // Whether the usual port is free or not, there is a console.
        let first = try #require(try settings([:]).consoleSocket())
        let second = try #require(try settings([:]).consoleSocket())
        #expect(first.address != second.address)
    }
}
