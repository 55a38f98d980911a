import DataFiles
import ForwardProxy
import InternationalNames
import InternetNames
import Probing

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
