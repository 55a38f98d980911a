import TransportSecurity

/// The loads that a row is about, as far as a row, a file or the command line says.
package struct RowSettings: Hashable, Sendable {
    /// The systems that read the policy; nil if nothing says.
    package var systems: [OSSpan]?
    /// The APIs that load; nil if nothing says.
    package var apis: [LoadingAPI]?
    /// The SDK that the app was linked with; nil if nothing says.
    package var linkedSDK: OSVersion?

    /// Creates settings.
    package init(systems: [OSSpan]? = nil, apis: [LoadingAPI]? = nil, linkedSDK: OSVersion? = nil) {
        self.systems = systems
        self.apis = apis
        self.linkedSDK = linkedSDK
    }

    /// The settings, with those of another source where these say nothing.
    package func completed(by other: RowSettings) -> RowSettings {
        RowSettings(
            systems: systems ?? other.systems, apis: apis ?? other.apis, linkedSDK: linkedSDK ?? other.linkedSDK)
    }
}
