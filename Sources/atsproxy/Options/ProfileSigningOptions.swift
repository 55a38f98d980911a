import ArgumentParser

/// Options about the signature of configuration profiles.
struct ProfileSigningOptions: ParsableArguments {
    @Option(
        name: .customLong("profile-cert"),
        help: ArgumentHelp(
            """
            The certificate that signs configuration profiles, in PEM, followed by those of its issuers. Default: profiles \
            are not signed.
            """,
            valueName: "pem"),
        completion: .file())
    var certificate: String?

    @Option(
        name: .customLong("profile-key"),
        help: ArgumentHelp("The key of that certificate, in PEM, without a passphrase.", valueName: "pem"),
        completion: .file())
    var key: String?

    /// The values of the given options, by setting.
    var texts: [SettingName: [String?]] {
        [.profileCertificate: [certificate], .profileKey: [key]]
    }
}
