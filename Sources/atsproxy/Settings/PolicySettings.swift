import AppBundle
import TransportSecurity

/// Which policy holds, and under whose rules. The policy's file is not read yet.
struct PolicySettings {
    /// The path of the policy; nil for the defaults of ATS.
    var path: String?
    var os: Jurisdiction.Choice
    /// The SDK that the operator names; nil for what the app itself says.
    var linkedSDK: OSVersion?
    /// The API that all loads go through; nil where that is left to each client's User-Agent.
    var api: LoadKind?

    /// Reads a stack of layers.
    init(_ stack: SettingsStack) throws(CommandFailure) {
        path = try stack.value(.policy)
        os = try stack.value(.os) ?? .fixed(.newest)
        linkedSDK = try stack.value(.linkedSDK)
        api = try stack.value(.api)
    }

    /// The policy, its file read; the defaults of ATS, called `defaults`, where none is named.
    func appPolicy() throws(CommandFailure) -> AppPolicy {
        guard let path else { return AppPolicy(source: "defaults", dictionary: [:]) }
        do throws(PolicyFileError) {
            let read = try AppPolicy(contentsOf: path)
            for warning in read.warnings { Console.say("warning: \(warning)") }
            return read
        } catch {
            throw CommandFailure(.data, error.description)
        }
    }

    /// The SDK that an app's policy is read under.
    func sdk(of policy: AppPolicy) -> OSVersion? {
        linkedSDK ?? policy.linkedSDK
    }

    /// The policy as the judging OS reads it, or the newest, where that differs from client to client.
    func reading(of policy: AppPolicy) -> Policy {
        let reader: OSVersion
        switch os {
        case .fixed(let version): reader = version
        case .byUserAgent: reader = .newest
        }
        return Policy(policy.dictionary, readBy: reader, linkedSDK: sdk(of: policy))
    }
}
