/// A family of devices, as a device names its own to the well-known service of a domain.
///
/// The names are those of Apple's "Implementing the simple authentication account-driven enrollment flow", step 2.
public enum ModelFamily: String, CaseIterable, Sendable {
    case appleTV = "AppleTV"
    case iPad
    case iPhone
    case mac = "Mac"
    case realityDevice = "RealityDevice"
    case watch = "Watch"
}
