/// The settings for the signature of configuration profiles. The files are not read yet.
package struct ProfileSigningSettings: Hashable {
    /// The signer's certificate and those of its issuers.
    package let certificates: NamedFile
    /// The key of the first certificate.
    package let key: NamedFile

    /// Reads the settings from layers; nil if profiles are not signed.
    package init?(_ stack: SettingsStack) throws(CommandFailure) {
        let files = (
            certificates: try stack.value(SettingTable.profileCertificate),
            key: try stack.value(SettingTable.profileKey)
        )
        switch files {
        case (let certificates?, let key?):
            self.certificates = certificates
            self.key = key
        case (nil, nil):
            return nil
        case (let certificates?, nil):
            throw certificates.text.fault(
                "profile-cert needs the key of the certificate; name it with \(certificates.text.spelled(SettingTable.profileKey))."
            )
        case (nil, let key?):
            throw key.text.fault(
                "profile-key needs a certificate for the key; name it with \(key.text.spelled(SettingTable.profileCertificate))."
            )
        }
    }
}
