import SetupPages

/// A request to the proxy itself, whose body is being read.
struct LocalRequest {
    /// The head.
    let head: RequestHead
    /// The body.
    var body: KeptBody
    /// The subject of the body.
    let subject: Subject

    /// The bodies that the proxy itself reads.
    enum Subject {
        /// The name of a test case.
        case label
        /// A form that asks for a configuration profile.
        case profile(LocalPages.Inquiry)

        /// The largest body in bytes.
        var limit: Int {
            switch self {
            // A name, and spaces around it.
            case .label: return 1024
            case .profile: return ProfileForm.bodyLimit
            }
        }

        /// The reply to a body that cannot be read or is too large.
        var unreadable: Reply {
            switch self {
            case .label: return .invalidLabel
            case .profile: return .profileFault("The form cannot be read, or is longer than \(limit) bytes.")
            }
        }
    }
}
