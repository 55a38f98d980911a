import InternetNames

/// The proxy settings of the system at one time. `--system-proxy` reads them before it changes them, notes them in a
/// file, and restores them at the end.
enum SystemSettings: Hashable, Codable {
    /// macOS: its network services, and the simulators that are booted.
    case macOS(services: [NetworkService], simulators: [SimulatorVariables])
    /// GNOME.
    case desktop([DesktopSetting])

    /// Reads the present settings.
    ///
    /// - Parameter hasProgram: Whether a program is in `PATH`. The program that changes the settings decides which kind
    ///   of system this is.
    static func now(
        hasProgram: (String) -> Bool, asking ask: SystemQuery
    ) throws(SystemSettingsFault) -> SystemSettings {
        if hasProgram("networksetup") {
            let names = NetworkService.names(in: try ask(servicesQuestion)).filter(\.isEnabled).map(\.name)
            guard !names.isEmpty else {
                throw SystemSettingsFault(sentence: "networksetup names no enabled network service.")
            }
            let services = try names.map { (name) throws(SystemSettingsFault) in
                try NetworkService(name, asking: ask)
            }
            return .macOS(services: services, simulators: hasProgram("xcrun") ? simulators(asking: ask) : [])
        }
        if hasProgram("gsettings") { return .desktop(try DesktopSetting.all(asking: ask)) }
        throw SystemSettingsFault(
            sentence: """
                the system's proxy can be set here neither by networksetup (macOS) nor by gsettings (GNOME); set it \
                where the system has it, or set HTTP_PROXY and HTTPS_PROXY, as atsproxy run does.
                """)
    }

    /// The variables of the booted simulators. Without Xcode, there are none. A simulator that is being shut down does
    /// not answer, and is left out.
    private static func simulators(asking ask: SystemQuery) -> [SimulatorVariables] {
        guard let list = try? ask(["xcrun", "simctl", "list", "devices", "booted", "-j"]) else { return [] }
        return SimulatorVariables.devices(in: list).compactMap { try? SimulatorVariables($0, asking: ask) }
    }

    /// Sentences about the settings that cannot be restored.
    var losses: [String] {
        switch self {
        case .macOS(let services, _): return services.compactMap(\.loss)
        case .desktop: return []
        }
    }

    /// The commands that send programs to a proxy, in their order.
    func commands(setting proxy: SystemProxyAddress) -> [SystemCommand] {
        switch self {
        case .macOS(let services, let simulators):
            return services.flatMap { $0.commands(setting: proxy) } + simulators.flatMap { $0.commands(setting: proxy) }
        case .desktop:
            return DesktopKey.allCases.map { DesktopSetting($0, for: proxy).command }
        }
    }

    /// The commands that restore these settings, in the opposite order of the changes.
    var restoringCommands: [SystemCommand] {
        switch self {
        case .macOS(let services, let simulators):
            return simulators.reversed().flatMap(\.restoringCommands) + services.reversed().flatMap(\.restoringCommands)
        case .desktop(let settings):
            return settings.reversed().map(\.command)
        }
    }

    /// The part of these earlier settings that has to be restored: the settings that this program has changed, and
    /// nobody else since.
    ///
    /// A network service that was removed meanwhile, with its adapter, is left out. All settings of another service are
    /// restored if one of its two proxies is still this program's. If the present settings cannot be read, all earlier
    /// ones are restored.
    ///
    /// - Parameter proxy: The proxy that was set; nil if all settings have to be restored.
    func settingsToRestore(afterSetting proxy: SystemProxyAddress?, asking ask: SystemQuery) -> SystemSettings {
        switch self {
        case .macOS(let services, let simulators):
            guard let answer = try? ask(Self.servicesQuestion) else { return self }
            let names = Set(NetworkService.names(in: answer).map(\.name))
            let changedServices = services.filter { service in
                guard names.contains(service.name) else { return false }
                guard let proxy else { return true }
                return (try? NetworkService(service.name, asking: ask))?.isSet(to: proxy) ?? true
            }
            let changedSimulators = simulators.filter { simulator in
                guard let proxy else { return true }
                // A simulator that does not answer was shut down, and has forgotten its variables.
                guard let now = try? SimulatorVariables(simulator.device, asking: ask) else { return false }
                return simulator.mustBeRestored(afterSetting: proxy, now: now)
            }
            return .macOS(services: changedServices, simulators: changedSimulators)
        case .desktop(let settings):
            guard let proxy, let now = try? DesktopSetting.all(asking: ask) else { return self }
            return .desktop(settings.settingsToRestore(afterSetting: proxy, now: now))
        }
    }

    /// Checks that the settings of the commands are in force. Some versions of the programs report no failure.
    func check(_ proxy: SystemProxyAddress, asking ask: SystemQuery) throws(SystemSettingsFault) {
        switch self {
        case .macOS(let services, _):
            for service in services where !(try NetworkService(service.name, asking: ask)).uses(proxy) {
                throw SystemSettingsFault(
                    sentence: "networksetup reports no error, but \(service.name) does not use the proxy.")
            }
        case .desktop:
            for setting in try DesktopSetting.all(asking: ask) where setting.value != setting.key.value(for: proxy) {
                throw SystemSettingsFault(
                    sentence: """
                        gsettings reports no error, but \(setting.key.rawValue) is still \
                        \(setting.value.visible(limit: 80)); run atsproxy in the session of the desktop.
                        """)
            }
        }
    }

    /// Whether there is nothing to restore.
    var isEmpty: Bool {
        switch self {
        case .macOS(let services, let simulators): return services.isEmpty && simulators.isEmpty
        case .desktop(let settings): return settings.isEmpty
        }
    }

    /// The names of the services and simulators, for a message.
    var summary: String {
        switch self {
        case .macOS(let services, let simulators):
            let names = services.map(\.name).joined(separator: ", ")
            switch simulators.count {
            case 0: return names
            case 1: return names + " and 1 simulator"
            case let count: return names + " and \(count) simulators"
            }
        case .desktop: return "GNOME"
        }
    }

    /// The command that lists the network services.
    private static let servicesQuestion = ["networksetup", "-listallnetworkservices"]
}
