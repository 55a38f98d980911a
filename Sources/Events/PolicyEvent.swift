import JSONWriting
import TransportSecurity

/// A policy in force with its dictionary. By this event, loads can be judged again without other files. The event is
/// written when a recording begins, and when the policies are read again.
public struct PolicyEvent: Hashable, Decodable, Sendable {
    /// The time at which the policy came into force.
    public var time: Instant
    /// The identifier of the policy, `sha256:…`, to which decisions refer.
    public var id: String
    /// The source of the policy, such as `MyApp.app`.
    public var source: String
    /// The SDK that the app was built with; nil if it is that of the OS.
    public var linkedSDK: OSVersion?
    /// The API that loads; nil if the User-Agent decides.
    public var api: LoadingAPI?
    /// The apps whose loads are judged (`--app`); empty for all.
    public var apps: [String]
    /// The waivers (`--ignore`).
    public var ignore: [String]
    /// The `NSAppTransportSecurity` dictionary.
    public var dictionary: [String: PropertyValue]

    /// The largest size of `content` with which a policy is recorded, in bytes.
    public static let sizeLimit = 1 << 18

    /// Creates the event for a policy.
    public init(_ appliedPolicy: AppliedPolicy, id: String, at time: Instant) {
        self.time = time
        self.id = id
        source = appliedPolicy.policyName
        linkedSDK = appliedPolicy.linkedSDK
        api = appliedPolicy.loadingAPI
        apps = appliedPolicy.appNames.sorted()
        ignore = appliedPolicy.waivers.map(\.description)
        dictionary = appliedPolicy.dictionary
    }

    /// The content of which `id` is the SHA-256 digest: the event as JSON, without its time and identifier.
    public var content: [UInt8] {
        var content = self
        (content.time, content.id) = (Instant(milliseconds: 0), "")
        return content.line
    }
}

extension PolicyEvent: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("time", time)
            json.member("event", EventName.policy)
            json.member("id", id)
            json.member("source", source)
            json.member("linkedSDK", linkedSDK)
            json.member("api", api)
            json.member("apps", apps)
            json.member("ignore", ignore)
            json.member("dictionary", PropertyValue.dictionary(dictionary))
        }
    }
}
