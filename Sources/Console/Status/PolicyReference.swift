import JSONWriting

/// A policy that a what-if can choose.
public struct PolicyReference: Hashable, JSONWritable, Sendable {
    /// The identifier and the name.
    public var policy: RowPolicy
    /// The origin of the policy.
    public var origin: Origin
    /// Whether the text of its file is known, as advice in the form of a patch requires.
    public var hasFile = false

    /// The kind of origin of a policy.
    public enum Origin: String, CaseIterable, JSONWritable, Sendable {
        /// From a listener of the running proxy.
        case listener
        /// From a recording.
        case recording
        /// From the command line of `view`.
        case given
        /// From a file that was dropped onto the page.
        case uploaded
        /// ATS without exceptions.
        case defaults
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", policy.id)
            json.member("name", policy.name)
            json.member("origin", origin)
            json.member("hasFile", hasFile)
        }
    }
}
