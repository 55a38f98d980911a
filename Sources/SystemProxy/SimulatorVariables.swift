import Foundation

/// The environment variables of a booted simulator that name a proxy. Programs that do not use the system's proxy
/// settings read them.
struct SimulatorVariables: Hashable, Codable {
    /// The UDID of the simulator.
    var device: String
    /// The values by name; a variable that is not set is missing.
    var values: [String: String]

    /// The names of the variables. Some programs read the upper-case names, others the lower-case ones.
    static let names = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"]

    /// Reads the variables of a simulator.
    init(_ device: String, asking ask: SystemQuery) throws(SystemSettingsFault) {
        self.device = device
        values = [:]
        for name in Self.names {
            let answer = try ask(Self.launchctl(in: device, ["getenv", name]))
            let value = answer.prefix { !$0.isNewline }
            if !value.isEmpty { values[name] = String(value) }
        }
    }

    /// The UDIDs of the simulators that are booted, in the answer to `simctl list devices booted -j`.
    static func devices(in answer: String) -> [String] {
        struct List: Decodable {
            var devices: [String: [Device]]
            struct Device: Decodable {
                var udid: String
                var state: String?
            }
        }
        guard let list = try? JSONDecoder().decode(List.self, from: Data(answer.utf8)) else { return [] }
        return list.devices.values.joined().filter { ($0.state ?? "Booted") == "Booted" }.map(\.udid).sorted()
    }

    /// The commands that set the variables to a proxy. Their failure does not matter much, because the simulator's apps
    /// use the settings of the Mac.
    func commands(setting proxy: SystemProxyAddress) -> [SystemCommand] {
        Self.names.map { SystemCommand(Self.launchctl(in: device, ["setenv", $0, proxy.url]), isOptional: true) }
    }

    /// The commands that restore the variables. The simulator may have been shut down since.
    var restoringCommands: [SystemCommand] {
        Self.names.map { name in
            let words = values[name].map { ["setenv", name, $0] } ?? ["unsetenv", name]
            return SystemCommand(Self.launchctl(in: device, words), isOptional: true)
        }
    }

    /// The words of a command of `launchctl` in a simulator.
    private static func launchctl(in device: String, _ words: [String]) -> [String] {
        ["xcrun", "simctl", "spawn", device, "launchctl"] + words
    }

    /// Whether these earlier values have to be restored: this program has changed them to a proxy, and nobody else has
    /// changed them since.
    func mustBeRestored(afterSetting proxy: SystemProxyAddress, now: SimulatorVariables) -> Bool {
        now != self && Self.names.allSatisfy { [values[$0], proxy.url].contains(now.values[$0]) }
    }
}
