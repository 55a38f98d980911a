import ForwardProxy
import Testing

@testable import Settings

@Suite struct LimitSettingTests {
    /// Each limit has a name, except the two with options of their own.
    @Test func everyLimitCanBeSet() throws {
        var limits = Limits()
        for limit in LimitSetting.all {
            let text = SettingText(name: limit.name, value: "7", location: .commandLine)
            try limit.set(&limits, text)
        }
        limits.connect = 7
        limits.handshake = 7
        let members = Mirror(reflecting: limits).children.filter { $0.label != "message" }
        for (label, value) in members + Array(Mirror(reflecting: limits.message).children) {
            #expect(String(describing: value).hasPrefix("7"), "\(label ?? "") cannot be set")
        }
    }

    @Test(arguments: [
        ("head", "65536"), ("discarded-body", "65536"), ("closing", "10"), ("connections", "20000"),
        ("examinations-per-client", "256"),
    ])
    func knowsItsDefault(name: String, text: String) {
        #expect(LimitSetting.named(name)?.defaultText == text)
    }
}
