import DataFiles
import ForwardProxy
import InternationalNames
import InternetNames
import Networking
import Probing
import Recording
import TransportSecurity

// The forms of single settings. `SettingForm` itself has those that several settings share.

extension SettingForm where Element == Host {
    /// A name, in any script.
    package static var hostName: Self {
        SettingForm("the name of a host, without a port") { text in
            switch Host(InternationalName.ascii(inOption: text)) {
            case .name(let name): return .name(name)
            case .address, nil: return nil
            }
        }
    }
}

extension SettingForm where Element == ClientAppNames.Entry {
    /// The app of the clients in a range of addresses, in the form `CIDR=NAME`.
    package static var appOfClients: Self {
        SettingForm("CIDR=NAME, such as 192.168.1.20/32=MyApp") { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[1].isEmpty, let range = AddressRange(option: String(parts[0])) else {
                return nil
            }
            return ClientAppNames.Entry(range: range, name: String(parts[1]))
        }
    }
}

extension SettingForm where Element == String {
    /// A value `HOST:PORT:ADDRESS`, which `ResolveOverrides` parses.
    package static var resolve: Self {
        SettingForm("of the form HOST:PORT:ADDRESS, such as example.com:443:127.0.0.1") { text in
            let text = InternationalName.ascii(inOption: text)
            var overrides = ResolveOverrides()
            return overrides.add(argument: text) ? text : nil
        }
    }
}

extension SettingForm where Element == DataFileSource {
    /// The address from which a data file is updated, in the form `FILE=URL`.
    package static var dataSource: Self {
        SettingForm(kind: .text) { (text) throws(CommandFailure) in
            do throws(DataFileFault) {
                return try DataFileSource(text.value)
            } catch {
                throw text.fault("\(text.name) \(text.value) \(error.sentence)")
            }
        }
    }
}

extension SettingForm where Element == SettingText {
    /// A text that is read together with other settings.
    package static func unread(_ kind: SettingDeclaration.Kind) -> Self { SettingForm(kind: kind) { $0 } }
}

/// The value of `--console` or `--metrics`.
package enum ServerAddress: Hashable {
    /// There is no such server.
    case off
    /// The server is at this address.
    case at(SocketAddress)

    /// Reads `off`, or an address in the form of `--listen`; nil for any other text.
    package init?(option text: String) {
        if text == "off" {
            self = .off
        } else if let address = SocketAddress(listening: text) {
            self = .at(address)
        } else {
            return nil
        }
    }

    /// The default address of the console, 127.0.0.1:8090.
    package static let usualConsole = SocketAddress(.v4(0x7F00_0001), port: 8090)
}

extension SocketAddress {
    /// Creates an address from a value of `--listen`: `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, or `:8080` for
    /// all IPv4 addresses.
    package init?(listening text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        if host == "localhost" { host = "127.0.0.1" }
        if host.isEmpty { host = "0.0.0.0" }
        guard let address = IPAddress(host) else { return nil }
        self.init(address, port: port)
    }
}

extension SettingForm where Element == Int {
    /// The size in bytes at which a segment is ended: a number of bytes, or a number with K, M or G for 2^10, 2^20 or
    /// 2^30 bytes.
    static var segmentSize: Self {
        SettingForm("a size from 64K to 16G, such as 64M") {
            let units = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30] as [Character: Int]
            return number($0, units: units, defaultUnit: 1, in: SegmentSettings.permittedSizes)
        }
    }
}

extension SettingForm where Element == Int64 {
    /// The age in milliseconds at which a segment is ended: a number of seconds, or a number with s, m, h or d for
    /// seconds, minutes, hours or days.
    static var segmentAge: Self {
        SettingForm("an age from 1s to 7d, such as 15m, 1h or a number of seconds") {
            let units: [Character: Int64] = ["s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]
            return number($0, units: units, defaultUnit: 1000, in: SegmentSettings.permittedAges)
        }
    }
}

extension SettingForm where Element: FixedWidthInteger {
    /// The number in a text, multiplied by the unit behind it or by the default unit; nil if the text is not a number,
    /// or if the product is outside the range.
    private static func number(
        _ text: String, units: [Character: Element], defaultUnit: Element, in range: ClosedRange<Element>
    ) -> Element? {
        let unit = text.last.flatMap { units[$0] }
        guard let number = Element(unit == nil ? text[...] : text.dropLast()) else { return nil }
        let (product, isTooLarge) = number.multipliedReportingOverflow(by: unit ?? defaultUnit)
        return !isTooLarge && range.contains(product) ? product : nil
    }
}

/// The frequency with which `serve` updates data files.
package enum UpdateFrequency: String, CaseIterable {
    /// Once a day.
    case daily
    /// Never.
    case off
}

extension SettingForm where Element == Authority {
    /// The host and port of an upstream proxy. Messages never repeat a text that may have a password.
    ///
    /// - Parameter credentials: The setting for the file with the password.
    package static func upstreamProxy(credentials: Setting<NamedFile?>) -> Self {
        SettingForm(kind: .text) { (text) throws(CommandFailure) in
            let url = text.value
            if url.contains("@") {
                throw text.fault(
                    "\(text.name) has a name or a password in it, which every user of the machine sees in the list of "
                        + "processes; put NAME:PASSWORD in a file, and name that with \(text.spelled(credentials)).")
            }
            let separator = url.firstRange(of: "://")
            switch separator.map({ url[..<$0.lowerBound].lowercased() }) {
            case "http", nil: break
            case "https":
                throw text.fault("\(text.name) \(url): an upstream proxy is reached only by http://, not by TLS.")
            case "socks", "socks4", "socks4a", "socks5", "socks5h":
                throw text.fault("\(text.name) \(url): SOCKS is not supported; name an HTTP proxy, http://HOST:PORT.")
            case _:
                throw text.fault(expecting: form)
            }
            var authority = url[(separator?.upperBound ?? url.startIndex)...]
            if authority.hasSuffix("/") { authority = authority.dropLast() }
            guard let colon = authority.lastIndex(of: ":"),
                let port = UInt16(authority[authority.index(after: colon)...]), port > 0,
                let host = Host(InternationalName.ascii(inOption: String(authority[..<colon]))),
                !authority[..<colon].contains(":") || authority.hasPrefix("[")
            else { throw text.fault(expecting: form) }
            return Authority(host: host, port: port)
        }
    }

    /// The form of the value in messages.
    private static var form: String { "of the form http://HOST:PORT, such as http://proxy.example.com:3128" }
}
