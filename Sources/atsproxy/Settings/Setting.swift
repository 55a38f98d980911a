import ForwardProxy
import InternationalNames
import InternetNames
import Networking
import Probing
import ProxyServer
import Recording
import SetupPages
import TransportSecurity

/// The conversion of a setting's text to its value, for command line and file alike.
struct Setting<Value> {
    /// The name of the setting.
    let name: SettingName
    /// The expected form, to follow "is not" in messages.
    let form: String
    /// Parses a text; nil if it does not have the expected form.
    let read: (String) -> Value?

    /// The value of a text. An error names the place of the text.
    func value(of text: SettingText) throws(CommandFailure) -> Value {
        guard let value = read(text.text) else { throw text.isNot(form) }
        return value
    }
}

extension Setting where Value == SocketAddress {
    static var listen: Self {
        Setting(
            name: .listen, form: "an address and a port, such as 127.0.0.1:8080", read: SocketAddress.init(listening:))
    }

    static var listenTransparent: Self {
        Setting(
            name: .listenTransparent, form: "an address and a port, such as 0.0.0.0:8081",
            read: SocketAddress.init(listening:))
    }
}

extension Setting where Value == ServerAddress {
    static var console: Self {
        Setting(
            name: .console, form: "an address and a port, such as 127.0.0.1:8090, or off",
            read: ServerAddress.init(option:))
    }

    static var metrics: Self {
        Setting(
            name: .metrics, form: "an address and a port, such as 127.0.0.1:9464, or off",
            read: ServerAddress.init(option:))
    }
}

extension Setting where Value == Host {
    static var consoleHost: Self {
        Setting(name: .consoleHost, form: "the name of a host, without a port") { text in
            switch Host(InternationalName.ascii(inOption: text)) {
            case .name(let name): return .name(name)
            case .address, nil: return nil
            }
        }
    }
}

extension Setting where Value == String {
    static var policy: Self { text(.policy, "a path") }
    static var app: Self { text(.app, "the name of an app") }
    static var authFile: Self { text(.authFile, "a path") }
    static var upstreamAuth: Self { text(.upstreamAuth, "a path") }
    static var roots: Self { text(.roots, "a path") }
    static var certificateFile: Self { text(.certificateFile, "a path") }
    static var revocationList: Self { text(.revocationList, "a path") }
    static var logList: Self { text(.logList, "a path") }
    static var events: Self { text(.events, "a path of a file or directory, or - for standard output") }
    static var pidFile: Self { text(.pidFile, "a path") }
    static var profileCertificate: Self { text(.profileCertificate, "a path") }
    static var profileKey: Self { text(.profileKey, "a path") }

    private static func text(_ name: SettingName, _ form: String) -> Self {
        Setting(name: name, form: form) { $0.isEmpty ? nil : $0 }
    }
}

extension Setting where Value == AppliedPolicy.Choice {
    static var os: Self {
        let form = "an OS version that has ATS, such as ios26.4, macos15, tvos18, watchos11, visionos2, or auto"
        return Setting(name: .os, form: form) { text in
            text == "auto" ? .byUserAgent : OSVersion(text).map { .fixed($0) }
        }
    }
}

extension Setting where Value == OSVersion {
    static var linkedSDK: Self {
        Setting(name: .linkedSDK, form: "the version of an SDK, such as ios17 or macos14") { OSVersion(linkedSDK: $0) }
    }
}

extension Setting where Value == LoadingAPI {
    static var api: Self { choice(.api) }
}

extension Setting where Value == Mode {
    static var mode: Self { choice(.mode) }
}

extension Setting where Value == ProbeDepth {
    static var examine: Self { choice(.examine) }
}

extension Setting where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    private static func choice(_ name: SettingName) -> Self {
        let all = Value.allCases.map(\.rawValue).joined(separator: ", ")
        return Setting(name: name, form: "one of \(all)", read: Value.init(rawValue:))
    }
}

extension Setting where Value == Waiver {
    static var ignore: Self {
        let rules = RuleID.allCases.map(\.rawValue).joined(separator: ", ")
        let form = "a rule or a family such as certificate.*, RULE@HOST or RULE@*.HOST; the rules are \(rules)"
        return Setting(name: .ignore, form: form) { text in
            Waiver(InternationalName.ascii(inOption: text))
        }
    }
}

extension Setting where Value == AddressRange {
    static var allowClient: Self {
        Setting(name: .allowClient, form: "a range such as 192.168.1.0/24") { AddressRange(option: $0) }
    }
}

extension Setting where Value == ClientAppNames.Entry {
    static var appOf: Self {
        Setting(name: .appOf, form: "CIDR=NAME, such as 192.168.1.20/32=MyApp") { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[1].isEmpty, let range = AddressRange(option: String(parts[0])) else {
                return nil
            }
            return ClientAppNames.Entry(range: range, name: String(parts[1]))
        }
    }
}

extension Setting where Value == DestinationPattern {
    static var allowDestination: Self { pattern(.allowDestination) }
    static var denyDestination: Self { pattern(.denyDestination) }

    private static func pattern(_ name: SettingName) -> Self {
        Setting(
            name: name, form: "a range and perhaps ports, such as 10.0.0.0/8:80,8000-8999",
            read: DestinationPattern.init)
    }
}

extension Setting where Value == ProxiedHost {
    static var pacHost: Self {
        Setting(name: .pacHost, form: "a host, or *.HOST for it and all below it") { text in
            ProxiedHost(option: InternationalName.ascii(inOption: text))
        }
    }
}

extension Setting where Value == String {
    /// A value `HOST:PORT:ADDRESS`, which `ResolveOverrides` parses.
    static var resolve: Self {
        let form = "of the form HOST:PORT:ADDRESS, such as example.com:443:127.0.0.1"
        return Setting(name: .resolve, form: form) { text in
            let text = InternationalName.ascii(inOption: text)
            var overrides = ResolveOverrides()
            return overrides.add(argument: text) ? text : nil
        }
    }
}

extension Setting where Value == ProxyName {
    static var proxyName: Self {
        let form =
            "1 to \(ProxyName.lengthLimit) letters, digits, dots, underscores and hyphens, a letter or digit first"
        return Setting(name: .proxyName, form: form, read: ProxyName.init)
    }
}

extension Setting where Value == SegmentSize {
    static var segmentSize: Self {
        Setting(name: .segmentSize, form: "a size from 64K to 16G, such as 64M", read: SegmentSize.init)
    }
}

extension Setting where Value == SegmentAge {
    static var segmentAge: Self {
        Setting(
            name: .segmentAge, form: "an age from 1s to 7d, such as 15m, 1h or a number of seconds",
            read: SegmentAge.init)
    }
}

extension Setting where Value == UpdateFrequency {
    static var updateData: Self { choice(.updateData) }
}

extension Setting where Value == Int {
    static var workers: Self { number(.workers, "a whole number", in: 1...256) }
    static var verdictTTL: Self { number(.verdictTTL, "a whole number of seconds", in: 0...86_400) }

    private static func number(_ name: SettingName, _ what: String, in range: ClosedRange<Int>) -> Self {
        Setting(name: name, form: "\(what) from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension Setting where Value == Double {
    static var handshakeTimeout: Self { seconds(.handshakeTimeout, from: 0.001) }
    static var connectTimeout: Self { seconds(.connectTimeout, from: 0.001) }
    static var drainTimeout: Self { seconds(.drainTimeout, from: 0) }

    private static func seconds(_ name: SettingName, from least: Double) -> Self {
        Setting(name: name, form: "a number of seconds \(least > 0 ? "above 0, " : "")up to 86400") { text in
            Double(text).flatMap { (least...86_400).contains($0) ? $0 : nil }
        }
    }
}

extension Setting where Value == Bool {
    static var logQuery: Self { flag(.logQuery) }
    static var noAIA: Self { flag(.noAIA) }
    static var strictTunnel: Self { flag(.strictTunnel) }
    static var systemProxy: Self { flag(.systemProxy) }

    private static func flag(_ name: SettingName) -> Self {
        Setting(name: name, form: "true or false", read: Bool.init)
    }
}
