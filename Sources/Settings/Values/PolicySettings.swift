import AppBundle
import StandardStreams
import TransportSecurity

/// The settings for the policy and its OS. The policy's file is not read yet.
package struct PolicySettings {
    /// The path of the policy; nil for the defaults of ATS.
    package var path: String?
    /// The OS whose rules apply.
    package var os: AppliedPolicy.Choice
    /// The SDK that the operator names; nil for the SDK of the app.
    package var linkedSDK: OSVersion?
    /// The API of all loads; nil if each client's User-Agent decides.
    package var api: LoadingAPI?

    /// Reads the settings from layers.
    package init(_ stack: SettingsStack) throws(CommandFailure) {
        path = try stack.value(SettingTable.policy)
        os = try stack.value(SettingTable.os) ?? .fixed(.newest)
        linkedSDK = try stack.value(SettingTable.linkedSDK)
        api = try stack.value(SettingTable.api)
    }

    /// The OS under which the policy's file is read: the newest one if the OS differs from client to client.
    package var reader: OSVersion {
        switch os {
        case .fixed(let version): return version
        case .byUserAgent: return .newest
        }
    }
}

extension PolicySettings {
    /// Reads the policy, and prints its warnings. Without a path, the policy is the defaults of ATS with the name
    /// `defaults`.
    package func appPolicy(pipes: FileOpening.Pipes = .read) throws(CommandFailure) -> AppPolicy {
        guard let path else { return AppPolicy(source: "defaults", dictionary: [:]) }
        do throws(PolicyFileError) {
            let read = try AppPolicy(contentsOf: path, lintedBy: PolicyLint(readBy: reader), pipes: pipes)
            for warning in read.warnings { Output.say("warning: \(warning)") }
            return read
        } catch {
            throw CommandFailure(.data, error.description)
        }
    }

    /// The SDK that the app of a policy is linked with: the one of the setting, else the one in the app; nil if neither
    /// is known.
    package func sdk(of policy: AppPolicy) -> OSVersion? {
        linkedSDK ?? policy.linkedSDK
    }

    /// The policy as the OS reads it. If the OS differs from client to client, the newest is used.
    package func reading(of policy: AppPolicy) -> Policy {
        Policy(policy.dictionary, readBy: reader, linkedSDK: sdk(of: policy))
    }
}
