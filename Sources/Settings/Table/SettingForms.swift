import DataFiles
import ForwardProxy
import InternationalNames
import InternetNames
import Networking
import Probing
import Recording
import SetupPages
import TransportSecurity

extension SettingForm where Element == SocketAddress {
    /// An address to listen at.
    package static func address(suchAs example: String) -> Self {
        SettingForm("an address and a port, such as \(example)") { SocketAddress(listening: $0) }
    }
}

extension SettingForm where Element == ServerAddress {
    /// An address of a server of our own, or none.
    package static func addressOrOff(suchAs example: String) -> Self {
        SettingForm("an address and a port, such as \(example), or off") { ServerAddress(option: $0) }
    }
}

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

extension SettingForm where Element == AppliedPolicy.Choice {
    /// An OS, or that of each client.
    package static var os: Self {
        SettingForm("an OS version that has ATS, such as ios26.4, macos15, tvos18, watchos11, visionos2, or auto") {
            $0 == "auto" ? .byUserAgent : OSVersion($0).map { .fixed($0) }
        }
    }
}

extension SettingForm where Element == Waiver {
    /// A waiver of a rule.
    package static var waiver: Self {
        let rules = RuleID.allCases.map(\.rawValue).joined(separator: ", ")
        return SettingForm("a rule or a family such as certificate.*, RULE@HOST or RULE@*.HOST; the rules are \(rules)")
        {
            Waiver(InternationalName.ascii(inOption: $0))
        }
    }
}

extension SettingForm where Element == ClientAppNames.Entry {
    /// The app of clients.
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

extension SettingForm where Element == DestinationPattern {
    /// Destinations.
    package static var destinations: Self {
        SettingForm("a range and perhaps ports, such as 10.0.0.0/8:80,8000-8999") { DestinationPattern($0) }
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
    /// The address of a data file.
    package static var dataSource: Self {
        SettingForm(kind: .text) { (text) throws(CommandFailure) in
            do throws(DataFileFault) {
                return try DataFileSource(text.text)
            } catch {
                throw text.fault("\(text.name) \(text.text) \(error.sentence)")
            }
        }
    }
}

extension SettingForm where Element == SettingText {
    /// A text that is read together with other settings.
    package static func unread(_ kind: SettingDeclaration.Kind) -> Self { SettingForm(kind: kind) { $0 } }
}
