import InternetNames
import JSONWriting

/// A use of a URL in the management of devices.
public struct ManagementUse: Hashable, Sendable {
    /// The activity that loads from the URL.
    public var activity: ManagementActivity
    /// The URL.
    public var url: LoadURL
    /// The part of a document that names the URL, such as `ServerURL of com.apple.mdm in enrol.mobileconfig`.
    public var source: String

    /// Creates a use.
    public init(_ activity: ManagementActivity, of url: LoadURL, namedBy source: String) {
        self.activity = activity
        self.url = url
        self.source = source
    }

    /// The use in one line: the source, and the activity.
    public var sentence: String { "\(source): \(activity.clause)" }
}

extension ManagementUse: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("activity", activity.rawValue)
            json.member("url", url.shown)
            json.member("source", source)
            json.member("exempt", activity.isExempt)
        }
    }
}
