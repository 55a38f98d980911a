import ForwardProxy
import Foundation
import InternetNames
import Testing

@testable import atsproxy
@testable import Settings

/// The settings of an upstream proxy, and what is said of mistakes in them.
@Suite struct UpstreamProxySettingsTests {
    private static func settings(_ options: [String: [String]]) throws -> ServeSettings {
        try ServeSettings(SettingsLayer(commandLine: options), over: nil)
    }

    private static func sentence(_ options: [String: [String]]) throws -> String {
        do throws(CommandFailure) {
            _ = try ServeSettings(SettingsLayer(commandLine: options), over: nil)
            return ""
        } catch {
            #expect(error.status == .usage)
            return error.sentence
        }
    }

    @Test(arguments: [
        ("http://proxy.example:3128", "proxy.example:3128"), ("HTTP://Proxy.Example:3128/", "proxy.example:3128"),
        ("proxy.example:3128", "proxy.example:3128"), ("http://[::1]:8080", "[::1]:8080"),
        ("http://192.0.2.1:80", "192.0.2.1:80"), ("http://bücher.example:1", "xn--bcher-kva.example:1"),
    ])
    func readsTheAddress(url: String, authority: String) throws {
        let upstreamProxy = try #require(try Self.settings(["upstream-proxy": [url]]).listeners.first?.upstreamProxy)
        #expect(
            upstreamProxy.authority.description == authority && upstreamProxy.credentialsFile == nil
                && upstreamProxy.bypass.isEmpty)
    }

    @Test(arguments: [
        ("", "is not of the form http://HOST:PORT"), ("http://proxy.example", "is not of the form http://HOST:PORT"),
        ("proxy.example", "is not of the form"), ("http://::1:80", "is not of the form"),
        ("http://proxy.example:0", "is not of the form"), ("http://proxy.example:3128/path", "is not of the form"),
        ("ftp://proxy.example:21", "is not of the form"), ("https://proxy.example:3128", "not by TLS"),
        ("socks5://proxy.example:1080", "SOCKS is not supported"), ("SOCKS4a://proxy.example:1080", "SOCKS is not"),
        ("http://127.0.0.1:8080", "is a listener of this proxy itself"),
        ("http://localhost:8080", "is a listener of this proxy itself"),
    ])
    func saysWhatIsWrongWithTheAddress(url: String, words: String) throws {
        let sentence = try Self.sentence(["upstream-proxy": [url]])
        #expect(sentence.hasPrefix("--upstream-proxy ") && sentence.contains(words), "\(sentence)")
    }

    /// The list of processes shows arguments, and a log would show the sentence.
    @Test(arguments: ["http://ann:s3cret@proxy.example:3128", "ann:s3cret@proxy.example:3128", "https://s3cret@p:1"])
    func aPasswordInTheAddressIsRefusedAndNotRepeated(url: String) throws {
        let sentence = try Self.sentence(["upstream-proxy": [url]])
        #expect(sentence.contains("--upstream-auth") && !sentence.contains("s3cret") && !sentence.contains("ann"))
    }

    @Test func listsOfExemptHostsAreJoined() throws {
        let settings = try Self.settings([
            "upstream-proxy": ["http://p:1"], "no-upstream": ["a.example, .b.example", "10.0.0.0/8"],
        ])
        #expect(settings.listeners.first?.upstreamProxy?.bypass.description == "a.example, b.example, 10.0.0.0/8")
        let wrong = try Self.sentence(["upstream-proxy": ["http://p:1"], "no-upstream": ["a.example,http://b"]])
        #expect(wrong.hasPrefix("--no-upstream http://b is not a name"))
    }

    @Test(arguments: ["upstream-auth", "no-upstream"])
    func whatBelongsToAnUpstreamProxyNeedsOne(name: String) throws {
        let sentence = try Self.sentence([name: ["x"]])
        #expect(sentence.hasPrefix("--\(name) belongs to an upstream proxy; name that with --upstream-proxy."))
    }

    /// Each listener has its own upstream proxy, or that of the whole file.
    @Test func listenersHaveUpstreamProxiesOfTheirOwn() throws {
        let text = """
            upstream-proxy: http://common.example:3128
            no-upstream: [localhost]
            listeners:
              - listen: 127.0.0.1:1001
              - listen: 127.0.0.1:1002
                upstream-proxy: http://own.example:8080
              - listen: 127.0.0.1:1003
                no-upstream: "*"
            """
        let file = try ConfigurationFile(Array(text.utf8), named: "a.yaml")
        let listeners = try ServeSettings(SettingsLayer(), over: file).listeners
        let upstreamProxies = listeners.map(\.upstreamProxy)
        #expect(
            upstreamProxies.map { $0?.authority.host.description } == [
                "common.example", "own.example", "common.example",
            ])
        #expect(upstreamProxies.map { $0?.bypass.description } == ["localhost", "localhost", "*"])
    }

    @Test func aListenerThatIsItsOwnUpstreamProxyIsNamedByItsLine() throws {
        let text = """
            listeners:
              - listen: 127.0.0.1:1001
                upstream-proxy: http://127.0.0.1:1002
              - listen: 127.0.0.1:1002
            """
        let file = try ConfigurationFile(Array(text.utf8), named: "a.yaml")
        do throws(CommandFailure) {
            _ = try ServeSettings(SettingsLayer(), over: file)
            Issue.record("A loop is permitted.")
        } catch {
            #expect(error.sentence.hasPrefix("a.yaml, line 3: upstream-proxy http://127.0.0.1:1002 is a listener"))
        }
    }

    /// Such an upstream proxy gives clients elsewhere a way to what only this machine reaches.
    @Test(arguments: [
        ("http://127.0.0.1:3128", "0.0.0.0:1001", true), ("http://localhost:3128", "0.0.0.0:1001", true),
        ("http://127.0.0.1:3128", "127.0.0.1:1001", false), ("http://192.0.2.1:3128", "0.0.0.0:1001", false),
    ])
    func anUpstreamProxyOnThisMachineIsWarnedOfWhereOthersMayConnect(url: String, listen: String, isWarned: Bool) throws
    {
        let settings = try Self.settings([
            "upstream-proxy": [url], "listen": [listen], "allow-client": ["192.0.2.0/24"],
        ])
        #expect(settings.upstreamProxyWarnings.count == (isWarned ? 1 : 0))
        #expect(
            settings.upstreamProxyWarnings.allSatisfy { $0.contains("is on this machine and looks names up itself") })
    }

    #if os(Linux) && !PORTABLE
    @Test func anUpstreamProxyOfTransparentListenersAloneHasNoEffect() throws {
        let settings = try Self.settings(["upstream-proxy": ["http://p:1"], "listen-transparent": ["127.0.0.1:1002"]])
        #expect(settings.upstreamProxyWarnings.count == 1)
        #expect(settings.upstreamProxyWarnings.first?.contains("has no effect at 127.0.0.1:1002") == true)
    }

    /// The client of a transparent listener has chosen the address of the server, which no upstream proxy would keep to.
    @Test func transparentListenersHaveNoUpstreamProxy() throws {
        let settings = try Self.settings([
            "upstream-proxy": ["http://p:1"], "listen": ["127.0.0.1:1001"], "listen-transparent": ["127.0.0.1:1002"],
        ])
        let ports = try settings.configuration().ports
        #expect(ports.map(\.isTransparent) == [false, true] && ports.map { $0.upstreamProxy == nil } == [false, true])
    }

    @Test func aTransparentListenerIsNoUpstreamProxyEither() throws {
        let sentence = try Self.sentence([
            "upstream-proxy": ["http://127.0.0.1:1002"], "listen": ["127.0.0.1:1001"],
            "listen-transparent": ["127.0.0.1:1002"],
        ])
        #expect(sentence.hasPrefix("--upstream-proxy http://127.0.0.1:1002 is a listener of this proxy itself"))
    }
    #endif

    @Test(arguments: [
        ("ann:s3cret\n", true), ("ann:s3cret", true), ("\u{FEFF}ann:s3cret", true), ("ann:with:colons\r\n", true),
        ("ann\n", false), ("", false),
        ("a:b\nc:d\n", false),
    ])
    func theFileHasOneLine(text: String, isRead: Bool) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "upstream-proxy-\(UUID().uuidString)").path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        defer { unlink(path) }
        let stack = SettingsStack(layers: [
            SettingsLayer(commandLine: ["upstream-proxy": ["http://p:1"], "upstream-auth": [path]])
        ])
        let settings = try #require(try UpstreamProxySettings(stack))
        do throws(CommandFailure) {
            let upstreamProxy = try settings.read()
            #expect(isRead && upstreamProxy.hasCredentials && "\(upstreamProxy)" == "p:1")
        } catch {
            #expect(!isRead && error.status == .data && error.sentence.contains("is not one line NAME:PASSWORD"))
            #expect(error.sentence.contains(path) && !error.sentence.contains("s3cret"))
        }
    }
}
