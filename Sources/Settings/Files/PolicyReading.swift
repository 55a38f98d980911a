import AppBundle
import StandardStreams
import TransportSecurity

extension PolicySettings {
    /// Reads the policy, and prints its warnings. Without a path, the policy is the defaults of ATS with the name
    /// `defaults`.
    package func appPolicy(pipes: FileOpening.Pipes = .read) throws(CommandFailure) -> AppPolicy {
        guard let path else { return AppPolicy(source: "defaults", dictionary: [:]) }
        do throws(PolicyFileError) {
            let read = try AppPolicy(contentsOf: path, lintedBy: PolicyLint(readBy: reader), pipes: pipes)
            for warning in read.warnings { Console.say("warning: \(warning)") }
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
