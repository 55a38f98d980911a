import AppBundle
import TransportSecurity

/// The settings for the policy and its OS. The policy's file is not read yet.
struct PolicySettings {
    /// The path of the policy; nil for the defaults of ATS.
    var path: String?
    var os: AppliedPolicy.Choice
    /// The SDK that the operator names; nil for the SDK of the app.
    var linkedSDK: OSVersion?
    /// The API of all loads; nil if each client's User-Agent decides.
    var api: LoadingAPI?

    /// Reads the settings from layers.
    init(_ stack: SettingsStack) throws(CommandFailure) {
        path = try stack.value(.policy)
        os = try stack.value(.os) ?? .fixed(.newest)
        linkedSDK = try stack.value(.linkedSDK)
        api = try stack.value(.api)
    }

    /// Reads the policy. Without a path, the defaults of ATS under the name `defaults`.
    func appPolicy() throws(CommandFailure) -> AppPolicy {
        guard let path else { return AppPolicy(source: "defaults", dictionary: [:]) }
        do throws(PolicyFileError) {
            let read = try AppPolicy(contentsOf: path, lintedBy: PolicyLint(readBy: reader))
            for warning in read.warnings { Console.say("warning: \(warning)") }
            return read
        } catch {
            throw CommandFailure(.data, error.description)
        }
    }

    /// The SDK with which a policy is read.
    func sdk(of policy: AppPolicy) -> OSVersion? {
        linkedSDK ?? policy.linkedSDK
    }

    /// The policy as the OS reads it. If the OS differs from client to client, the newest is used.
    func reading(of policy: AppPolicy) -> Policy {
        Policy(policy.dictionary, readBy: reader, linkedSDK: sdk(of: policy))
    }

    private var reader: OSVersion {
        switch os {
        case .fixed(let version): return version
        case .byUserAgent: return .newest
        }
    }
}
