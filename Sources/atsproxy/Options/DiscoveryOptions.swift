import ArgumentParser
import DeviceManagement
import ServerChecks
import Settings

/// Options that name servers of device management.
struct DiscoveryOptions: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            """
            Domains of accounts, or accounts such as anna@example.com: find their management service as devices do \
            at account-driven enrolment, and judge each server on the way.
            """,
            valueName: "domain"))
    var discover: [String] = []

    @Option(help: "The family of the device that asks: iPhone, iPad, Mac, AppleTV, RealityDevice or Watch.")
    var modelFamily = ModelFamily.iPhone

    @Option(
        help: ArgumentHelp(
            "The URL of an enrolment or of another part of a management service. Repeatable.", valueName: "url"))
    var enrollment: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            A configuration profile (also a signed one), a declaration, a manifest of apps or a command: judge the \
            server of each URL in the file. Repeatable.
            """,
            valueName: "file"),
        completion: .file(extensions: ["mobileconfig", "json", "plist"]))
    var profile: [String] = []

    /// Whether any server of device management is named.
    var areGiven: Bool { !discover.isEmpty || !enrollment.isEmpty || !profile.isEmpty }

    /// Reads the arguments and the files.
    func input() throws(CommandFailure) -> DiscoveryInput {
        try DiscoveryInput(
            domains: discover, enrollments: enrollment, profiles: profile, modelFamily: modelFamily)
    }
}

extension ModelFamily: ExpressibleByArgument {}
