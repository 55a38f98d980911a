import InternetNames
import JSONWriting

/// A use of a URL in the management of devices. Each URL that a document or a discovery names has a use.
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

/// An activity of a device that loads from a server, by the list of Apple's support article 126655.
public enum ManagementActivity: String, CaseIterable, Sendable {
    /// The search for the management service of a domain.
    case discovery
    /// The enrolment with that service.
    case enrollment
    /// Mobile device management: check-ins and commands.
    case management
    /// Declarative device management: the assets of declarations.
    case asset
    /// The installation of configuration profiles.
    case profile
    /// The installation of apps: manifests, and the files that these name.
    case app
    /// Software updates from a server of the organisation.
    case softwareUpdate = "software-update"
    /// Certificates by ACME. The article does not name ACME.
    case acme
    /// Certificates by SCEP, which the article exempts.
    case scep
    /// Content caching, which the article exempts.
    case contentCaching = "content-caching"
    /// Pages that a browser loads.
    case webPage = "web-page"
    /// A use that the article does not name.
    case other

    /// A clause to follow a colon: the purpose of the load with the process that connects, or the reason for which the
    /// load is not judged.
    ///
    /// The names of processes come from public logs of devices, because the article names activities only.
    public var clause: String {
        switch self {
        case .discovery: "the account-driven enrolment of Settings looks for the management service of the domain"
        case .enrollment: "the enrolment of the device fetches its profile (mdmclient on a Mac, mdmd elsewhere)"
        case .management: "device management checks in and fetches commands (mdmclient on a Mac, mdmd elsewhere)"
        case .asset: "declarative device management fetches the asset of a declaration (remotemanagementd)"
        case .profile: "the installation of profiles fetches a profile"
        case .app: "the installation of apps fetches a manifest or an app"
        case .softwareUpdate: "the software update fetches its catalogue"
        case .acme: "the device fetches a certificate by ACME; Apple does not say whether the rules apply"
        case .scep: "the device fetches a certificate by SCEP, which Apple exempts"
        case .contentCaching: "content caching, which Apple exempts"
        case .webPage: "a browser loads a page, and no system process"
        case .other: "Apple's article does not name this use; it was judged like the others"
        }
    }

    /// Whether the rules for system processes do not apply.
    public var isExempt: Bool {
        switch self {
        case .scep, .contentCaching, .webPage: true
        case .discovery, .enrollment, .management, .asset, .profile, .app, .softwareUpdate, .acme, .other: false
        }
    }
}
