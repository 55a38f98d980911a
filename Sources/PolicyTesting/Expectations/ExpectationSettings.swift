import TransportSecurity

/// The loads that an expectation is about, as far as it, its file or the command line says.
package struct ExpectationSettings: Hashable, Sendable {
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
    package func completed(by other: ExpectationSettings) -> ExpectationSettings {
        ExpectationSettings(
            systems: systems ?? other.systems, apis: apis ?? other.apis, linkedSDK: linkedSDK ?? other.linkedSDK)
    }
}
